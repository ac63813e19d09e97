"""The columns as on paper: each new total after a point, `2.6.10`."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.model import Amount, Column, Player
from preftally.engine.replay import Replay
from preftally.lang import _
from preftally.views import phrases


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
    total: Amount = 0
    totals = []
    for step in played.steps:
        before = total
        for entry in step.entries:
            whists_on = entry.on if entry.column is Column.WHISTS else None
            if (entry.player, entry.column, whists_on) == (player, column, on):
                total += entry.amount
        if total != before:
            totals.append(phrases.mixed(total))
    return ".".join(totals) or "0"
