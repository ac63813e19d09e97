"""An evening on its way to those who were not at the table."""

from __future__ import annotations

from fractions import Fraction

from preftally.engine.replay import replay
from preftally.evening.evening import Evening
from preftally.views.report import Detail, Report


def told(
    evening: Evening, stake: Fraction | None, stake_text: str, number: int | None = None
) -> Report:
    """The report of the good hands; with `number`, as it stood after that entry of them."""
    played, records = evening.played, evening.session.records
    if number is not None:
        played = replay(played.game, (step.hand for step in played.steps[:number]))
    return Report(
        played,
        [Detail(one.note, one.at) for one in records[: len(played.steps)]],
        stake,
        stake_text,
        date=evening.session.date,
        place=evening.session.occasion.place,
    )
