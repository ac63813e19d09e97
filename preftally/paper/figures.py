"""A column as people write it: `2.6.10`, `2 6 10`, `2,6,10`, or its last figure alone."""

from __future__ import annotations

import re
from fractions import Fraction

from preftally.engine.model import exact
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.paper.sheet import Figure, Figures

_SEPARATOR = re.compile(r"\s*[.,]\s*|\s+")
_FIGURE = re.compile(
    r"([-−]?)(?:([0-9]{1,7})(?:/([0-9]{1,4}))?|([0-9]{0,7})(½))",
)


def read(text: str) -> Figures:
    """The figures of a column; `0` is an empty one.

    A figure in brackets was written by no hand. Raises `WrongUsage`.
    """
    words = _SEPARATOR.split(text.strip())
    if words == [""]:
        raise WrongUsage(_("there is no figure"), _('an empty column is "0"'))
    figures = tuple(_figure(word) for word in words)
    return () if figures == (Figure(0),) else figures


def number(value: int) -> Figures:
    """A last figure that was written as a number."""
    return (Figure(value),) if value else ()


def written(figures: Figures) -> str:
    """The column as its text in a file."""
    return ".".join(f"({one.total})" if one.given else str(one.total) for one in figures) or "0"


def _figure(word: str) -> Figure:
    given = word.startswith("(") and word.endswith(")")
    shape = _FIGURE.fullmatch(word[1:-1] if given else word)
    if shape is None or (shape[3] and not int(shape[3])):
        raise WrongUsage(
            _("{word} is not a figure").format(word=word)
            if word
            else _("a figure is missing beside a separator"),
            _("write running totals, as 2.6.10; a half is 17/2, a correction stands in brackets"),
        )
    sign, whole, below, halves, half = shape.groups()
    if half:
        total = exact(Fraction(int(halves or 0) * 2 + 1, 2), 1)
    else:
        total = exact(int(whole), int(below or 1))
    return Figure(-total if sign else total, given)
