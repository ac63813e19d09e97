"""A sheet as it stands on paper: its cells, and the figures that were written into them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from preftally.engine.conventions import Convention
from preftally.engine.model import Amount, Column, Player, Sheet, clockwise_from, exact


class Cell(NamedTuple):
    """A place of the sheet; `on` is the other player of whists."""

    player: Player
    column: Column
    on: Player | None = None


class Figure(NamedTuple):
    """A running total; `given` is one in brackets, which no hand has written."""

    total: Amount
    given: bool = False


class Step(NamedTuple):
    """What one figure adds to the one before it; `at` counts the figures from 0."""

    at: int
    amount: Amount
    total: Amount
    given: bool


Figures: TypeAlias = tuple[Figure, ...]


class Paper(NamedTuple):
    """A sheet that was written on paper.

    `target` is the pool of one player, `None` where it is not said. With `times`
    a hand may have counted several times over.
    """

    players: tuple[Player, ...]
    convention: Convention
    columns: Mapping[Cell, Figures]
    target: int | None = None
    times: bool = False

    def last(self, cell: Cell) -> Amount:
        """The figure that stands at the end of a column."""
        figures = self.columns[cell]
        return figures[-1].total if figures else 0

    @property
    def sheet(self) -> Sheet:
        """The last figures, as the engine settles them."""
        pool, mountain = (
            {one: self.last(Cell(one, column)) for one in self.players}
            for column in (Column.POOL, Column.MOUNTAIN)
        )
        whists = {
            one: {
                other: self.last(Cell(one, Column.WHISTS, other))
                for other in self.players
                if other != one
            }
            for one in self.players
        }
        return Sheet(self.players, pool, mountain, whists)

    @property
    def provisional(self) -> bool:
        """Whether the pools say that the game is not over; without a target nobody can."""
        if self.target is None:
            return False
        pools = self.sheet.pool.values()
        match self.convention.pool.end:
            case "each":
                return any(pool < self.target for pool in pools)
            case "total":
                return sum(pools) < self.target * len(self.players)
            case "first":
                return all(pool < self.target for pool in pools)
        return False


def cells(players: tuple[Player, ...]) -> Iterator[Cell]:
    """All cells in the order of the drawing.

    Seat by seat clockwise, and in a seat from the centre outwards: the mountain,
    the pool, the whists on the others, beginning with the left neighbour.
    """
    for player in players:
        yield Cell(player, Column.MOUNTAIN)
        yield Cell(player, Column.POOL)
        for other in clockwise_from(players, player)[:-1]:
            yield Cell(player, Column.WHISTS, other)


def is_running(figures: Figures) -> bool:
    """Whether a column is a column: one figure alone is a last figure only."""
    return len(figures) > 1


def steps(figures: Figures) -> list[Step]:
    """What each figure of a column adds; the first one to nothing."""
    totals = (Figure(0), *figures)
    return [
        Step(index, less(after.total, before.total), after.total, after.given)
        for index, (before, after) in enumerate(pairwise(totals))
    ]


def less(one: Amount, other: Amount) -> Amount:
    """The difference, an `int` where it is whole."""
    return exact(Fraction(one - other), 1) if isinstance(one - other, Fraction) else one - other
