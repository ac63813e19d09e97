"""What hands can write: every hand of a table, asked of the engine itself.

So the judgement of a paper sheet knows no table of values of its own: it knows what
`engine.scoring` writes, under any convention.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import NamedTuple, TypeAlias

from preftally.engine.conventions import Convention
from preftally.engine.legality import TALON_CARDS, problems
from preftally.engine.model import (
    LEVELS,
    TRICKS,
    AllPass,
    Amount,
    Column,
    Conceded,
    Contract,
    Contracted,
    Misere,
    Player,
    Suit,
    Table,
    clockwise_from,
)
from preftally.engine.scoring import entries
from preftally.paper.sheet import Cell

Amounts: TypeAlias = Mapping[Cell, tuple[Amount, ...]]
Played: TypeAlias = Contracted | Conceded | Misere | AllPass
_SEATS: tuple[Player, ...] = ("1", "2", "3", "4")


class Written(NamedTuple):
    """What one hand writes: its amounts in each cell, those of the pool as they were gained.

    `declarer` is `None` for an all-pass. `absent` is who sat at no table yet: a newcomer,
    before he came.
    """

    amounts: Amounts
    declarer: Player | None
    absent: Player | None = None

    @property
    def gains(self) -> dict[Player, Amount]:
        """What went into pools, before a surplus helps."""
        found = self.amounts.items()
        return {one.player: sum(parts) for one, parts in found if one.column is Column.POOL}


@lru_cache(maxsize=8)
def writings(players: tuple[Player, ...], convention: Convention) -> tuple[Written, ...]:
    """All that single hands can write on a sheet, each once, without a coefficient."""
    found: dict[object, Written] = {}
    for absent in (None, *players) if len(players) > 3 else (None,):
        there = tuple(one for one in players if one != absent)
        for declarer, amounts in _at(there, convention):
            key = (absent, declarer, frozenset(amounts.items()))
            found.setdefault(key, Written(amounts, declarer, absent))
    return tuple(found.values())


@lru_cache(maxsize=8)
def by_amount(
    players: tuple[Player, ...], convention: Convention
) -> Mapping[Cell, Mapping[Amount, Sequence[Written]]]:
    """The same, by the amounts of each cell: single ones, and the totals of a hand."""
    found: dict[Cell, dict[Amount, list[Written]]] = {}
    for written in writings(players, convention):
        for cell, parts in written.amounts.items():
            for amount in {sum(parts), *parts}:
                found.setdefault(cell, {}).setdefault(amount, []).append(written)
    return found


_Scored: TypeAlias = tuple[Player | None, Amounts]


def _at(players: tuple[Player, ...], convention: Convention) -> Iterator[_Scored]:
    """Declarers, and what their hands write at one table, whoever deals."""
    first = _dealt_by_last(len(players), convention)
    # Among three the deal changes nothing: nobody rests.
    for dealer in players if len(players) > 3 else players[-1:]:
        seats = dict(zip(_SEATS, clockwise_from(players, dealer), strict=False))
        for declarer, amounts in first:
            moved = {_moved(cell, seats): parts for cell, parts in amounts.items()}
            yield None if declarer is None else seats[declarer], moved


@lru_cache(maxsize=8)
def _dealt_by_last(seats: int, convention: Convention) -> tuple[_Scored, ...]:
    table = Table(_SEATS[:seats], _SEATS[seats - 1])
    scored = ((declarer, _amounts(found)) for declarer, found in _scored(table, convention))
    return tuple(one for one in scored if one[1])


def _moved(cell: Cell, seats: Mapping[Player, Player]) -> Cell:
    on = None if cell.on is None else seats[cell.on]
    return Cell(seats[cell.player], cell.column, on)


def _amounts(written: Iterable[tuple[Cell, Amount]]) -> Amounts:
    found: dict[Cell, tuple[Amount, ...]] = defaultdict(tuple)
    for cell, amount in written:
        if amount:
            found[cell] += (amount,)
    return dict(found)


def _scored(
    table: Table, convention: Convention
) -> Iterator[tuple[Player | None, list[tuple[Cell, Amount]]]]:
    prices = {convention.all_pass_price(n): n for n in range(len(convention.all_pass.prices))}
    hands: list[tuple[Played, int]] = [(hand, 0) for hand in _hands(table, convention)]
    hands += [(hand, n) for n in prices.values() for hand in _all_passes(table)]
    for hand, all_passes in hands:
        here = table._replace(all_passes=all_passes)
        if not problems(hand, here, convention):
            declarer = None if isinstance(hand, AllPass) else hand.declarer
            yield (
                declarer,
                [
                    (Cell(player, column, on if column is Column.WHISTS else None), amount)
                    for player, column, amount, on, _why in entries(hand, here, convention)
                ],
            )


def _hands(table: Table, convention: Convention) -> Iterator[Played]:
    talons = ("", *dict.fromkeys(TALON_CARDS)) if convention.talon.bonus else ("",)
    for declarer in table.active:
        for level in LEVELS:
            contract = Contract(level, Suit.CLUBS)
            yield Conceded(contract, declarer)
            for hand in _defended(Contracted(contract, declarer), table):
                for talon in talons:
                    yield hand._replace(talon=talon)
        for tricks in range(TRICKS + 1):
            yield Misere(declarer, tricks)


def _defended(hand: Contracted, table: Table) -> Iterator[Contracted]:
    """Every role of the others, a resting dealer's too, and every share of the tricks."""
    defenders = [one for one in table.active if one != hand.declarer]
    resting = () if table.resting is None else (table.resting,)
    for roles in product(("whist", "passed", "half"), repeat=2):
        for dealers in product(("", "whist"), repeat=len(resting)):
            who = dict(zip((*defenders, *resting), (*roles, *dealers), strict=True))
            whist, passed, half = (
                tuple(one for one, role in who.items() if role == name)
                for name in ("whist", "passed", "half")
            )
            said = hand._replace(whist=whist, passed=passed, half=half)
            if not whist:
                yield said
            elif len(whist) == 1:
                yield from (said._replace(tricks=tricks) for tricks in range(TRICKS + 1))
            elif len(whist) == 2:
                for tricks, one, other in shares(TRICKS, 3):
                    taken = dict(zip(whist, (one, other), strict=True))
                    yield said._replace(tricks=tricks, taken=taken)


def _all_passes(table: Table) -> Iterator[AllPass]:
    for seats in dict.fromkeys((table.active, table.from_left)):
        for taken in shares(TRICKS, len(seats)):
            yield AllPass(dict(zip(seats, taken, strict=True)))


def shares(tricks: int, among: int) -> Iterator[tuple[int, ...]]:
    """All the ways to share tricks out, by the bars that stand between them."""
    for bars in combinations(range(tricks + among - 1), among - 1):
        ends = (-1, *bars, tricks + among - 1)
        yield tuple(right - left - 1 for left, right in pairwise(ends))
