"""What `undo` took away, kept for `redo`.

It is kept outside the session, which must be what it was before the hand, in the
folder that this system has for the state of programs (found by `platformdirs`).
Each piece knows the file that it was taken from, so that it can only ever be put
back into the very same file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import NamedTuple


class Undone(NamedTuple):
    """A text that was taken out of a file: where it stood, and the file after and before."""

    text: str
    start: int
    after: str
    before: str


def fingerprint(raw: bytes) -> str:
    """What tells one state of a file from all others."""
    return hashlib.sha256(raw).hexdigest()


def _store(target: Path) -> Path:
    import platformdirs  # only for undo and redo

    folder = platformdirs.user_state_path("preftally")
    return folder / f"{fingerprint(os.fsencode(target))[:32]}.json"


def waiting(target: Path, raw: bytes) -> list[Undone]:
    """What can be put back into the file as it is now, the last taken out at the end."""
    try:
        kept = [Undone(*one) for one in json.loads(_store(target).read_bytes())]
    except (OSError, ValueError, TypeError):
        return []
    return kept if kept and kept[-1].after == fingerprint(raw) else []


def keep(target: Path, kept: list[Undone]) -> bool:
    """Keep these for `redo`; whether that could be done."""
    path = _store(target)
    try:
        if not kept:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
            return True
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(kept), encoding="utf-8")
        fresh.replace(path)
    except OSError:
        return False
    return True
