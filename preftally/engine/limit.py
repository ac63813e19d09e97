"""The limited pool: where a gain goes that no longer fits (RULES, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from preftally.engine.conventions import Convention
from preftally.engine.model import (
    Amount,
    Column,
    Entry,
    Player,
    Rule,
    Table,
    Why,
    clockwise_from,
    exact,
)

POOL = Column.POOL


def fitted(
    written: Sequence[Entry],
    pool: Mapping[Player, Amount],
    table: Table,
    convention: Convention,
    target: int,
) -> Sequence[Entry]:
    """The entries with every gain of a pool that has a limit fitted into it as it stands.

    Several gains in one hand are booked clockwise from the dealer's left.
    """
    gains = [entry for entry in written if entry.column is POOL and entry.amount > 0]
    if not gains or (len(gains) == 1 and pool[gains[0].player] + gains[0].amount <= target):
        return written
    # One player's gain may fill the pool that another's would have filled.
    filled = dict(pool)
    seats = table.from_left
    gains.sort(key=lambda entry: seats.index(entry.player))
    booked: list[Entry] = []
    for gain in gains:
        booked += _booked(gain, filled, table, convention, target)
    return [*booked, *(entry for entry in written if entry not in gains)]


def _booked(
    gain: Entry, filled: dict[Player, Amount], table: Table, convention: Convention, target: int
) -> Iterator[Entry]:
    """One gain: one's own pool first, then the fullest open ones, then the mountain."""
    helper, rest = gain.player, gain.amount
    room = min(rest, target - filled[helper])
    if room == rest:
        filled[helper] += rest
        yield gain
        return
    if room > 0:
        filled[helper] += room
        rest -= room
        why = Why(gain.why.rule, room, 1, had=room, owed=gain.amount)
        yield Entry(helper, Column.POOL, room, None, why)
    if convention.pool.help == "american":
        for helped in _open_pools(helper, filled, table.players, target):
            if not rest:
                break
            points = min(rest, target - filled[helped])
            filled[helped] += points
            rest -= points
            yield from _help(helper, helped, points, convention.pool.help_whists)
    if rest:
        rate = convention.settlement
        why = Why(Rule.SURPLUS, rest, -rate.pool_whists, rate.mountain_whists)
        yield Entry(helper, Column.MOUNTAIN, why.amount, None, why)


def _help(helper: Player, helped: Player, points: Amount, each: int) -> Iterator[Entry]:
    yield Entry(helped, Column.POOL, points, helper, Why(Rule.HELP, points, 1))
    if each:
        why = Why(Rule.HELP_WHISTS, points, each)
        yield Entry(helper, Column.WHISTS, exact(points * each, 1), helped, why)


def _open_pools(
    helper: Player, filled: Mapping[Player, Amount], players: tuple[Player, ...], target: int
) -> Iterable[Player]:
    """The open pools, fullest first; of equals the next clockwise from the helper."""
    others = [one for one in clockwise_from(players, helper)[:-1] if filled[one] < target]
    return sorted(others, key=lambda one: -filled[one])
