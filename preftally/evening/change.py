"""Changing a session: one writer at a time, and nothing that could not be read again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from preftally.engine.replay import Replay, replay
from preftally.evening.evening import Evening, Impossible, evening_of, opened, path_of
from preftally.notation import names
from preftally.session import file, hands, store
from preftally.session.file import Session
from preftally.session.hands import Record


class Changed(NamedTuple):
    """A new text and the records that it must hold; `number` is the entry it is about.

    `gone`: that entry is there no more, and another may have its number now.
    """

    text: str
    records: tuple[Record, ...]
    number: int
    gone: bool = False


Change: TypeAlias = "Callable[[Evening], Changed]"


class Done(NamedTuple):
    """A change: the evening before and after it, and the entry that it was about.

    `kept`: whether it could be kept for `undo`; an entry added at the end need not be.
    """

    before: Evening
    after: Evening
    number: int
    kept: bool = True


@contextlib.contextmanager
def held(option: Path | None) -> Iterator[tuple[Path, Session]]:
    """A session under its lock, with the file that it is; gives it as it then stands."""
    path = path_of(option)
    store.check_kind(path)
    # That there is no session is said before a lock is laid beside it.
    file.read_bytes(path)
    with store.locked(path) as target:
        yield target, file.load(path)


def planned(evening: Evening, change: Change) -> Done:
    """The change, made from a sound evening and not written. Raises `Impossible`.

    That the new text holds its records is checked on the text itself, and so is that
    all of its hands can be.
    """
    evening.check()
    changed = change(evening)
    session = file.grown(evening.session, changed.text)
    if not same(session.records, changed.records):
        raise AssertionError("the text to be written does not hold the hands that were meant")
    after = Evening(session, _replayed(session, evening), session.failure)
    if after.played.problems:
        number = len(after.played.steps) + 1
        later = changed.gone or number != changed.number
        if later:  # by the number that it has now, before the change
            number += len(evening.session.records) - len(session.records)
        raise Impossible(after.played.problems[0], number, later=later)
    return Done(evening, after, changed.number)


def proposed(option: Path | None, change: Change) -> Done:
    """What the change would do; nothing is written."""
    return planned(opened(option), change)


def write(option: Path | None, change: Change, what: str = "") -> Done:
    """Change a session. `what` names the command, for `undo`; nothing, where an entry is added.

    Raises `Impossible` where a hand could then not be, `NotWritten`, or what is wrong with
    the session as it stands; nothing is written then.
    """
    with held(option) as (target, session):
        done = planned(evening_of(session), change)
        old, new = session, done.after.session
        if what and new.raw != old.raw:
            from preftally.session import actions  # not where a hand is added

            one = actions.between(what, done.number, (old.text, old.raw), (new.text, new.raw))
            kept = actions.known(target, old.raw)
            done = done._replace(kept=actions.keep(target, kept.followed_by(one)))
        store.replace_bytes(target, old.raw, new.raw, session.path)
    return done


def _replayed(session: Session, before: Evening) -> Replay:
    """The replay of a session; where hands were only added, from where it stood."""
    known = len(before.session.records)
    entries = [one.hand for one in session.records]
    same_game = session.game == before.session.game
    if same_game and _kinds(session.records[:known]) == _kinds(before.session.records):
        return replay(session.game, entries[known:], after=before.played)
    return replay(session.game, entries)


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
