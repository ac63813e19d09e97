"""The prizes, which are written once, when the game ends (RULES, section 9)."""

from collections.abc import Iterator, Mapping, Sequence

from preftally.engine.conventions import Convention
from preftally.engine.model import Amount, Column, Entry, Player, Rule, Why


def prizes(
    players: tuple[Player, ...],
    mountain: Mapping[Player, Amount],
    reached: Sequence[Player],
    convention: Convention,
) -> Iterator[Entry]:
    """What the end of the game writes for these players.

    `reached` are those whose pools have the target, the first to reach it first.
    """
    rules = convention.prize
    if rules.first and reached and convention.pool.end == "first":
        yield from _on_others(reached[0], players, Why(Rule.PRIZE_FIRST, 1, rules.first))
    if rules.mountain:
        smallest = min(mountain[player] for player in players)
        winners = [player for player in players if mountain[player] == smallest]
        losers = [player for player in players if mountain[player] != smallest]
        why = Why(Rule.PRIZE_MOUNTAIN, 1, rules.mountain, len(winners))
        for winner in winners:
            yield from _on_others(winner, losers, why)


def _on_others(winner: Player, others: Sequence[Player], why: Why) -> Iterator[Entry]:
    for other in others:
        if other != winner:
            yield Entry(winner, Column.WHISTS, why.amount, other, why)
