"""The sheet: pool, mountain, whists and balance of everybody, and the state of the game."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.model import Player
from preftally.engine.replay import Replay
from preftally.engine.settlement import whole
from preftally.lang import _
from preftally.views import hands, phrases
from preftally.views.grid import Grid
from preftally.views.state import left, race, series


def grid(played: Replay) -> Grid:
    """A row for each player; whists stand in the row of him who has written them."""
    sheet, game = played.sheet, played.game
    players = sheet.players
    balance = whole(sheet, game.convention)
    limited = game.convention.pool.end == "each"
    missing = [_("to go")] if limited else []
    headings = [
        _("player"),
        _("pool"),
        *missing,
        _("mountain"),
        *(_("on {player}").format(player=player) for player in players),
        _("balance"),
    ]
    rows = [
        [
            player,
            phrases.mixed(sheet.pool[player]),
            *([phrases.mixed(game.target - sheet.pool[player])] if limited else []),
            phrases.mixed(sheet.mountain[player]),
            *(_whists(played, player, other) for other in players),
            phrases.signed(balance[player]),
        ]
        for player in players
    ]
    whists = range(len(headings) - 1 - len(players), len(headings) - 1)
    return Grid(headings, rows, frozenset({len(headings) - 1}), frozenset(whists))


def _whists(played: Replay, player: Player, other: Player) -> str:
    return "-" if player == other else phrases.mixed(played.sheet.whists[player][other])


def summary(played: Replay) -> str:
    """The convention, how many hands, and how far the pool goes."""
    table, convention = played.table, played.game.convention
    target = played.game.target
    ends = {
        "each": _("pool {target} each").format(target=target),
        "total": _("pools {sum} of {target} together").format(
            sum=sum(played.sheet.pool.values()), target=target * len(table.players)
        ),
        "none": _("no limit to the pool"),
        "first": _("the first to {target} ends it").format(target=target),
    }
    return _("{convention}, {hands}; {end}.").format(
        convention=phrases.convention(convention),
        hands=phrases.hands(played.deals),
        end=ends[convention.pool.end],
    )


def state(played: Replay) -> Iterator[str]:
    """Below the sheet: hands, dealer, who rests, the series, those who left."""
    yield summary(played)
    yield from left(played)
    yield hands.next_deal(played.table)
    yield from race(played)
    yield from series(played)
