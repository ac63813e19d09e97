"""The stake: money for a whist, as people type it."""

from __future__ import annotations

import re
from fractions import Fraction

from preftally.cli.numbers import measured
from preftally.errors import WrongUsage
from preftally.lang import _

_SHAPE = re.compile(r"([0-9]+)(?:[.,]([0-9]+))?|[.,]([0-9]+)", re.ASCII)


def read(text: str) -> tuple[Fraction, str]:
    """The exact value and its usual spelling.

    A decimal comma is as good as a point. Raises `WrongUsage` for anything that
    is not a positive decimal number.
    """
    shape = _SHAPE.fullmatch(text.strip())
    if shape is not None:
        whole = measured((shape[1] or "0").lstrip("0")) or "0"
        part = measured((shape[2] or shape[3] or "").rstrip("0"))
        value = Fraction(int(whole + part), 10 ** len(part))
        if value > 0:
            return value, f"{whole}.{part}" if part else whole
    raise WrongUsage(
        _("--stake: {text} is not an amount of money").format(text=text or '""'),
        _("for example --stake 0.5"),
    )
