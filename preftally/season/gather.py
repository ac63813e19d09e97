"""Many files read: from the cache where they are known, else by several processes.

A few files at a time go through, in the order in which they were named, so that the
memory for a hundred thousand hands is that for a few.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from preftally import lang
from preftally.errors import PreftallyError
from preftally.season import cache, reading
from preftally.season.cache import Cache
from preftally.season.facts import Facts
from preftally.session import file

# So many files are looked up at once, and so many batches may wait for the processes.
_BATCH = 128
_WAITING = 4
# So many are read by a process in one go; for fewer no process is started.
_SHARE = 16
_WORTH_IT = 48

Outcome = Facts | PreftallyError | None


class Read(NamedTuple):
    """A file and its facts, or why it has none; `None` for what is no session."""

    path: Path
    outcome: Outcome


class _Batch(NamedTuple):
    """Some files on their way: what is known of them, and what is being read."""

    paths: Sequence[Path]
    keys: dict[Path, bytes]
    known: dict[Path, Outcome]
    raws: dict[Path, bytes]
    futures: list[Future[list[Outcome]]]


def gathered(paths: Sequence[Path], kept: Cache | None, jobs: int | None = None) -> Iterator[Read]:
    """What each file holds, in their order; `jobs` processes at the most, else one a core."""
    workers = jobs or _cores()
    with contextlib.ExitStack() as stack:
        pool: ProcessPoolExecutor | None = None
        waiting: deque[_Batch] = deque()
        for at in range(0, len(paths), _BATCH):
            batch = _looked_up(paths[at : at + _BATCH], kept)
            if pool is None and workers > 1 and len(batch.raws) >= _WORTH_IT:
                pool = _pool(workers, stack)
            if pool is not None:
                _send(batch, pool)
            waiting.append(batch)
            if len(waiting) >= _WAITING or pool is None:
                yield from _finished(waiting.popleft(), kept)
        while waiting:
            yield from _finished(waiting.popleft(), kept)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _pool(workers: int, stack: contextlib.ExitStack) -> ProcessPoolExecutor | None:
    """The processes; none where the system has no room for them."""
    with contextlib.suppress(OSError, NotImplementedError):
        pool = ProcessPoolExecutor(workers, initializer=lang.use, initargs=(lang.current(),))
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        return pool
    return None


def _looked_up(paths: Sequence[Path], kept: Cache | None) -> _Batch:
    """Read the bytes of some files, and take those facts that are kept."""
    batch = _Batch(paths, {}, {}, {}, [])
    for path in paths:
        try:
            raw = file.read_bytes(path)
        except PreftallyError as error:
            batch.known[path] = error
            continue
        batch.raws[path] = raw
        batch.keys[path] = cache.key(raw)
    found = kept.get(list(batch.keys.values())) if kept else {}
    for path, key in batch.keys.items():
        if key in found:
            batch.known[path] = found[key]
            del batch.raws[path]
    return batch


def _send(batch: _Batch, pool: ProcessPoolExecutor) -> None:
    todo = list(batch.raws.items())
    with contextlib.suppress(BrokenExecutor, OSError):
        for at in range(0, len(todo), _SHARE):
            batch.futures.append(pool.submit(read_some, todo[at : at + _SHARE]))


def _finished(batch: _Batch, kept: Cache | None) -> Iterator[Read]:
    """What a batch holds; what no process has read is read here."""
    todo = list(batch.raws.items())
    read: list[Outcome] = []
    with contextlib.suppress(BrokenExecutor, OSError):
        for future in batch.futures:
            read += future.result()
    read += read_some(todo[len(read) :])
    found = {path: one for (path, _raw), one in zip(todo, read, strict=True)}
    if kept:
        new = {batch.keys[path]: one for path, one in found.items()
               if not isinstance(one, PreftallyError)}  # fmt: skip
        kept.put(new)
    for path in batch.paths:
        yield Read(path, batch.known[path] if path in batch.known else found[path])


def read_some(files: Sequence[tuple[Path, bytes]]) -> list[Outcome]:
    """The facts of some files, or their errors."""
    return [_read(path, raw) for path, raw in files]


def _read(path: Path, raw: bytes) -> Outcome:
    try:
        return reading.read(path, raw)
    except PreftallyError as error:
        return error
