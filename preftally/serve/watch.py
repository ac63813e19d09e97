"""Watching one file: its bytes, each time that they have changed."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from pathlib import Path

# Clocks of file systems are coarse: a file this young may change again unnoticed.
_YOUNG = 3.0


class Watched:
    """A file that is looked at; read only where something about it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, ...] | None = ()
        self._raw: bytes | None = None

    def raw(self) -> bytes | None:
        """The bytes that stand there now; none where there is no file to be read."""
        mark = self._mark()
        if mark != self._seen or (mark and time.time() - mark[0] / 1e9 < _YOUNG):
            self._raw, self._seen = self._read() if mark else None, mark
        return self._raw

    def _mark(self) -> tuple[int, ...] | None:
        """What changes with the file; none where it is no file: a pipe would keep us."""
        with contextlib.suppress(OSError, ValueError):
            now = self._path.stat()
            if stat.S_ISREG(now.st_mode):
                return now.st_mtime_ns, now.st_ctime_ns, now.st_size, now.st_ino
        return None

    def _read(self) -> bytes | None:
        """All of it, never waited for: it may have become a pipe since it was looked at."""
        with contextlib.suppress(OSError), open(self._path, "rb", opener=_at_once) as file:
            return file.read()
        return None


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
