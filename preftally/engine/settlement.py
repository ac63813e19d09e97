"""From the sheet to whists and money (RULES, section 6).

Exact until the end and rounded once, by largest remainder, so that what is
rounded still adds up to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from preftally.engine.conventions import Convention
from preftally.engine.model import Amount, Player, Sheet

CENTS = 100
# What a six is worth by Sochi and by Rostov, in whists.
_SIX = 20


class Payment(NamedTuple):
    """So many units (whists, or cents) from one player to another."""

    payer: Player
    to: Player
    amount: int


class Steps(NamedTuple):
    """The settlement as on paper.

    `mountain` and `pool` are what is left when the smallest of each is taken
    off everyone's. `pairs[i][j]` are the whists that i has on j once mountain
    and pool points are turned into whists; `netted` holds one direction of each
    pair, with what remains of the two. `carried` comes from players who left.
    """

    lowest_mountain: Amount
    mountain: Mapping[Player, Amount]
    mountain_each: Fraction
    lowest_pool: Amount
    pool: Mapping[Player, Amount]
    pool_each: Fraction
    pairs: Mapping[Player, Mapping[Player, Fraction]]
    netted: Mapping[tuple[Player, Player], Fraction]
    carried: Mapping[Player, Amount]
    totals: Mapping[Player, Fraction]


def steps(sheet: Sheet, convention: Convention) -> Steps:
    """All the steps of a settlement; `totals` add up to exactly zero.

    A point of the mountain is worth its whists, divided among the players, to
    each other player on its owner; a point of the pool to its owner on each other.
    """
    players, rates = sheet.players, convention.settlement
    divisor = len(players) - (rates.divisor == "opponents")
    mountain_each = Fraction(rates.mountain_whists, divisor)
    pool_each = Fraction(rates.pool_whists, divisor)
    lowest_mountain = min(sheet.mountain.values())
    lowest_pool = min(sheet.pool.values())
    mountain = {one: sheet.mountain[one] - lowest_mountain for one in players}
    pool = {one: sheet.pool[one] - lowest_pool for one in players}
    pairs = {
        one: {
            other: sheet.whists[one][other]
            + mountain[other] * mountain_each
            + pool[one] * pool_each
            for other in players
            if other != one
        }
        for one in players
    }
    netted = dict(_netted(players, pairs))
    everybody = (*players, *(one for one in sheet.carried if one not in players))
    totals = {player: Fraction(sheet.carried.get(player, 0)) for player in everybody}
    for (one, other), amount in netted.items():
        totals[one] += amount
        totals[other] -= amount
    return Steps(
        lowest_mountain, mountain, mountain_each, lowest_pool, pool, pool_each,
        pairs, netted, sheet.carried, totals,
    )  # fmt: skip


def _netted(
    players: tuple[Player, ...], pairs: Mapping[Player, Mapping[Player, Fraction]]
) -> Iterator[tuple[tuple[Player, Player], Fraction]]:
    for one, other in combinations(players, 2):
        difference = pairs[one][other] - pairs[other][one]
        if difference < 0:
            yield (other, one), -difference
        else:
            yield (one, other), difference


def scale(convention: Convention) -> Fraction:
    """What a whist is worth beside others': a six made, against one of Sochi; 1 on nothing.

    Whists of different scale are never added, nor compared, before they are divided by it.
    """
    value = Fraction(convention.settlement.pool_whists * convention.values.contract[0], _SIX)
    return value or Fraction(1)


def balances(sheet: Sheet, convention: Convention) -> dict[Player, Fraction]:
    """Everybody's exact net in whists, players who left included; the sum is zero."""
    return dict(steps(sheet, convention).totals)


def rounded(exact: Mapping[Player, Fraction]) -> dict[Player, int]:
    """Whole units that still add up to zero.

    Everyone is rounded down; the missing units go one each to the largest
    fractions, of equals to the one who sits earlier (RULES, section 6).
    """
    down = {player: amount.__floor__() for player, amount in exact.items()}
    missing = -sum(down.values())
    by_fraction = sorted(exact, key=lambda player: down[player] - exact[player])
    for player in by_fraction[:missing]:
        down[player] += 1
    return down


def whole(sheet: Sheet, convention: Convention) -> dict[Player, int]:
    """Everybody's net in whole whists; the sum is zero."""
    return rounded(balances(sheet, convention))


def cents(exact: Mapping[Player, Fraction], stake: Fraction) -> dict[Player, int]:
    """The nets in cents, at so much money for a whist; they add up to zero."""
    return rounded({player: amount * stake * CENTS for player, amount in exact.items()})


def payments(nets: Mapping[Player, int]) -> list[Payment]:
    """The fewest transfers that settle everybody.

    People whose nets add up to zero among themselves settle apart: the more such
    groups, the fewer the transfers, one less than the group has members.
    """
    return [payment for group in _groups(nets) for payment in _transfers(group, nets)]


def _groups(nets: Mapping[Player, int]) -> list[list[Player]]:
    """The finest partition into groups whose nets add up to zero."""
    players = [player for player in nets if nets[player]]
    if not players:
        return []
    first, rest = players[0], players[1:]
    best: list[list[Player]] = [players]
    for size in range(1, len(rest)):
        for others in combinations(rest, size):
            group = [first, *others]
            if sum(nets[player] for player in group) == 0:
                apart = {player: nets[player] for player in rest if player not in others}
                found = [group, *_groups(apart)]
                if len(found) > len(best):
                    best = found
    return best


def _transfers(group: list[Player], nets: Mapping[Player, int]) -> Iterator[Payment]:
    """One transfer less than there are members: each settles one of them for good."""
    left = {player: nets[player] for player in group}
    while len(left) > 1:
        payer = min(left, key=lambda player: left[player])
        taker = max(left, key=lambda player: left[player])
        amount = min(-left[payer], left[taker])
        if amount:
            yield Payment(payer, taker, amount)
        left[payer] += amount
        left[taker] -= amount
        left = {player: net for player, net in left.items() if net}
