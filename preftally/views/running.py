"""The columns as on paper: each new total after a point, `2.6.10`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from preftally.engine.model import Amount, Column, Player
from preftally.engine.replay import Replay
from preftally.lang import _
from preftally.views import phrases
from preftally.views.history import history

Totals = tuple[Amount, ...]


class Columns(NamedTuple):
    """What one player has written: the total after each hand that changed it."""

    pool: Totals
    mountain: Totals
    on: Mapping[Player, Totals]


def columns(played: Replay) -> dict[Player, Columns]:
    """The columns of everybody who sits; `on` holds those on whom anything was written."""
    return {player: _columns(played, player) for player in played.sheet.players}


def _columns(played: Replay, player: Player) -> Columns:
    on = {
        other: _totals(played, player, Column.WHISTS, other)
        for other in played.sheet.whists[player]
    }
    return Columns(
        _totals(played, player, Column.POOL),
        _totals(played, player, Column.MOUNTAIN),
        {other: totals for other, totals in on.items() if totals},
    )


def _totals(played: Replay, player: Player, column: Column, on: Player | None = None) -> Totals:
    by_hand = {one.number: one.total for one in history(played, player, column, on)}
    return tuple(by_hand.values())


def lines(played: Replay) -> Iterator[str]:
    """Each player's pool, mountain, and whists on each of the others."""
    for player, row in columns(played).items():
        yield player
        yield f"  {phrases.column(Column.POOL)}: {_dotted(row.pool)}"
        yield f"  {phrases.column(Column.MOUNTAIN)}: {_dotted(row.mountain)}"
        for other in played.sheet.whists[player]:
            where = _("on {player}").format(player=other)
            yield f"  {where}: {_dotted(row.on.get(other, ()))}"


def _dotted(totals: Totals) -> str:
    return ".".join(map(phrases.mixed, totals)) or "0"
