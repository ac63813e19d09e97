"""What a change of the session is answered with: what was understood, written and moved."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from preftally.cli import output
from preftally.engine.model import Contracted, Hand, Left
from preftally.engine.replay import below_floor, lowest_contract
from preftally.evening import record
from preftally.evening.change import Done
from preftally.evening.evening import Evening
from preftally.lang import _
from preftally.notation import manner
from preftally.notation.grammar import Said
from preftally.notation.spelling import phrase, short
from preftally.session.hands import Record
from preftally.views import hands

if TYPE_CHECKING:
    from preftally.evening.undo import Undone

# Nobody deals and plays a hand in so short a time.
A_FEW_SECONDS = 5


def show_recorded(session: Path | None, said: Said) -> Evening:
    """Record what was said and answer it."""
    after = record.say(session, said).after
    output.recorded()
    show(after)
    _warn_of_a_twin(session, after)
    return after


def _warn_of_a_twin(session: Path | None, evening: Evening) -> None:
    """Enter pressed twice, perhaps: the entry is there, and so is the way to take it back."""
    if len(evening.session.records) < 2:
        return
    before, last = evening.session.records[-2:]
    if before.at is None or last.at is None:
        return
    if _as_said(before.hand) != _as_said(last.hand):
        return
    seconds = int((last.at - before.at).total_seconds())
    if 0 <= seconds <= A_FEW_SECONDS:
        output.warn(
            _("the same was recorded a moment ago; to take this one back: {undo}").format(
                undo=typed(session, "undo")
            )
        )


def _as_said(hand: Hand) -> tuple[str, Hand]:
    """An entry without those who passed unsaid: they follow from who deals."""
    bare = hand._replace(passed=()) if isinstance(hand, Contracted) else hand
    return type(hand).__name__, bare


def show(evening: Evening) -> None:
    """What was understood, what it wrote for whom, who deals next; and a warning."""
    played = evening.played
    step = played.steps[-1]
    output.say(f"{len(played.steps)}. {hands.sentence(step.hand)}.")
    if isinstance(step.hand, Left):
        from preftally.views import state  # here only: settling loads fractions

        for line in state.left(played):
            output.say(f"   {line}")
    else:
        output.say(f"   {hands.writes(step.entries)}.")
    output.say(f"   {hands.next_deal(played.table)}")
    convention = played.game.convention
    if below_floor(step.hand, step.table, convention):
        floor = lowest_contract(step.table, convention)
        output.warn(hands.floor_warning(step.hand, floor))


def show_dry() -> None:
    """Say that nothing was written."""
    output.aside(_("Nothing was written: this was a dry run."))


def show_done(session: Path | None, done: Done, title: str, back: str, *, dry: bool) -> None:
    """A change of an entry that is not the last: what it moves, and the way back.

    `back` is the command that reverses it, where it could not be kept for `undo`.
    """
    if not dry:
        output.recorded()
    output.say(title)
    show_moved(done.before, done.after, done.number)
    if dry:
        show_dry()
    elif done.kept:
        output.aside(_("To take it back: {command}").format(command=typed(session, "undo")))
    else:
        output.warn(_("it could not be kept for undo"))
        output.aside(_("To reverse it: {command}").format(command=back))


def show_moved(before: Evening, after: Evening, number: int) -> None:
    """What the change of entry `number` moves further on."""
    from preftally.views import changes  # here only: settling loads fractions

    for line in changes.lines(before.played, after.played, number):
        output.say(f"   {line}")


def show_between(undone: Undone, number: int) -> None:
    """What lies between two states of the evening; under another name nothing is compared."""
    if any(step.what == "rename" for step in undone.steps):
        output.say(f"   {hands.next_deal(undone.after.played.table)}")
    else:
        show_moved(undone.before, undone.after, number)


def saying(session: Path | None, command: str, number: int, one: Record, *before: str) -> str:
    """A command that says an entry, as it must be typed."""
    say = short if manner.at_prompt() else phrase
    words: Iterable[str] = list(say(one.hand, one.note))
    # After two hyphens no name is taken for an option, and the words are understood all the same.
    stop = ["--"] if any(_like_option(word) for word in words) else []
    return typed(session, command, str(number), *before, *stop, *words)


def _like_option(word: str) -> bool:
    return word.startswith("-") and word.removeprefix("--") not in Said._fields and word != "--pass"


def typed(session: Path | None, command: str, *words: str) -> str:
    """A command as it must be typed to mean the same session."""
    named = [] if session is None or manner.at_prompt() else ["-s", str(session)]
    return manner.command(command, *named, *words)
