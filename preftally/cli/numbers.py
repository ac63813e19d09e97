"""Numbers as people may type them: plain digits only."""

from __future__ import annotations

from preftally.errors import WrongUsage
from preftally.lang import _

# Nothing that is counted or paid here has more digits; zeros in front are none.
MOST_DIGITS = 18


def positive(text: str | int) -> int:
    """A whole number above zero. Raises `WrongUsage` for anything else, `1_0` included."""
    digits = str(text).lstrip("0")
    if not (digits.isascii() and digits.isdigit()):
        raise WrongUsage(
            _("{text} is not a whole number above zero").format(text=text or '""'),
            _("write it in plain digits: 3"),
        )
    return int(measured(digits))


def measured(digits: str) -> str:
    """The digits, if they are not beyond all measure. Raises `WrongUsage`."""
    if len(digits) > MOST_DIGITS:
        raise WrongUsage(
            _("{digits}…: a number of {n} digits is beyond all measure").format(
                digits=digits[:MOST_DIGITS], n=len(digits)
            ),
            _("at most {n} digits").format(n=MOST_DIGITS),
        )
    return digits


def count_of(word: int | None, option: int | None) -> int:
    """How often, by a bare word or by `--count`; once where neither says. Raises `WrongUsage`."""
    if word is not None and option is not None:
        from preftally.notation.grammar import twice

        raise twice("--count")
    return word or option or 1
