"""The stake: money for a whist, as people type it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from preftally.cli.numbers import measured
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import money

if TYPE_CHECKING:
    from fractions import Fraction

VARIABLE = "PREFTALLY_STAKE"


def agreed(option: str | None, head: str = "") -> tuple[Fraction | None, str]:
    """The stake that holds: the option's, else the session head's, else the environment's.

    Gives no value and an empty spelling where there is none.
    """
    if option is not None:
        return read(option)
    if head:
        return read(head, "stake")
    standing = os.environ.get(VARIABLE, "")
    return read(standing, VARIABLE) if standing else (None, "")


def read(text: str, where: str = "--stake") -> tuple[Fraction, str]:
    """The exact value and its usual spelling.

    A decimal comma is as good as a point. Raises `WrongUsage` for anything that
    is not a positive decimal number, with where it stands.
    """
    found = money.stake(text)
    if found is not None:
        whole, part = map(measured, found)
        from fractions import Fraction  # it loads decimal, and not every start has a stake

        return Fraction(int(whole + part), 10 ** len(part)), money.spelled(whole, part)
    raise WrongUsage(
        _("{where}: {text} is not an amount of money").format(where=where, text=text or '""'),
        _("for example --stake 0.5"),
    )
