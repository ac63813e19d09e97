"""Everything that is wrong with a session, and a mended copy of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from preftally.engine.model import is_dealt
from preftally.engine.replay import passed_over, replay
from preftally.errors import PreftallyError
from preftally.evening.evening import Unsound, path_of
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
    """Look at every entry of a session. Raises `NoSession` if its head is unreadable."""
    return diagnosed(file.load(path_of(option)))


def diagnosed(session: Session) -> Diagnosis:
    """All that is wrong with a session, and its good entries.

    An entry that is not good is passed over as if it had been dealt, so that it
    is not the later ones that are found fault with.
    """
    played = replay(session.game, ())
    findings: list[Finding] = []
    read: dict[int, Record] = {}
    good: dict[int, Record] = {}
    # Whether a deal will be missing before the next hand, which must then say its dealer.
    gap = False
    for number, one in enumerate(file.entries(session), 1):
        if isinstance(one, PreftallyError):
            findings.append(Finding(number, one))
            played, gap = passed_over(played), True
            continue
        read[number] = one
        after = replay(session.game, (one.hand,), after=played)
        if after.problems:
            findings += [
                Finding(
                    number,
                    Unsound(problem, number, played.table, session.place(number, problem.key)),
                )
                for problem in after.problems
            ]
            if is_dealt(one.hand):
                played, gap = passed_over(played), True
            continue
        good[number] = one
        if gap and is_dealt(one.hand):
            dealer = one.hand.dealer or played.table.dealer
            good[number] = one._replace(hand=one.hand._replace(dealer=dealer))
            gap = False
        played = after
    return Diagnosis(session, tuple(findings), read, good)


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
