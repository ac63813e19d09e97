"""The evening, a line for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

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
    if len(played.steps) > 1:
        yield ""
        yield from _curves(played)


_LEVELS = "▁▂▃▄▅▆▇█"


def _curves(played: Replay) -> Iterator[str]:
    """Each player's balance over the evening, lowest to highest of all."""
    convention = played.game.convention
    nets = [rounded(balances(sheet, convention)) for sheet in sheets(played)]
    low = min(min(net.values()) for net in nets)
    high = max(max(net.values()) for net in nets)
    last = nets[-1]
    width = max(cell_len(player) for player in last)
    for player, total in last.items():
        curve = "".join(_level(net.get(player, 0), low, high) for net in nets)
        padding = " " * (width - cell_len(player))
        yield f"{player}{padding} {curve} {phrases.signed(total)}"


def _level(amount: int, low: int, high: int) -> str:
    span = max(high - low, 1)
    return _LEVELS[(amount - low) * (len(_LEVELS) - 1) // span]


def _one_line(note: str) -> str:
    return " ".join(note.split("\n"))
