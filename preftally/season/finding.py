"""The files of a season: those that are named, and those in the folders that are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from preftally.errors import NoSession, PreftallyError
from preftally.lang import _

PEOPLE = "people.toml"
SUFFIX = ".toml"


class Skipped(NamedTuple):
    """A file that does not count, and why; with `error` it could not be read."""

    file: str
    reason: str
    error: PreftallyError | None = None


class Found(NamedTuple):
    """The files that may be sessions, in order; `named` are those that were asked for by name."""

    files: list[Path]
    named: frozenset[Path]
    people: list[Path]
    skipped: list[Skipped]


def found(paths: Sequence[Path]) -> Found:
    """The files that paths name, each once, whatever links lead to it."""
    finder = _Finder()
    for path in paths:
        finder.look(path)
    return Found(finder.files, frozenset(finder.named), finder.people, finder.skipped)


class _Finder:
    """The search while it goes on; it never leaves this module."""

    def __init__(self) -> None:
        self.files: list[Path] = []
        self.named: list[Path] = []
        self.people: list[Path] = []
        self.skipped: list[Skipped] = []
        self.seen: set[str] = set()

    def look(self, path: Path) -> None:
        # As `os.path` asks: a name that is too long is no folder, and said where it is read.
        if os.path.isdir(path):  # noqa: PTH112
            for one in self._below(path):
                self._keep(one)
            return
        if path.name == PEOPLE:
            self._keep(path)
            return
        beside = path.parent / PEOPLE
        if os.path.isfile(beside):  # noqa: PTH113
            self._keep(beside)
        if self._keep(path):
            self.named.append(path)

    def _keep(self, path: Path) -> bool:
        real = os.path.realpath(path)
        if real in self.seen:
            return False
        self.seen.add(real)
        (self.people if path.name == PEOPLE else self.files).append(path)
        return True

    def _below(self, top: Path) -> Iterator[Path]:
        """The TOML files in a folder and below, links followed, no folder twice."""
        for folder, folders, names in os.walk(top, followlinks=True, onerror=self._closed):
            # Hidden ones are of other programs: .git, .venv.
            folders[:] = sorted(
                one for one in folders if one[0] != "." and self._is_new(Path(folder, one))
            )
            for name in sorted(names):
                path = Path(folder, name)
                if name.endswith(SUFFIX) and name[0] != "." and path.is_file():
                    yield path

    def _is_new(self, folder: Path) -> bool:
        real = os.path.realpath(folder)
        is_new = real not in self.seen
        self.seen.add(real)
        return is_new

    def _closed(self, error: OSError) -> None:
        message = _("the folder cannot be read: {reason}").format(reason=error.strerror or error)
        failure = NoSession(f"{error.filename}: {message}")
        self.skipped.append(Skipped(str(error.filename), message, failure))
