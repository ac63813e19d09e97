"""The running state of a game in a few short lines."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.replay import (
    Replay,
    hands_left,
    leaders,
    lowest_contract,
    would_write,
)
from preftally.engine.settlement import whole
from preftally.lang import _
from preftally.views import hands, phrases


def lines(played: Replay) -> Iterator[str]:
    """What is left of each pool, the balance now, and the series of all-passes."""
    game, sheet, table = played.game, played.sheet, played.table
    end = game.convention.pool.end
    if end == "each":
        left = (f"{one} {game.target - sheet.pool[one]}" for one in table.players)
        yield _("pool to go: {left}").format(left=", ".join(left))
    elif end == "total":
        goal = game.target * len(table.players)
        yield _("pool to go together: {left}").format(left=goal - sum(sheet.pool.values()))
    yield from race(played)
    nets = whole(sheet, game.convention)
    balance = ", ".join(f"{one} {phrases.signed(net)}" for one, net in nets.items())
    yield _("balance: {balance}").format(balance=balance)
    yield from series(played)


def race(played: Replay) -> Iterator[str]:
    """Who leads a race, how many hands there are left, who would write the prizes now."""
    game, sheet, table = played.game, played.sheet, played.table
    if table.finished:
        return
    if game.convention.pool.end == "first":
        order = sorted(table.players, key=lambda one: -sheet.pool[one])
        order.sort(key=lambda one: one not in leaders(played)[:1])
        places = ", ".join(f"{one} {phrases.mixed(sheet.pool[one])}" for one in order)
        yield _("The race to {target}: {places}.").format(target=game.target, places=places)
    left = hands_left(played)
    if left is not None:
        yield _("Left to play: {hands}.").format(hands=phrases.hands(left))
    prizes = would_write(played)
    if prizes:
        yield _("If the game ended now, {prizes}.").format(prizes=hands.writes(prizes))


def series(played: Replay) -> Iterator[str]:
    """The series of all-passes, where there is one."""
    table, convention = played.table, played.game.convention
    if table.all_passes:
        yield _("All-passes in a row: {n}; lowest contract {floor}, next price {price}.").format(
            n=table.all_passes,
            floor=lowest_contract(table, convention),
            price=convention.all_pass_price(table.all_passes),
        )


def left(played: Replay) -> Iterator[str]:
    """Those who have left, and what they were settled with at."""
    for player, amount in whole(played.sheet, played.game.convention).items():
        if player not in played.table.players:
            yield _("{player} has left, at {amount}.").format(
                player=player, amount=phrases.signed(amount)
            )
