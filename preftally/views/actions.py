"""What `undo` took back and `redo` brought back, a line an action."""

from __future__ import annotations

from collections.abc import Sequence

from preftally.engine.model import Hand
from preftally.lang import _
from preftally.views import hands


def taken_back(what: str, number: int, before: Sequence[Hand], after: Sequence[Hand]) -> str:
    """An action that was undone: its command, its entry, all entries before and after undoing."""
    match what:
        case "edit":
            return _("Taken back: entry {n} was changed; it is again: {hand}.").format(
                n=number, hand=hands.sentence(after[number - 1])
            )
        case "drop":
            return _("Put back: {hand}.").format(hand=_numbered(number, after))
        case "mend":
            return _("Taken back: the mending. The session is what it was.")
        case "rename":
            return _("Taken back: the new name.")
        case _:  # an entry that was added or put in
            return _("Taken back: {hand}.").format(hand=_numbered(number, before))


def brought_back(what: str, number: int, before: Sequence[Hand], after: Sequence[Hand]) -> str:
    """An action that was done again, likewise."""
    match what:
        case "edit":
            return _("Changed again: {hand}.").format(hand=_numbered(number, after))
        case "drop":
            return _("Taken out again: {hand}.").format(hand=_numbered(number, before))
        case "mend":
            return _("Mended again.")
        case "rename":
            return _("The new name again.")
        case _:
            return _("Put back: {hand}.").format(hand=_numbered(number, after))


def _numbered(number: int, entries: Sequence[Hand]) -> str:
    return f"{number}. {hands.sentence(entries[number - 1])}"
