"""The swing of an entry: what it moved every balance by, exactly.

A settlement is linear in what the hands have written (RULES, section 6), and so each
hand has its share of it. Over the players a swing adds up to zero; over an evening the
swings of a player add up to his net.
"""

from collections.abc import Iterable, Iterator

from preftally.engine.conventions import Convention
from preftally.engine.model import (
    Amount,
    Column,
    Entry,
    Joined,
    Player,
    Rule,
    exact,
)
from preftally.engine.replay import Replay, Step

MOUNTAIN, WHISTS = Column.MOUNTAIN, Column.WHISTS

# What it moved each balance by.
Swing = dict[Player, Amount]


def divisor(players: int, convention: Convention) -> int:
    """By whom a point is divided: all who play, or the others only."""
    return players - (convention.settlement.divisor == "opponents")


def times_divisor(
    entries: Iterable[Entry], players: Iterable[Player], convention: Convention
) -> Swing:
    """The swing of some entries times the `divisor`: whole where the entries are.

    `Σⱼ (Δwᵢⱼ − Δwⱼᵢ) q + P (n Δpᵢ − Σ Δp) − M (n Δgᵢ − Σ Δg)` for each of n players, with
    P and M the whists for a point of pool and mountain and q the divisor.
    """
    swing: Swing = dict.fromkeys(players, 0)
    rates = convention.settlement
    count = len(swing)
    each = count - (rates.divisor == "opponents")
    common: Amount = 0
    for player, column, amount, on, _why in entries:
        if column is WHISTS and on is not None:
            amount *= each  # noqa: PLW2901 - in the common measure
            swing[player] += amount
            swing[on] -= amount
            continue
        amount *= -rates.mountain_whists if column is MOUNTAIN else rates.pool_whists  # noqa: PLW2901
        swing[player] += count * amount
        common += amount
    if common:
        for player in swing:
            swing[player] -= common
    return swing


def swing(entries: Iterable[Entry], players: Iterable[Player], convention: Convention) -> Swing:
    """What some entries move the balances of those who play by; the sum is zero."""
    found = times_divisor(entries, players, convention)
    each = divisor(len(found), convention)
    return {player: exact(amount, each) for player, amount in found.items()}


def swings(played: Replay) -> Iterator[Swing]:
    """The swing of each step, for those who play then.

    One who leaves is settled with as the sheet stands: nothing moves. One who joins
    takes the averages; what their rounding moves (and with `divisor = "opponents"` that
    there is one opponent more) is the swing of his coming.
    """
    convention = played.game.convention
    points = Points(convention)
    seated: tuple[Player, ...] = played.game.players
    afters = [step.table.players for step in played.steps[1:]] + [played.table.players]
    for step, after in zip(played.steps, afters, strict=False):
        before, seated = seated, after
        if isinstance(step.hand, Joined):
            yield points.coming(step, before, after)
        else:
            points.book(step.entries)
            yield swing(step.entries, after, convention)


class Points:
    """What each has in pool and mountain, as whists: all that a coming needs to know."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        self.worth: dict[Player, Amount] = {}

    def book(self, entries: Iterable[Entry]) -> None:
        """Add the points of some entries up."""
        rates, worth = self.convention.settlement, self.worth
        for player, column, amount, _on, _why in entries:
            if column is not WHISTS:
                each = -rates.mountain_whists if column is MOUNTAIN else rates.pool_whists
                worth[player] = worth.get(player, 0) + amount * each

    def coming(self, step: Step, before: tuple[Player, ...], after: tuple[Player, ...]) -> Swing:
        """The swing of one who joins: the balances with him, less those without him."""
        newcomers = [one for one in after if one not in before]
        averages = [one for one in step.entries if one.why.rule is Rule.JOINED]
        for player in newcomers:
            self.worth[player] = 0
        without = self._nets(before)
        self.book(averages)
        joined = {one: net - without.get(one, 0) for one, net in self._nets(after).items()}
        prizes = [one for one in step.entries if one.why.rule is not Rule.JOINED]
        written = swing(prizes, after, self.convention)
        return {one: exact(joined[one] + written[one], 1) for one in after}

    def _nets(self, players: tuple[Player, ...]) -> Swing:
        """What the points of those who play come to; whists are apart."""
        worth = {player: self.worth.get(player, 0) for player in players}
        total, each = sum(worth.values()), divisor(len(players), self.convention)
        return {one: exact(len(players) * own - total, each) for one, own in worth.items()}
