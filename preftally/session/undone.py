"""What `undo` took away, kept for `redo`.

It is kept outside the session, which must be what it was before the hand, in the
folder that this system has for the state of programs (found by `platformdirs`).
Each piece knows the file that it was taken from, so that it can only ever be put
back into the very same file.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import NamedTuple

from preftally.session import private


class Undone(NamedTuple):
    """A text that was taken out of a file: where it stood, and the file after and before.

    `left` is what has stayed in its place: the comments that people wrote.
    """

    text: str
    start: int
    after: str
    before: str
    left: str = ""


def fingerprint(raw: bytes) -> str:
    """What tells one state of a file from all others."""
    return hashlib.sha256(raw).hexdigest()


def _name(target: Path) -> str:
    return f"{fingerprint(os.fsencode(target))[:32]}.json"


def waiting(target: Path, raw: bytes) -> list[Undone]:
    """What can be put back into the file as it is now, the last taken out at the end."""
    kept = _parsed(private.read(_name(target)))
    return kept if kept and kept[-1].after == fingerprint(raw) else []


def _parsed(data: bytes) -> list[Undone]:
    """What was kept; nothing of a file that is damaged."""
    try:
        kept = [Undone(*one) for one in json.loads(data)]
    except (ValueError, TypeError, RecursionError):
        return []
    whole = all(tuple(map(type, one)) == (str, int, str, str, str) for one in kept)
    return kept if whole else []


def keep(target: Path, kept: list[Undone]) -> bool:
    """Keep these for `redo`; whether that could be done."""
    if not kept:
        return private.remove(_name(target))
    return private.write(_name(target), json.dumps(kept).encode())
