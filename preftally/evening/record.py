"""Recording an entry at the end of a session."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

from preftally.engine.model import Hand, Table
from preftally.evening.change import Change, Changed, Done, proposed, write
from preftally.evening.evening import Evening
from preftally.notation import names
from preftally.notation.grammar import Said, spoken
from preftally.notation.meaning import understood
from preftally.session import edit
from preftally.session.hands import Record


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


def record(path: Path | None, hand: Hand, note: str = "") -> Done:
    """Record a hand, or another entry, at the end. Raises as `change.write`."""
    return write(path, _appending(lambda _evening: Record(hand, names.check_note(note))))


def say(path: Path | None, words: Said | str) -> Done:
    """Record what words mean, as `7S 5 --whist W --pass E`. Raises `WrongUsage` as well."""
    return write(path, _saying(words))


def try_out(path: Path | None, words: Said | str) -> Done:
    """What the words would record; nothing is written."""
    return proposed(path, _saying(words))


def _saying(words: Said | str) -> Change:
    said = spoken(words.split()) if isinstance(words, str) else words
    return _appending(lambda evening: meant(said, evening.played.table))


def _appending(made: Callable[[Evening], Record]) -> Change:
    def change(evening: Evening) -> Changed:
        one, records = made(evening)._replace(at=now()), evening.session.records
        return Changed(edit.appended(evening.session, one), (*records, one), len(records) + 1)

    return change
