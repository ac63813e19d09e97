"""A session with its replay: what all that reads or changes it begins with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from preftally.engine.legality import Fault, Problem
from preftally.engine.model import Table
from preftally.engine.replay import Replay, replay
from preftally.errors import NoSession, Place, PreftallyError, Refused
from preftally.lang import _
from preftally.notation import names
from preftally.session import file
from preftally.session.file import Session
from preftally.session.hands import Record
from preftally.views import problems


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

    def entry(self, number: int) -> Record:
        """Entry `number`, counted from 1 as `log` counts. Raises `Refused` if there is none."""
        records = self.session.records
        if number > len(records):
            raise Refused(
                _("there is no entry {n}").format(n=number),
                _("the entries are 1 to {n}: see preftally log").format(n=len(records))
                if records
                else _("no hand has been recorded yet"),
            )
        return records[number - 1]

    def table_of(self, number: int) -> Table:
        """The table that entry `number` finds."""
        if number > len(self.played.steps):
            return self.played.table
        earlier = (one.hand for one in self.session.records[: number - 1])
        return replay(self.played.game, earlier).table


class Impossible(Refused):
    """A change after which a hand cannot be: the problem and the number of that hand."""

    def __init__(self, problem: Problem, number: int, *, later: bool) -> None:
        message = problems.sentence(problem)
        if later:
            message = _("entry {n} could then not be: {message}").format(n=number, message=message)
        super().__init__(message, problems.hint(problem))
        self.problem = problem
        self.number = number


class Unsound(NoSession):
    """A hand of the file that cannot be: the problem and the number of that hand."""

    def __init__(self, problem: Problem, number: int, table: Table, place: Place) -> None:
        message = _("entry {n}: {message}").format(n=number, message=problems.sentence(problem))
        hint = problems.hint(problem)
        if problem.fault is Fault.STRANGER:
            hint = names.did_you_mean(problem.player, table.players)
        super().__init__(
            message, hint or _("mend the hand in an editor, or see: preftally check"), place
        )
        self.problem = problem
        self.number = number


def path_of(option: Path | None) -> Path:
    """The session file that the option, the environment or the folder names."""
    return file.locate(option, os.environ)


def opened(option: Path | None = None) -> Evening:
    """The session to read from, replayed. Raises `NoSession`."""
    return evening_of(file.load(path_of(option)))


def evening_of(session: Session) -> Evening:
    """A session replayed; a hand that cannot be is its failure."""
    played = replay(session.game, (one.hand for one in session.records))
    return Evening(session, played, first_problem(session, played) or session.failure)


def first_problem(session: Session, played: Replay) -> Unsound | None:
    """What is wrong with the first hand that cannot be, if one cannot."""
    if not played.problems:
        return None
    number, problem = len(played.steps) + 1, played.problems[0]
    return Unsound(problem, number, played.table, session.place(number, problem.key))
