"""Numbers as people may type them: plain digits only."""

from __future__ import annotations

from preftally.errors import WrongUsage
from preftally.lang import _


def positive(text: str | int) -> int:
    """A whole number above zero. Raises `WrongUsage` for anything else, `1_0` included."""
    digits = str(text)
    if not (digits.isascii() and digits.isdigit()) or not int(digits[:9]):
        raise WrongUsage(
            _("{text} is not a whole number above zero").format(text=text or '""'),
            _("write it in plain digits: 3"),
        )
    return int(digits[:9])
