"""Small files of our own, in the folder that this system has for the state of programs.

They hold what people played, so they are nobody else's to read, and no link that lies
in their place is followed. What is damaged or is no plain file counts as not there.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

# Not every system has them all.
_PLAINLY = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def folder() -> Path:
    """The folder; it need not be there."""
    import platformdirs  # only for what is kept beside the sessions

    return platformdirs.user_state_path("preftally")


def read(name: str) -> bytes:
    """What a file of ours holds; nothing where there is none."""
    try:
        with open(os.open(folder() / name, os.O_RDONLY | _PLAINLY), "rb") as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError:
        return b""


def write(name: str, data: bytes) -> bool:
    """Put data in the place of what a file of ours held; whether that could be done."""
    home = folder()
    fresh = home / f".{name}.new"
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        _close(home)
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        made = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAINLY, 0o600)
        with open(made, "wb") as file:
            file.write(data)
        os.replace(fresh, home / name)
    except OSError:
        return False
    return True


def remove(name: str) -> bool:
    """Take a file of ours away; whether it is gone."""
    try:
        (folder() / name).unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _close(home: Path) -> None:
    """Shut a folder that an older version left open to others."""
    with contextlib.suppress(OSError):
        if stat.S_IMODE(home.stat().st_mode) & 0o077:
            home.chmod(0o700)
