"""The columns as on paper: each new total after a point, `2.6.10`."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.model import Column, Player
from preftally.engine.replay import Replay
from preftally.lang import _
from preftally.views import phrases
from preftally.views.history import history


def lines(played: Replay) -> Iterator[str]:
    """Each player's pool, mountain, and whists on each of the others."""
    for player in played.sheet.players:
        yield player
        for column in (Column.POOL, Column.MOUNTAIN):
            yield f"  {phrases.column(column)}: {_column(played, player, column, None)}"
        for other in played.sheet.whists[player]:
            where = _("on {player}").format(player=other)
            yield f"  {where}: {_column(played, player, Column.WHISTS, other)}"


def _column(played: Replay, player: Player, column: Column, on: Player | None) -> str:
    by_hand = {one.number: one.total for one in history(played, player, column, on)}
    return ".".join(phrases.mixed(total) for total in by_hand.values()) or "0"
