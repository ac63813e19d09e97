"""One file of a season: its facts, or that it is none, or why it cannot be read."""

from __future__ import annotations

import tomllib
from pathlib import Path

from preftally.errors import PreftallyError
from preftally.evening.evening import evening_of
from preftally.season.facts import Facts, Occasion, facts
from preftally.session import file, whole

# A key of the head that no other file of ours, and hardly one of others, has.
_SIGNS = {"format", "players"}
# What a sheet that was written on paper has, and no session.
_PAPER = "sheet"


def read(path: Path, raw: bytes) -> Facts | None:
    """The facts of a session; `None` for a file that does not look like one.

    Raises `NoSession` for one that does and cannot be read.
    """
    try:
        session = whole.read(path, raw) or file.parse(path, raw)
        evening = evening_of(session)
        evening.check()
    except PreftallyError:
        if looks_like_a_session(raw):
            raise
        return None
    return facts(evening.played, (one.at for one in session.records), Occasion(*session.occasion))


def looks_like_a_session(raw: bytes) -> bool:
    """Whether a file was meant for a session: by a key of its head, or broken TOML."""
    try:
        table = tomllib.loads(raw.removeprefix(file.BOM).decode())
    except (ValueError, RecursionError):
        return True
    return bool(_SIGNS & table.keys()) and _PAPER not in table
