"""The evening, a line for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from preftally.engine.replay import Replay, sheets
from preftally.engine.settlement import whole
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
        nets = whole(sheet, convention)
        balance = ", ".join(f"{player} {phrases.signed(net)}" for player, net in nets.items())
        yield "   " + _("balance: {balance}").format(balance=balance)


def _one_line(note: str) -> str:
    return " ".join(note.split("\n"))


LEVELS = "▁▂▃▄▅▆▇█"


def curves(played: Replay, width: int) -> Iterator[str]:
    """Each player's balance over the evening, between the lowest and the highest of all.

    A long evening is drawn by as many of its hands as there is room for.
    """
    nets = [whole(sheet, played.game.convention) for sheet in sheets(played)]
    if len(nets) < 2:
        return
    low = min(min(net.values()) for net in nets)
    high = max(max(net.values()) for net in nets)
    names = max(cell_len(player) for player in nets[-1])
    figures = max(len(phrases.signed(total)) for total in nets[-1].values())
    room = max(width - names - figures - 2, 1)
    shown = [nets[at] for at in _spread(len(nets), room)]
    for player, total in nets[-1].items():
        curve = "".join(_level(net.get(player, 0), low, high) for net in shown)
        padding = " " * (names - cell_len(player))
        yield f"{player}{padding} {curve} {phrases.signed(total)}"


def _spread(count: int, room: int) -> list[int]:
    """So many places out of `count`, evenly, the last one among them."""
    if count <= room:
        return list(range(count))
    return [(at + 1) * count // room - 1 for at in range(room)]


def _level(amount: int, low: int, high: int) -> str:
    span = max(high - low, 1)
    return LEVELS[(amount - low) * (len(LEVELS) - 1) // span]
