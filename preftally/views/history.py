"""The history of one place of the sheet: a pool, a mountain, or whists on somebody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from preftally.engine.model import Amount, Column, Entry, Joined, Left, Player
from preftally.engine.replay import Replay


class Writing(NamedTuple):
    """An entry of the place, the number of its hand, and what it brings the place to."""

    number: int
    entry: Entry
    total: Amount


def history(
    played: Replay, player: Player, column: Column, on: Player | None = None
) -> Iterator[Writing]:
    """All that was written in a place; who leaves and comes back begins anew."""
    total: Amount = 0
    for number, step in enumerate(played.steps, 1):
        if isinstance(step.hand, (Joined, Left)) and step.hand.player in (player, on):
            total = 0
        for entry in step.entries:
            whists_on = entry.on if entry.column is Column.WHISTS else None
            if (entry.player, entry.column, whists_on) == (player, column, on):
                total += entry.amount
                yield Writing(number, entry, total)
