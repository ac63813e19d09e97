"""Changing an entry that is not the last: what it changes further on, and the way back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from preftally.cli import output
from preftally.engine.replay import Replay, replay
from preftally.errors import Refused
from preftally.evening.evening import Change, Changed, Evening, write
from preftally.lang import _
from preftally.notation import manner
from preftally.notation.grammar import Said
from preftally.notation.spelling import phrase, short
from preftally.session.hands import Record
from preftally.views import changes


def entry(evening: Evening, number: int) -> Record:
    """Entry `number`, counted from 1 as `log` counts. Raises `Refused` if there is none."""
    records = evening.session.records
    if number > len(records):
        raise Refused(
            _("there is no entry {n}").format(n=number),
            _("the entries are 1 to {n}: see preftally log").format(n=len(records))
            if records
            else _("no hand has been recorded yet"),
        )
    return records[number - 1]


def before(evening: Evening, number: int) -> Replay:
    """The replay of the entries before `number`: the table that it is dealt at."""
    earlier = (one.hand for one in evening.session.records[: number - 1])
    return replay(evening.played.game, earlier)


def mend(session: Path | None, change: Change) -> tuple[Evening, Evening]:
    """Write the change; gives the evening before and after it."""
    kept: list[Evening] = []

    def noted(evening: Evening) -> Changed:
        kept.append(evening)
        return change(evening)

    after = write(session, noted)
    output.recorded()
    return kept[0], after


def show_changes(was: Evening, now: Evening, number: int) -> None:
    """Say what the change of entry `number` changes further on."""
    for line in changes.lines(was.played, now.played, number):
        output.say(f"   {line}")


def _like_option(word: str) -> bool:
    return word.startswith("-") and word.removeprefix("--") not in Said._fields and word != "--pass"


def way_back(
    session: Path | None,
    command: str,
    number: int,
    one: Record | None = None,
    *,
    emptied: bool = False,
) -> None:
    """Say the command that reverses a change; `emptied` takes a new note away."""
    say = short if manner.at_prompt() else phrase
    words: Iterable[str] = () if one is None else say(one.hand, one.note)
    words, note = list(words), ["--note", ""] if emptied else []
    # After two hyphens no name is taken for an option, and the words are understood all the same.
    stop = ["--"] if any(_like_option(word) for word in words) else []
    line = typed(session, command, str(number), *note, *stop, *words)
    output.aside(_("To reverse it: {command}").format(command=line))


def typed(session: Path | None, command: str, *words: str) -> str:
    """A command as it must be typed to mean the same session."""
    named = [] if session is None or manner.at_prompt() else ["-s", str(session)]
    return manner.command(command, *named, *words)
