"""A session with its replay, and recording into it: what most commands begin with."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from preftally.engine.legality import Fault, Problem
from preftally.engine.replay import Replay, replay
from preftally.errors import NoSession, PreftallyError, Refused
from preftally.lang import _
from preftally.notation import names
from preftally.session import file, hands, store
from preftally.session.file import Session
from preftally.session.hands import Record
from preftally.views import problems


class Changed(NamedTuple):
    """A new text and the records that it must hold; `touched` is the entry it is about."""

    text: str
    records: tuple[Record, ...]
    touched: int


Change: TypeAlias = "Callable[[Evening], Changed]"


class Evening(NamedTuple):
    """A session, its good hands replayed, and the first thing wrong with it, if any."""

    session: Session
    played: Replay
    failure: PreftallyError | None

    @property
    def target(self) -> Path:
        """The file itself, where the session is a link."""
        return Path(os.path.realpath(self.session.path))

    def check(self) -> None:
        """Raise what is wrong with the session, if anything is."""
        if self.failure is not None:
            raise self.failure


def path_of(option: Path | None) -> Path:
    """The session file that the option, the environment or the folder names."""
    return file.locate(option, os.environ)


def opened(option: Path | None) -> Evening:
    """The session to read from, replayed. Raises `NoSession`."""
    return evening_of(file.load(path_of(option)))


def evening_of(session: Session) -> Evening:
    """A session replayed; a hand that cannot be is its failure."""
    played = replay(session.game, (one.hand for one in session.records))
    if played.problems:
        number = len(played.steps) + 1
        return Evening(session, played, unsound(session, number, played.problems[0], played))
    return Evening(session, played, session.failure)


def unsound(session: Session, number: int, problem: Problem, played: Replay) -> NoSession:
    """The message for a hand of the file that cannot be."""
    message = _("entry {n}: {message}").format(n=number, message=problems.sentence(problem))
    hint = problems.hint(problem)
    if problem.fault is Fault.STRANGER:
        hint = names.did_you_mean(problem.player, played.table.players)
    return NoSession(
        message,
        hint or _("mend the hand in an editor, or see: preftally check"),
        session.place(number, problem.key),
    )


def refused(after: Evening, before: Evening, touched: int) -> Refused:
    """The message for a change after which a hand cannot be."""
    problem, number = after.played.problems[0], len(after.played.steps) + 1
    message, hint = problems.sentence(problem), problems.hint(problem)
    if number != touched:
        # By the number that it has now, before the change.
        number += len(before.session.records) - len(after.session.records)
        message = _("entry {n} could then not be: {message}").format(n=number, message=message)
    return Refused(message, hint)


def write(option: Path | None, change: Change) -> Evening:
    """Change a session under its lock; gives the evening as it is then.

    `change` is made from the sound evening. That the new text holds its records is
    checked on the text itself before it reaches the disk, and so is that all of
    its hands can be. Raises `Refused` otherwise.
    """
    path = path_of(option)
    store.check_kind(path)
    # That there is no session is said before a lock is laid beside it.
    file.read_bytes(path)
    with store.locked(path) as target:
        evening = opened(option)
        evening.check()
        changed = change(evening)
        session = file.grown(evening.session, changed.text)
        if not same(session.records, changed.records):
            raise AssertionError("the text to be written does not hold the hands that were meant")
        after = Evening(session, _replayed(session, evening), session.failure)
        if after.played.problems:
            raise refused(after, evening, changed.touched)
        store.replace_bytes(target, evening.session.raw, session.raw, path)
    return after


def _replayed(session: Session, before: Evening) -> Replay:
    """The replay of a session; where hands were only added, from where it stood."""
    known = len(before.session.records)
    hands = [one.hand for one in session.records]
    if _kinds(session.records[:known]) == _kinds(before.session.records):
        return replay(session.game, hands[known:], after=before.played)
    return replay(session.game, hands)


def _kinds(records: tuple[Record, ...]) -> list[tuple[type, Record]]:
    return [(type(one.hand), one) for one in records]


def same(ones: tuple[Record, ...], others: tuple[Record, ...]) -> bool:
    """Whether records say the same; the spelling of a name may differ in its case.

    (A player who joined is spelt, in all that follows, as he was then.)
    """
    return len(ones) == len(others) and all(
        type(one.hand) is type(other.hand) and (one == other or _folded(one) == _folded(other))
        for one, other in zip(ones, others, strict=True)
    )


def _folded(one: Record) -> Any:
    return _named(hands.fields_of(one))


def _named(value: Any) -> Any:
    """A value with every text in it as names are compared."""
    if isinstance(value, dict):
        return {names.key(key): _named(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_named(one) for one in value]
    return names.key(value) if isinstance(value, str) else value
