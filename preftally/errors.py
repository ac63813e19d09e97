"""What can go wrong, each kind with its exit status and what to do about it."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where in a file: its path, the line counted from 1, and the row as written."""

    file: str
    line: int
    row: str


class PreftallyError(Exception):
    """One clear message; `hint` says what to do, `place` where it is."""

    status = 1

    def __init__(self, message: str, hint: str = "", place: Place | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.place = place


class Refused(PreftallyError):
    """The rules, or what the session holds, do not allow it."""

    status = 1


class WrongUsage(PreftallyError):
    """The words of the command cannot be understood."""

    status = 2


class NoSession(PreftallyError):
    """There is no session, or it cannot be read."""

    status = 3


class NotWritten(PreftallyError):
    """It could not be written; what stood there stands."""

    status = 4


class Notice(UserWarning):
    """Something that was done all the same, and that its owner should know."""
