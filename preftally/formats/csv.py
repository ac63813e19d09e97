"""The evening as a table for a spreadsheet: a row for each amount that a hand wrote."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from preftally.formats.json import told_log
from preftally.views.report import Report

# The columns: those of the hand, and those of each amount that it wrote.
_HAND = ("hand", "at", "dealer", "contract", "declarer", "tricks", "times")
_WRITE = ("player", "column", "on", "amount", "rule")
HEADER = _HAND + _WRITE
_MARK = ",".join(HEADER).encode()
# A cell of words that begins with one of these is taken for a formula.
_ARMED = ("=", "+", "-", "@", "\t", "\r", "\n")


def written(told: Report) -> bytes:
    """The table; its header row is the mark."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(HEADER)
    for hand in told_log(told)["hands"]:
        for write in hand["writes"]:
            table.writerow(_row(hand, write, decimal=told.decimal))
    return text.getvalue().encode()


def is_ours(raw: bytes) -> bool:
    """Whether a file begins with just our header row."""
    return raw.partition(b"\n")[0].removesuffix(b"\r") == _MARK


def _row(hand: Mapping[str, Any], write: Mapping[str, Any], *, decimal: bool) -> list[str]:
    """A row, from a hand of the log and an amount that it wrote."""
    known = {"times": 1 if "contract" in hand else None, **hand, "hand": hand["number"], **write}
    if write["column"] != "whists":
        known["on"] = None
    cells = {key: "" if known.get(key) is None else str(known[key]) for key in HEADER}
    for words in ("dealer", "contract", "declarer", "player", "on", "rule"):
        cells[words] = disarmed(cells[words])
    if decimal:
        cells["amount"] = _decimal(cells["amount"])
    return list(cells.values())


def _decimal(amount: str) -> str:
    """`12.5` of `25/2`; a fraction that has no end is given to six places."""
    value = Fraction(amount)
    if value.denominator == 1:
        return amount
    quotient = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{quotient:.6f}".rstrip("0").rstrip(".")


def disarmed(words: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{words}" if words.startswith(_ARMED) else words
