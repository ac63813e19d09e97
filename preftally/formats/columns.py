"""Running totals set into a cell: as large as they fit, wrapped, at last from a `…` on.

A figure is never cut and never outside its cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from preftally.formats.cells import Cell
from preftally.formats.measure import ELLIPSIS, width

# A line's height, what a figure takes above its line and below it, of its size.
LEADING, ABOVE, BELOW = 1.3, 0.78, 0.14
# From a figure to the edge of its cell, and to the top and the bottom.
PAD, GAP = 14.0, 9.0
SMALLEST = 15


class Line(NamedTuple):
    """Totals of a row from `x` on; `last` is the newest, which ends the column."""

    x: float
    y: float
    before: str
    last: str


class Column(NamedTuple):
    """A column of totals as it is set, and the size of its figures."""

    size: float
    lines: Sequence[Line]


def column(totals: Sequence[str], cell: Cell, largest: int) -> Column:
    """Totals in a cell, oldest first, from the writer's left."""
    if not totals:
        return Column(largest, ())
    for size in range(largest, SMALLEST - 1, -1):
        found = _set(totals, cell, size, _words(totals, 0))
        if found:
            return found
    return _shortened(totals, cell)


def _shortened(totals: Sequence[str], cell: Cell) -> Column:
    """Totals that begin with a `…`, as many as there is room for; the last one at any size."""
    low, high = 1, len(totals) - 1
    while low < high:
        middle = (low + high) // 2
        if _set(totals, cell, SMALLEST, _words(totals, middle)):
            high = middle
        else:
            low = middle + 1
    size: float = SMALLEST
    while True:
        found = _set(totals, cell, size, _words(totals, low))
        if found:
            return found
        low, size = len(totals) - 1, size * 0.9


def _words(totals: Sequence[str], since: int) -> list[str]:
    """The totals with their points; what a row may end with."""
    words = [f"{one}." for one in totals[since:-1]]
    words.append(totals[-1])
    return [ELLIPSIS + words[0], *words[1:]] if since else words


def _set(totals: Sequence[str], cell: Cell, size: float, words: Sequence[str]) -> Column | None:
    """The words at a size, in the fewest rows that hold them; none where no number does."""
    for number in count(1):
        rows = _rows(cell, size, number)
        if rows is None:
            return None
        filled = _filled(words, totals[-1], rows, size)
        if filled is not None:
            return Column(size, filled)
    return None


def _rows(cell: Cell, size: float, number: int) -> list[tuple[float, float, float]] | None:
    """The base line of each row, and from where to where it may go; none if too high."""
    height = (number - 1) * LEADING * size + (ABOVE + BELOW) * size
    first = (cell.top + cell.bottom - height) / 2
    if first < cell.top + GAP:
        return None
    found = []
    for row in range(number):
        top = first + row * LEADING * size
        left, right = cell.span(top, top + (ABOVE + BELOW) * size)
        found.append((top + ABOVE * size, left + PAD, right - PAD))
    return found


def _filled(
    words: Sequence[str], last: str, rows: Sequence[tuple[float, float, float]], size: float
) -> list[Line] | None:
    left = list(words)
    found: list[Line] = []
    for y, start, end in rows:
        row = ""
        while left and start + _wide(row + left[0], last, size, ends=len(left) == 1) <= end:
            row += left.pop(0)
        if row:
            newest = "" if left else last
            found.append(Line(start, y, row.removesuffix(newest), newest))
    return None if left else found


def _wide(row: str, last: str, size: float, *, ends: bool) -> float:
    """The width of a row; the newest total is set in bold."""
    if not ends:
        return width(row, size)
    return width(row.removesuffix(last), size) + width(last, size, bold=True)
