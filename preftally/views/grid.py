"""A table as a value: headings, rows, and what a drawing of it may do with its columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias


class Grid(NamedTuple):
    """Rows under headings. The first column names the row; the others hold figures.

    `accents` are the columns whose figures show their sign by a colour as well.
    `apart` are columns that may stand in a table of their own.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    accents: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()


# What every view gives: lines of text, and tables among them.
Page: TypeAlias = Iterable["str | Grid"]
