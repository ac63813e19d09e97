"""Every hand that can be said at a table, those that cannot be included; all in spades.

The order depends on the seats only: the hands of two tables with as many players,
taken side by side, are each other's images.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise, product

from preftally.engine.model import (
    LEVELS,
    TRICKS,
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Hand,
    Misere,
    Player,
    Suit,
    Table,
)

ROLES = ("whist", "passed", "half")
PLAYERS = {3: ("W", "E", "S"), 4: ("W", "N", "E", "S")}


def every_hand(table: Table) -> Iterator[Hand]:
    """All hands of all kinds."""
    return chain(
        contracted(table),
        dealer_whists(table),
        conceded(table),
        miseres(table),
        all_passes(table),
    )


def contracted(table: Table) -> Iterator[Contracted]:
    """Levels, declarers, roles and tricks: right ones, and ones that are one too many."""
    for level, declarer, roles in product(LEVELS, table.active, product(ROLES, repeat=2)):
        defenders = [player for player in table.active if player != declarer]
        whist, passed, half = (
            tuple(one for one, his in zip(defenders, roles, strict=True) if his == role)
            for role in ROLES
        )
        hand = Contracted(
            Contract(level, Suit.SPADES), declarer, whist=whist, passed=passed, half=half
        )
        for tricks, taken in _counts(whist):
            yield hand._replace(tricks=tricks, taken=taken)


def dealer_whists(table: Table) -> Iterator[Contracted]:
    """With four: contracts that the resting dealer whists, whatever the defenders do."""
    if table.resting is None:
        return
    for level, declarer, roles in product(LEVELS, table.active, product(ROLES, repeat=2)):
        defenders = [player for player in table.active if player != declarer]
        whist, passed, half = (
            tuple(one for one, his in zip(defenders, roles, strict=True) if his == role)
            for role in ROLES
        )
        hand = Contracted(
            Contract(level, Suit.SPADES),
            declarer,
            whist=(*whist, table.resting),
            passed=passed,
            half=half,
        )
        for tricks in (None, *range(TRICKS + 1)):
            yield hand._replace(tricks=tricks)


def _counts(whisters: tuple[Player, ...]) -> Iterator[tuple[int | None, dict[Player, int]]]:
    yield None, {}
    for tricks in range(TRICKS + 1):
        yield tricks, {}
        for left in (TRICKS - tricks, TRICKS - tricks + 1):
            if whisters and left <= TRICKS:
                for split in splits(left, len(whisters)):
                    yield tricks, dict(zip(whisters, split, strict=True))


def conceded(table: Table) -> Iterator[Conceded]:
    """Levels from five to eleven, given up by anybody at the table."""
    for level, declarer in product(range(5, 12), table.from_left):
        yield Conceded(contract=Contract(level, Suit.SPADES), declarer=declarer)


def miseres(table: Table) -> Iterator[Misere]:
    """Anybody's, from one trick too few to one too many."""
    for tricks, declarer in product(range(-1, TRICKS + 2), table.from_left):
        yield Misere(declarer=declarer, tricks=tricks)


def all_passes(table: Table) -> Iterator[AllPass]:
    """Ten tricks, or nine, among some of the table: all of it, the active, or two of them."""
    holders = {table.from_left, table.active, table.active[:2]}
    for seats, tricks in product(sorted(holders, key=len), (TRICKS, TRICKS - 1)):
        for split in splits(tricks, len(seats)):
            yield AllPass(taken=dict(zip(seats, split, strict=True)))


def splits(tricks: int, shares: int) -> Iterator[tuple[int, ...]]:
    """All the ways to share the tricks out, by the bars that stand between them."""
    for bars in combinations(range(tricks + shares - 1), shares - 1):
        ends = (-1, *bars, tricks + shares - 1)
        yield tuple(right - left - 1 for left, right in pairwise(ends))
