"""Taking back the last action, whatever it was, and bringing it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from preftally.engine.model import Hand
from preftally.errors import Refused
from preftally.evening.change import held
from preftally.evening.evening import Evening, evening_of
from preftally.lang import _, many
from preftally.session import actions, edit, file, store
from preftally.session.actions import Action, Actions
from preftally.session.file import Session


class Step(NamedTuple):
    """One action taken or brought back: its command, its entry, all entries before and after."""

    what: str
    number: int
    before: tuple[Hand, ...]
    after: tuple[Hand, ...]


class Undone(NamedTuple):
    """What was taken or brought back, first to last, between two states of the evening."""

    steps: tuple[Step, ...]
    before: Evening
    after: Evening
    kept: bool


_Move = Callable[[Session, Actions], "tuple[Session, Actions, Action] | None"]


def undo(path: Path | None, count: int = 1) -> Undone:
    """Take back the last actions: entries added at the end, and changes of others.

    Raises `Refused` where there are fewer; nothing is written then.
    """
    return _moved(path, count, _taken_back, _no_more_done)


def redo(path: Path | None, count: int = 1) -> Undone:
    """Bring back what was undone last, as long as the session has not changed since."""
    return _moved(path, count, _brought_back, _no_more_undone)


def _moved(path: Path | None, count: int, move: _Move, few: Callable[[int], Refused]) -> Undone:
    with held(path) as (target, first):
        kept, session, steps = actions.known(target, first.raw), first, list[Step]()
        for _number in range(count):
            moved = move(session, kept)
            if moved is None:
                raise few(len(steps))
            before = session
            session, kept, one = moved
            steps.append(Step(one.what, one.number, _entries(before), _entries(session)))
        was, now = evening_of(first), evening_of(session)
        could = actions.keep(target, kept)
        store.replace_bytes(target, first.raw, session.raw, first.path)
    return Undone(tuple(steps), was, now, could)


def _entries(session: Session) -> tuple[Hand, ...]:
    return tuple(one.hand for one in session.records)


def _taken_back(session: Session, kept: Actions) -> tuple[Session, Actions, Action] | None:
    one = kept.last(session.raw)
    if one is not None:
        text = one.backward(session.text)
        return file.parse(session.path, session.encoded(text)), kept.taken_back(one), one
    evening_of(session).check()
    number = len(session.records)
    if not number:
        return None
    before = session.cut_to(edit.dropped(session, number), number - 1)
    states = (before.text, before.raw), (session.text, session.raw)
    one = actions.between("hand", number, *states)
    return before, kept.taken_back(one), one


def _brought_back(session: Session, kept: Actions) -> tuple[Session, Actions, Action] | None:
    if not kept.undone:
        evening_of(session).check()
        return None
    one = kept.undone[-1]
    raw = session.encoded(one.forward(session.text))
    if actions.fingerprint(raw) != one.after:
        raise Refused(_("what undo kept does not fit this session"), _("record the hand again"))
    after = file.parse(session.path, raw)
    number = one.number or len(after.records)
    return after, kept.brought_back(), one._replace(number=number)


def _no_more_done(found: int) -> Refused:
    if not found:
        return Refused(_("there is nothing to take back"), _("no hand has been recorded yet"))
    return Refused(
        many("there is no more to take back than {n} action",
             "there is no more to take back than {n} actions", found),
        _("take back fewer: --count {n}").format(n=found),
    )  # fmt: skip


def _no_more_undone(found: int) -> Refused:
    if not found:
        return Refused(
            _("there is nothing to bring back"),
            _("nothing was undone, or the session has changed since"),
        )
    return Refused(
        many("there is no more to bring back than {n} action",
             "there is no more to bring back than {n} actions", found),
        _("bring back fewer: --count {n}").format(n=found),
    )  # fmt: skip
