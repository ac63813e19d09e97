"""Columns that must go together: whether their steps can be shared out among hands, in order.

What stands on a declarer, with his pool and his mountain, was written by his hands one
after the other; so were the mountains by the all-passes of the evening. Whether there is
such a sequence is searched for. Steps that others may have written are passed over, so
that a group of columns is only called impossible when no evening can have written it;
and so it is when the search would take too long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple, TypeAlias

from preftally.engine.model import Amount
from preftally.paper.sheet import Cell, Step

# The places that a search may visit before it is given up.
_MOST_PLACES = 20_000

Way: TypeAlias = tuple[Amount, ...]
_Place: TypeAlias = tuple[int, ...]


class Shared(NamedTuple):
    """A column of a group: its steps, and which of them others may have written."""

    cell: Cell
    steps: Sequence[Step]
    foreign: Sequence[bool]


class Hand(NamedTuple):
    """What one hand writes in the columns of a group, each in all the ways that it may stand.

    An empty way is a column where it may not be seen, or where it writes nothing.
    """

    ways: tuple[tuple[Way, ...], ...]


def ways(parts: Way, factor: int, *, unseen: bool) -> tuple[Way, ...]:
    """How the amounts of a hand may stand in a column: as one total, or singly."""
    if not parts:
        return ((),)
    found: list[Way] = [(sum(parts) * factor,)]
    if len(parts) > 1:
        found += [tuple(one * factor for one in order) for order in permutations(parts)]
    return tuple(dict.fromkeys([*found, *([()] if unseen else [])]))


def stuck(columns: Sequence[Shared], hands: Sequence[Hand]) -> tuple[Cell, Step] | None:
    """The step that the furthest sequence of hands does not reach; `None` where one does."""
    return _Search(columns, hands).stuck()


class _Search:
    """From nothing read to everything read, by hands and by steps that others wrote."""

    def __init__(self, columns: Sequence[Shared], hands: Sequence[Hand]) -> None:
        self.columns = columns
        self.amounts = [[step.amount for step in one.steps] for one in columns]
        self.end = tuple(len(one) for one in self.amounts)
        # A hand is looked for by the first step of one column that it must write in.
        self.by_first: list[dict[Amount, list[tuple[Way, ...]]]] = [
            defaultdict(list) for _ in columns
        ]
        for hand in hands:
            for way in product(*hand.ways):
                self._enter(way)

    def _enter(self, way: tuple[Way, ...]) -> None:
        for column, steps in enumerate(way):
            if steps:
                known = self.by_first[column][steps[0]]
                if way not in known:
                    known.append(way)
                return

    def stuck(self) -> tuple[Cell, Step] | None:
        start = (0,) * len(self.columns)
        seen, furthest, stack = {start}, start, [start]
        while stack:
            place = stack.pop()
            if place == self.end:
                return None
            if sum(place) > sum(furthest):
                furthest = place
            if len(seen) > _MOST_PLACES:
                return None
            for following in self._from(place):
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
        return self._next(furthest)

    def _from(self, place: _Place) -> Iterator[_Place]:
        """Where one step of others, or one hand, leads; what reads most comes last."""
        for column, at in enumerate(place):
            if at < self.end[column] and self.columns[column].foreign[at]:
                yield (*place[:column], at + 1, *place[column + 1 :])
        found: list[_Place] = []
        for column, at in enumerate(place):
            if at < self.end[column]:
                for way in self.by_first[column].get(self.amounts[column][at], ()):
                    following = self._after(place, way)
                    if following is not None:
                        found.append(following)
        yield from sorted(found, key=sum)

    def _after(self, place: _Place, way: tuple[Way, ...]) -> _Place | None:
        following = []
        for at, steps, amounts in zip(place, way, self.amounts, strict=True):
            end = at + len(steps)
            if steps and tuple(amounts[at:end]) != steps:
                return None
            following.append(end)
        return tuple(following)

    def _next(self, place: _Place) -> tuple[Cell, Step] | None:
        """Of the columns that are not read to the end, the last: whists rather than pools."""
        for column in reversed(range(len(place))):
            if place[column] < self.end[column]:
                one = self.columns[column]
                return one.cell, one.steps[place[column]]
        return None
