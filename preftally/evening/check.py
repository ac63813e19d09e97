"""Everything that is wrong with a session, and a mended copy of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from preftally.engine.legality import Problem
from preftally.engine.model import Table
from preftally.engine.replay import judged
from preftally.errors import NoSession, PreftallyError
from preftally.evening import sift
from preftally.evening.evening import Unsound, path_of
from preftally.evening.sift import Seats, Verdict
from preftally.lang import _
from preftally.session import edit, file
from preftally.session.file import Session
from preftally.session.hands import Record


class Finding(NamedTuple):
    """An entry that cannot be read or cannot be, by its number, and why."""

    number: int
    error: PreftallyError


class Diagnosis(NamedTuple):
    """All findings; the entries as they were read; the good ones as they are to be kept."""

    session: Session
    findings: tuple[Finding, ...]
    read: dict[int, Record]
    good: dict[int, Record]


def examine(option: Path | None) -> Diagnosis:
    """Look at every entry of the session. Raises `NoSession` if its head is unreadable."""
    return diagnosed(file.load(path_of(option)))


def diagnosed(session: Session) -> Diagnosis:
    """What is wrong with each entry, and the most that can stay together, each with its dealer."""
    found = list(file.entries(session))
    read = {
        number: one for number, one in enumerate(found, 1) if not isinstance(one, PreftallyError)
    }
    if len(read) == len(found) and not any(_judged(session, read).values()):
        return Diagnosis(session, (), read, dict(read))
    verdicts = dict(enumerate(_verdicts(session, read), 1))
    findings = [
        Finding(number, one)
        for number, one in enumerate(found, 1)
        if isinstance(one, PreftallyError)
    ]
    for number, one in read.items():
        if not verdicts[number].is_kept:
            findings += _of_one(session, number, one, verdicts[number].seats)
    kept = {number: one for number, one in read.items() if verdicts[number].is_kept}
    dealers = dict(sift.dealers((number, verdicts[number], kept[number]) for number in kept))
    told = sift.told(kept, dealers)
    for number, problems in _judged(session, told).items():
        if problems:
            del kept[number]
            findings += _of_problems(session, number, problems, verdicts[number].seats)
    good = sift.with_dealers(session.game, kept, dealers)
    return Diagnosis(session, tuple(sorted(findings, key=lambda one: one.number)), read, good)


def _verdicts(session: Session, read: dict[int, Record]) -> list[Verdict]:
    numbers = range(1, len(session.cut) + 1)
    possible = []
    for number in numbers:
        start, end = session.cut[number - 1][:2]
        possible.append(sift.readings(read.get(number), session.text[start:end], session.game))
    return sift.verdicts(session.game, [read.get(number) for number in numbers], possible)


def _judged(session: Session, entries: dict[int, Record]) -> dict[int, list[Problem]]:
    hands = (one.hand for one in entries.values())
    return dict(zip(entries, judged(session.game, hands), strict=True))


def _of_one(session: Session, number: int, one: Record, seats: Seats) -> list[Finding]:
    problems = seats.problems(one.hand, session.game.convention)
    if problems:
        return _of_problems(session, number, problems, seats)
    message = _("entry {n}: with it, fewer of the others could be").format(n=number)
    error = NoSession(message, _("mend it in an editor"), session.place(number))
    return [Finding(number, error)]


def _of_problems(
    session: Session, number: int, problems: Iterable[Problem], seats: Seats
) -> list[Finding]:
    table = Table(seats.players, seats.dealer)
    return [
        Finding(number, Unsound(problem, number, table, session.place(number, problem.key)))
        for problem in problems
    ]


def mended(found: Diagnosis) -> str:
    """The text with the good entries only; what belongs to no entry stays."""
    text, cut = found.session.text, found.session.cut
    changes: dict[int, str | None] = {}
    for number in range(1, len(cut) + 1):
        good = found.good.get(number)
        if good is None:
            changes[number] = None
        elif good != found.read[number]:
            changes[number] = edit.rewritten(text, cut, number, found.read[number], good)
    return edit.without(text, cut, changes)
