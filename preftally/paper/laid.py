"""Columns laid beside each other: what the hands wrote, and what stands on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from preftally.engine.model import Amount, Column, Entry
from preftally.engine.replay import Replay
from preftally.paper.sheet import Cell, Figures, is_running

# Amounts of one hand in one cell, as they were written.
Parts: TypeAlias = tuple[Amount, ...]


class Wrote(NamedTuple):
    """What one entry of the session wrote in a cell; `hand` is its number in `log`."""

    hand: int
    parts: Parts

    @property
    def amount(self) -> Amount:
        """All of it together."""
        return sum(self.parts)


class Parting(NamedTuple):
    """Where a column parts from the hands, and the figures that stand there.

    `hand` is `None` where the paper goes on after the last; `paper` or `hands` is
    `None` where that side has no figure.
    """

    hand: int | None
    paper: Amount | None
    hands: Amount | None
    before: Amount = 0


def by_cell(entries: Iterable[Entry]) -> dict[Cell, Parts]:
    """What one hand writes in each cell; nothing is nowhere."""
    found: dict[Cell, Parts] = defaultdict(tuple)
    for player, column, amount, on, _why in entries:
        if amount:
            found[Cell(player, column, on if column is Column.WHISTS else None)] += (amount,)
    return found


def written(played: Replay) -> dict[Cell, list[Wrote]]:
    """The columns by the hands."""
    found: dict[Cell, list[Wrote]] = defaultdict(list)
    for number, step in enumerate(played.steps, 1):
        for cell, parts in by_cell(step.entries).items():
            found[cell].append(Wrote(number, parts))
    return found


class Laid(NamedTuple):
    """A column on paper as totals, a total that was written twice only once.

    Of a column that is not `running` only the last figure is known.
    """

    totals: Parts
    running: bool

    @classmethod
    def of(cls, figures: Figures) -> Laid:
        """The column as it is compared."""
        totals: list[Amount] = []
        for one in figures:
            if one.total != (totals[-1] if totals else 0):
                totals.append(one.total)
        return cls(tuple(totals), is_running(figures) or not figures)

    def after(self, at: int, before: Amount, parts: Parts) -> int | None:
        """How many figures stand when these amounts are written after the first `at`.

        They may stand singly, in any order, or as one total. `None` where the paper
        has something else.
        """
        if not self.running:
            return at
        total = before + sum(parts)
        if total != before and self.totals[at : at + 1] == (total,):
            return at + 1
        if len(parts) > 1:
            for order in permutations(parts):
                sums = _sums(before, order)
                if self.totals[at : at + len(sums)] == sums:
                    return at + len(sums)
        return at if total == before else None

    def is_done(self, at: int, total: Amount) -> bool:
        """Whether nothing more stands there, when the hands have come to this total."""
        if not self.running:
            return (self.totals[-1] if self.totals else 0) == total
        return at == len(self.totals)

    def parting(self, wrote: Sequence[Wrote]) -> Parting | None:
        """Where the column first is not what the hands wrote; `None` where it always is."""
        at: int = 0
        total: Amount = 0
        for one in wrote:
            here = self.after(at, total, one.parts)
            if here is None:
                # One of several amounts that stand singly may be right.
                if len(one.parts) > 1 and self._is_single(at, total, one.parts):
                    at += 1
                figure = self.totals[at] if at < len(self.totals) else None
                return Parting(one.hand, figure, total + one.amount, total)
            at, total = here, total + one.amount
        if self.is_done(at, total):
            return None
        if self.running:
            return Parting(None, self.totals[at], None, total)
        last = wrote[-1].hand if wrote else None
        return Parting(last, self.totals[-1] if self.totals else None, total, total)

    def _is_single(self, at: int, before: Amount, parts: Parts) -> bool:
        return any(self.totals[at : at + 1] == (before + part,) for part in parts)


def _sums(before: Amount, parts: Iterable[Amount]) -> Parts:
    sums: list[Amount] = []
    for part in parts:
        before += part
        sums.append(before)
    return tuple(sums)


def laid(columns: Mapping[Cell, Figures]) -> dict[Cell, Laid]:
    """All columns of a sheet as they are compared."""
    return {cell: Laid.of(figures) for cell, figures in columns.items()}
