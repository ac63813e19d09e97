"""The evening, a line for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from preftally.engine.replay import Replay, sheets
from preftally.engine.settlement import balances, rounded
from preftally.lang import _
from preftally.views import hands, phrases


def lines(played: Replay, notes: Sequence[str]) -> Iterator[str]:
    """Each hand with what it wrote, and the balances after it."""
    if not played.steps:
        yield _("No hand has been recorded yet.")
    convention = played.game.convention
    for number, (step, sheet) in enumerate(zip(played.steps, sheets(played), strict=True), 1):
        note = notes[number - 1]
        remark = f" ({_one_line(note)})" if note else ""
        yield f"{number}. {hands.sentence(step.hand)}{remark}"
        yield f"   {hands.writes(step.entries)}"
        nets = rounded(balances(sheet, convention))
        balance = ", ".join(f"{player} {phrases.signed(net)}" for player, net in nets.items())
        yield "   " + _("balance: {balance}").format(balance=balance)


def _one_line(note: str) -> str:
    return " ".join(note.split())
