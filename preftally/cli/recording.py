"""Recording an entry, and the one to three lines that answer it."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

from preftally.cli import output
from preftally.engine.model import Left, Table
from preftally.engine.replay import below_floor, lowest_contract, replay
from preftally.evening.evening import Changed, Evening, opened, refused, write
from preftally.lang import _
from preftally.notation import names
from preftally.notation.grammar import Said
from preftally.notation.meaning import understood
from preftally.session import edit
from preftally.session.hands import Record
from preftally.views import hands

# Nobody deals and plays a hand in so short a time.
A_FEW_SECONDS = 5


def now() -> datetime.datetime:
    """The time of an entry, to the second, with its offset."""
    moment = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    try:
        return moment.astimezone()
    except ValueError:  # a time zone that no clock can have
        return moment


def meant(said: Said, table: Table) -> Record:
    """The entry that the words mean, with its note. Raises `WrongUsage`."""
    note = names.check_note(said.note)
    return Record(understood(said, table), note)


def take(session: Path | None, said: Said) -> Evening:
    """The evening as it would be with the hand; nothing is written."""
    evening = opened(session)
    evening.check()
    hand = meant(said, evening.played.table).hand
    played = replay(evening.session.game, (hand,), after=evening.played)
    if played.problems:
        raise refused(evening._replace(played=played), evening, len(played.steps) + 1)
    return evening._replace(played=played)


def show_recorded(session: Path | None, said: Said) -> Evening:
    """Record the hand and answer it."""
    return record(session, lambda evening: meant(said, evening.played.table))


def record(session: Path | None, made: Callable[[Evening], Record]) -> Evening:
    """Record an entry that is made from the evening as it stands, and answer it."""

    def change(evening: Evening) -> Changed:
        one, records = made(evening)._replace(at=now()), evening.session.records
        return Changed(edit.appended(evening.session, one), (*records, one), len(records) + 1)

    after = write(session, change)
    output.recorded()
    show(after)
    _warn_of_a_twin(session, after)
    return after


def _warn_of_a_twin(session: Path | None, evening: Evening) -> None:
    """Enter pressed twice, perhaps: the entry is there, and so is the way to take it back."""
    *_others, before, last = [None, *evening.session.records]
    if before is None or last is None or before.hand != last.hand:
        return
    if before.at is None or last.at is None or type(before.hand) is not type(last.hand):
        return
    seconds = int((last.at - before.at).total_seconds())
    if 0 <= seconds <= A_FEW_SECONDS:
        from preftally.cli.mending import typed  # here only: it shows balances

        output.warn(
            _("the same was recorded a moment ago; to take this one back: {undo}").format(
                undo=typed(session, "undo")
            )
        )


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
