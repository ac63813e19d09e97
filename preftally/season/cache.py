"""Facts kept between runs, by the content of a file and the version of the program.

SQLite, of the standard library, is the store: it is safe against two runs at once and
against one that dies. What is kept tells who played, so it is its owner's only. Each row
has a check sum; what is damaged is not there, and a damaged store is begun anew. Whatever
goes wrong here only costs time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from preftally import __version__
from preftally.season.facts import Facts, dumped, loaded

# Raised whenever the facts of the same bytes change within one version.
_LAYOUT = 1
_VERSION = f"{__version__}/{_LAYOUT}"
# More rows than this, and the oldest go.
_MOST = 100_000
_WAIT_SECONDS = 1.0


def key(raw: bytes) -> bytes:
    """The name under which the facts of these bytes are kept."""
    return hashlib.blake2b(raw, digest_size=16, person=b"preftally").digest()


class Cache:
    """The store, open; one that cannot be used holds nothing and keeps nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._base: sqlite3.Connection | None = None
        with contextlib.suppress(OSError, sqlite3.Error):
            self._path = path or _folder() / "seasons.sqlite"
            self._base = self._opened()

    def __enter__(self) -> Cache:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._base is not None:
            self._base.close()
            self._base = None

    def _opened(self) -> sqlite3.Connection:
        try:
            return _connected(self._path)
        except sqlite3.OperationalError:
            raise  # another run holds it
        except sqlite3.DatabaseError:
            self._path.unlink()
            return _connected(self._path)

    def _damaged(self, error: sqlite3.Error) -> None:
        """Go on without the store, and let the next run begin it anew where it is broken."""
        assert self._base is not None
        self._base.close()
        self._base = None
        if not isinstance(error, sqlite3.OperationalError):
            with contextlib.suppress(OSError):
                self._path.unlink()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Facts | None]:
        """Those of the facts that are kept and whole."""
        if self._base is None or not keys:
            return {}
        marks = ",".join("?" * len(keys))
        try:
            rows = self._base.execute(
                f"SELECT key, facts, mark FROM facts WHERE key IN ({marks})",
                keys,
            ).fetchall()
        except sqlite3.Error as error:
            self._damaged(error)
            return {}
        return dict(_whole(rows))

    def put(self, kept: Mapping[bytes, Facts | None]) -> None:
        """Keep these facts."""
        if self._base is None or not kept:
            return
        rows = [(name, text := dumped(one), _sum(name, text)) for name, one in kept.items()]
        try:
            with self._base:
                self._base.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            self._damaged(error)


def _whole(rows: Iterable[tuple[bytes, bytes, bytes]]) -> Iterator[tuple[bytes, Facts | None]]:
    for name, text, mark in rows:
        if mark == _sum(name, text):
            with contextlib.suppress(ValueError, TypeError):
                yield name, loaded(text)


def _sum(name: bytes, text: bytes) -> bytes:
    return hashlib.blake2b(name + text, digest_size=8).digest()


def _folder() -> Path:
    """The cache folder of this system, for nobody else's eyes."""
    import platformdirs

    folder = Path(platformdirs.user_cache_dir("preftally", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise PermissionError(folder)
    if stat.S_IMODE(found.st_mode) & 0o077:
        folder.chmod(0o700)
    return folder


def _connected(path: Path) -> sqlite3.Connection:
    flags = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
    base = sqlite3.connect(path, timeout=_WAIT_SECONDS)
    try:
        _prepare(base)
    except BaseException:
        base.close()
        raise
    return base


def _prepare(base: sqlite3.Connection) -> None:
    """The table of this version; what another one has kept goes."""
    base.execute("PRAGMA synchronous = OFF")
    kept = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if ("version",) in kept and ("facts",) in kept:
        rows = base.execute("SELECT name FROM version").fetchall()
        if rows == [(_VERSION,)]:
            _thin(base)
            return
    with base:
        base.execute("BEGIN IMMEDIATE")
        base.execute("DROP TABLE IF EXISTS facts")
        base.execute("DROP TABLE IF EXISTS version")
        base.execute("CREATE TABLE facts (key BLOB PRIMARY KEY, facts BLOB, mark BLOB)")
        base.execute("CREATE TABLE version (name TEXT)")
        base.execute("INSERT INTO version VALUES (?)", (_VERSION,))


def _thin(base: sqlite3.Connection) -> None:
    (last,) = base.execute("SELECT coalesce(max(rowid), 0) FROM facts").fetchone()
    if last > _MOST:
        with base:
            base.execute("DELETE FROM facts WHERE rowid <= ?", (last - _MOST,))
