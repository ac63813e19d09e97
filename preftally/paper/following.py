"""Which rule the paper followed: keys tried with other values until every column agrees.

All candidates go through the evening together. Those that have agreed with the paper
so far stand at one sheet, so that a hand is scored once for all that are alike in the
keys which scoring it reads: a listening convention tells which those are. A candidate
goes at the first cell that differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, cast

from preftally.engine.conventions import DIALS, Convention, Value
from preftally.engine.model import Amount, Hand
from preftally.engine.replay import Replay, replay
from preftally.paper.candidates import values
from preftally.paper.laid import Laid, by_cell
from preftally.paper.sheet import Cell

Rule: TypeAlias = tuple[str, Value]
Rules: TypeAlias = tuple[Rule, ...]


def followed(
    columns: Mapping[Cell, Laid], played: Replay
) -> tuple[tuple[Rule, ...], tuple[tuple[Rule, Rule], ...]]:
    """The single rules under which every column agrees; if there is none, the pairs."""
    singles = [(key, value) for key in DIALS for value in values(key, played.game.convention)]
    search = _Search(columns, played)
    found = search.agreeing((rule,) for rule in singles)
    if found:
        return tuple(rule for (rule,) in found), ()
    pairs = (pair for pair in combinations(singles, 2) if pair[0][0] != pair[1][0])
    return (), tuple((one, other) for one, other in search.agreeing(pairs))


class _Place(NamedTuple):
    """Where some candidates stand: the replay, and how much of each column is read."""

    played: Replay
    read: Mapping[Cell, int]
    totals: Mapping[Cell, Amount]

    @property
    def key(self) -> object:
        """The same for places from which everything goes on alike."""
        sheet = self.played.sheet
        whists = tuple(tuple(row.items()) for row in sheet.whists.values())
        columns = tuple(sheet.pool.items()), tuple(sheet.mountain.items()), whists
        return self._state(), columns, tuple(self.read.values())

    def _state(self) -> tuple[object, ...]:
        """What a replay goes on from beside the sheet: the table, and all that it remembers."""
        told = zip(self.played._fields, self.played, strict=True)
        return tuple(one for name, one in told if name not in ("game", "steps", "sheet"))


class _Search:
    """One paper and one evening."""

    def __init__(self, columns: Mapping[Cell, Laid], played: Replay) -> None:
        self.columns = columns
        self.game = played.game
        self.hands = [step.hand for step in played.steps]

    def agreeing(self, candidates: Iterable[Rules]) -> list[Rules]:
        """Those of the candidates under which every column agrees, in their order."""
        alive = [(rules, _with(self.game.convention, rules)) for rules in candidates]
        order = {rules: n for n, (rules, _) in enumerate(alive)}
        start = _Place(replay(self.game, ()), dict.fromkeys(self.columns, 0), {})
        places = {start.key: (start, alive)}
        for hand in self.hands:
            places = self._through(hand, places)
        found = [
            rules
            for place, group in places.values()
            if self._is_done(place)
            for rules, _convention in group
        ]
        return sorted(found, key=lambda rules: order[rules])

    def _through(self, hand: Hand, places: _Places) -> _Places:
        """All the candidates that still agree after a hand, by where they then stand."""
        after: _Places = {}
        for place, group in places.values():
            tree = _Tree(partial(self._after, hand, place))
            for rules, convention in group:
                reached = tree.of(convention)
                if reached is not None:
                    key, there = reached
                    after.setdefault(key, (there, []))[1].append((rules, convention))
        return after

    def _after(
        self, hand: Hand, place: _Place, convention: Convention
    ) -> tuple[object, _Place] | None:
        """The place after the hand under a convention, if the paper has what it wrote."""
        game = self.game._replace(convention=convention)
        played = replay(game, (hand,), after=place.played._replace(game=game))
        if played.problems:
            return None
        read, totals = dict(place.read), dict(place.totals)
        for cell, parts in by_cell(played.steps[-1].entries).items():
            if cell not in self.columns:
                continue
            before = totals.get(cell, 0)
            here = self.columns[cell].after(read[cell], before, parts)
            if here is None:
                return None
            read[cell], totals[cell] = here, before + sum(parts)
        there = _Place(played, read, totals)
        return there.key, there

    def _is_done(self, place: _Place) -> bool:
        return all(
            column.is_done(place.read[cell], place.totals.get(cell, 0))
            for cell, column in self.columns.items()
        )


_Group: TypeAlias = list[tuple[Rules, Convention]]
_Places: TypeAlias = dict[object, tuple[_Place, _Group]]


def _with(convention: Convention, rules: Rules) -> Convention:
    """The convention with some keys changed; the values are known to be admitted."""
    for key, value in rules:
        group, _, name = key.partition(".")
        changed = getattr(convention, group)._replace(**{name: value})
        convention = convention._replace(**{group: changed})
    return convention


# What scoring reads, and what comes of it.


class _Listening:
    """A convention that writes down which keys are read, each once, in their order."""

    def __init__(self, convention: Convention) -> None:
        self._convention = convention
        self.heard: dict[str, None] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in Convention._fields:
            # A method of the convention reads its keys through us as well.
            return getattr(Convention, name).__get__(self)
        found = getattr(self._convention, name)
        return found if isinstance(found, str) else _ListeningGroup(name, found, self.heard)


class _ListeningGroup:
    """One group of its keys."""

    def __init__(self, name: str, group: Any, heard: dict[str, None]) -> None:
        self._name = name
        self._group = group
        self._heard = heard

    def __getattr__(self, name: str) -> Any:
        self._heard[f"{self._name}.{name}"] = None
        return getattr(self._group, name)


class _Node:
    """A key that is read, and what follows by its value: another node, or an outcome."""

    def __init__(self, key: str) -> None:
        self.read = attrgetter(key)
        self.branches: dict[Value, Any] = {}


class _Tree:
    """What comes of a hand, by the values of the keys in the order in which they are read."""

    def __init__(self, score: Callable[[Convention], Any]) -> None:
        self.score = score
        self.root: Any = None

    def of(self, convention: Convention) -> Any:
        """The outcome under a convention; scored only where none was that reads alike."""
        found = self.root
        while isinstance(found, _Node):
            value = found.read(convention)
            if value not in found.branches:
                return self._scored(convention)
            found = found.branches[value]
        return self._scored(convention) if found is None else found.outcome

    def _scored(self, convention: Convention) -> Any:
        listening = _Listening(convention)
        leaf = _Leaf(self.score(cast(Convention, listening)))
        heard = list(listening.heard)
        if self.root is None:
            self.root = _Node(heard[0]) if heard else leaf
        node = self.root
        for following in heard[1:]:
            node = node.branches.setdefault(node.read(convention), _Node(following))
        if heard:
            node.branches[node.read(convention)] = leaf
        return leaf.outcome


class _Leaf(NamedTuple):
    """The end of a way through the tree."""

    outcome: Any
