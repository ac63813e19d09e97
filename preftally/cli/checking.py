"""Everything that is wrong with a session, and a mended copy of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from preftally.cli.evening import path_of, unsound
from preftally.engine.model import is_dealt
from preftally.engine.replay import Replay, passed_over, replay
from preftally.errors import PreftallyError
from preftally.session import edit, file
from preftally.session.fields import Record
from preftally.session.file import Session


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
    """Look at every entry of the session. Raises `NoSession` if its head is unreadable.

    An entry that is not good is passed over as if it had been dealt, so that it
    is not the later ones that are found fault with.
    """
    session = file.load(path_of(option))
    played = replay(session.game, ())
    findings: list[Finding] = []
    read: dict[int, Record] = {}
    good: dict[int, Record] = {}
    for number, one in enumerate(file.entries(session), 1):
        if isinstance(one, PreftallyError):
            findings.append(Finding(number, one))
            played = passed_over(played)
            continue
        read[number] = one
        after = replay(session.game, (one.hand,), after=played)
        if after.problems:
            findings += [
                Finding(number, unsound(session, number, problem, played))
                for problem in after.problems
            ]
            played = passed_over(played) if is_dealt(one.hand) else played
            continue
        good[number] = _with_dealer(one, played, findings, number)
        played = after
    return Diagnosis(session, tuple(findings), read, good)


def _with_dealer(one: Record, played: Replay, findings: list[Finding], number: int) -> Record:
    """The entry, its dealer said where the entry before it will be missing."""
    missing = bool(findings) and findings[-1].number == number - 1
    if missing and is_dealt(one.hand) and one.hand.dealer is None:
        return one._replace(hand=one.hand._replace(dealer=played.table.dealer))
    return one


def mended(found: Diagnosis) -> str:
    """The text with the good entries only; what belongs to no entry stays."""
    text, cut = found.session.text, found.session.cut
    for number in range(len(cut), 0, -1):
        if number not in found.good:
            start, end = edit.raw_span(text, cut, number)
            text = text[:start] + text[end:]
        elif found.good[number] != found.read[number]:
            text = edit.rewritten(text, cut, number, found.read[number], found.good[number])
    return text
