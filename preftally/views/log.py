"""The evening, a line for each entry, or three."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from preftally.engine.model import Hand, Player
from preftally.engine.replay import Replay, Step, sheets
from preftally.engine.settlement import whole
from preftally.lang import _
from preftally.notation import names, spelling
from preftally.views import hands, phrases

Cells: TypeAlias = Callable[[str], int]


def long(played: Replay, notes: Sequence[str], last: int = 0) -> Iterator[str]:
    """Each entry with what it wrote and the balances after it, on three lines."""
    if not played.steps:
        yield _("No hand has been recorded yet.")
    for one in _rows(played, notes, last):
        yield f"{one.number}. {hands.sentence(one.step.hand)}{one.remark}"
        yield f"   {hands.writes(one.step.entries)}"
        balance = ", ".join(f"{player} {phrases.signed(net)}" for player, net in one.nets.items())
        yield "   " + _("balance: {balance}").format(balance=balance)


def lines(
    played: Replay, notes: Sequence[str], width: int, cells: Cells, last: int = 0
) -> Iterator[str]:
    """An entry a line: its words, what it wrote, and the balances where there is room.

    Of the ways to say it, from full names to their first letters, the first is taken
    in which every line fits; the last has no room for what was written.
    """
    if not played.steps:
        yield _("No hand has been recorded yet.")
        return
    rows = list(_rows(played, notes, last))
    seated = tuple(dict.fromkeys(name for one in rows for name in one.nets))
    short = {player: _initial(player, seated) for player in seated}
    full = {player: player for player in seated}
    ways = [
        (full, True, True),
        (full, True, False),
        (short, True, True),
        (short, True, False),
        (short, False, True),
    ]
    for called, with_writes, with_nets in ways:
        said = [_columns(one, called, with_writes=with_writes, with_nets=with_nets) for one in rows]
        drawn = list(_aligned(said, cells))
        if all(cells(line) <= width for line in drawn):
            break
    yield from drawn


class _Row(NamedTuple):
    """An entry: its number and note, what it wrote, the balances after it."""

    number: int
    step: Step
    remark: str
    nets: dict[Player, int]


def _rows(played: Replay, notes: Sequence[str], last: int) -> Iterator[_Row]:
    convention = played.game.convention
    first = max(len(played.steps) - last, 0) if last else 0
    for at, (step, sheet) in enumerate(zip(played.steps, sheets(played), strict=True)):
        if at >= first:
            note = f" ({_one_line(notes[at])})" if notes[at] else ""
            yield _Row(at + 1, step, note, whole(sheet, convention))


def _initial(player: Player, players: tuple[Player, ...]) -> str:
    return player[: len(names.shortest(player, players))]


def _columns(
    one: _Row, called: Mapping[Player, str], *, with_writes: bool, with_nets: bool
) -> list[str]:
    """The words, what was written, the balances: those that there is room for."""
    said = [f"{one.number}. {_words(one.step.hand, called)}{one.remark}"]
    if with_writes:
        said.append(_writes(one.step, called))
    if with_nets:
        glue = " " if with_writes else ""
        said.append(
            " ".join(f"{called[name]}{glue}{phrases.signed(net)}" for name, net in one.nets.items())
        )
    return said


def _words(hand: Hand, called: Mapping[Player, str]) -> str:
    """An entry as it is typed at the prompt, its players called so."""
    said = []
    for word in spelling.short(hand):
        name, equals, tricks = word.rpartition("=")
        if equals and name in called:
            # Initials end in a letter: a number can follow at once.
            said.append(f"{called[name]}{'=' if called[name] == name else ''}{tricks}")
        else:
            said.append(called.get(word, word))
    return " ".join(said)


def _writes(step: Step, called: Mapping[Player, str]) -> str:
    parts = []
    for (player, column, on), amount in hands.sums(step.entries).items():
        one, other = called.get(player, player), called.get(on or "", on or "")
        place = f"{one} {phrases.column(column)}" if on is None else f"{one}→{other}"
        parts.append(f"{place} {phrases.signed(amount)}")
    return ", ".join(parts) or "-"


def _aligned(rows: Sequence[list[str]], cells: Cells) -> Iterator[str]:
    """Columns below each other, two blanks between them."""
    widths = [max(cells(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        padded = [part + " " * (room - cells(part)) for part, room in zip(row, widths, strict=True)]
        yield "  ".join(padded).rstrip()


def _one_line(note: str) -> str:
    return " ".join(note.split("\n"))


LEVELS = "▁▂▃▄▅▆▇█"


def curves(played: Replay, width: int, cells: Cells) -> Iterator[str]:
    """Each player's balance over the evening, between the lowest and the highest of all.

    A long evening is drawn by as many of its hands as there is room for.
    """
    nets = [whole(sheet, played.game.convention) for sheet in sheets(played)]
    if len(nets) < 2:
        return
    low = min(min(net.values()) for net in nets)
    high = max(max(net.values()) for net in nets)
    longest = max(cells(player) for player in nets[-1])
    figures = max(len(phrases.signed(total)) for total in nets[-1].values())
    room = max(width - longest - figures - 2, 1)
    shown = [nets[at] for at in _spread(len(nets), room)]
    for player, total in nets[-1].items():
        curve = "".join(_level(net.get(player, 0), low, high) for net in shown)
        padding = " " * (longest - cells(player))
        yield f"{player}{padding} {curve} {phrases.signed(total)}"


def _spread(count: int, room: int) -> list[int]:
    """So many places out of `count`, evenly, the last one among them."""
    if count <= room:
        return list(range(count))
    return [(at + 1) * count // room - 1 for at in range(room)]


def _level(amount: int, low: int, high: int) -> str:
    span = max(high - low, 1)
    return LEVELS[(amount - low) * (len(LEVELS) - 1) // span]
