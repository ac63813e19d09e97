"""Writing a session file so that nothing is ever lost.

One writer at a time: a lock file beside the session, held through `fasteners`
(a kept library that is quick to load; others bring an event loop along). The
operating system lets a dead process's lock go, so none is ever stale.

The new text is written to a file beside the old one, brought to the disk, and
put in its place in one step: whoever reads sees the old text or the new. This
is ours because no kept library does it and keeps mode, group and links.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from preftally.errors import NotWritten
from preftally.lang import _

WAIT_SECONDS = 5.0


@contextlib.contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Hold the session for writing; gives the file that a link stands for.

    Raises `NotWritten` if another process holds it for longer than a few seconds,
    or if the folder or the file may not be written.
    """
    target = Path(os.path.realpath(path))
    _check_writable(target)
    import fasteners  # only where something is written

    guard = target.with_name(f".{target.name}.lock")
    lock = fasteners.InterProcessLock(guard)
    try:
        _acquire(lock, guard, path)
    except OSError as error:
        raise not_written(path, error) from None
    try:
        yield target
    finally:
        # Removed while it is held: who waits for it finds that it is gone, and tries anew.
        with contextlib.suppress(OSError):
            guard.unlink()
        lock.release()


def _acquire(lock: object, guard: Path, path: Path) -> None:
    """Take the lock, and be sure that it is on the file that others see."""
    import time

    import fasteners

    assert isinstance(lock, fasteners.InterProcessLock)
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        left = max(0.0, deadline - time.monotonic())
        if not lock.acquire(timeout=left, delay=0.005, max_delay=0.05):
            raise NotWritten(
                _("{path} is being written by another preftally").format(path=path),
                _("nothing was recorded; try again when it is done"),
            )
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock.lockfile.fileno()), guard.stat()):
                return
        lock.release()


def _check_writable(target: Path) -> None:
    """A file without the right to write is not replaced because its folder allows it."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise NotWritten(
            _("{path} is read-only").format(path=target),
            _("allow writing to it (chmod u+w), or name another file with --session"),
        )


def replace_bytes(target: Path, old: bytes | None, new: bytes, shown: Path) -> None:
    """Put new bytes in the place of the old ones, which must still be there.

    `old` is `None` for a file that must not exist yet. To be called while the
    session is `locked`. Raises `NotWritten`; the old content then stands.
    """
    fresh = target.with_name(f".{target.name}.new")
    try:
        try:
            _write(fresh, new, target)
            if _current(target) != old:
                raise NotWritten(
                    _("{path} was changed by another program in the meantime").format(path=shown),
                    _("nothing was recorded; run the command again"),
                )
            os.replace(fresh, target)
        except BaseException:
            with contextlib.suppress(OSError):
                fresh.unlink()
            raise
    except OSError as error:
        raise not_written(shown, error) from None
    with contextlib.suppress(OSError):
        # The new name is durable once the folder is on the disk; not every system has this.
        _sync_folder(target.parent)


def copy_aside(target: Path, raw: bytes, shown: Path) -> Path:
    """Keep bytes of the file under a name beside it that is not in use. Raises `NotWritten`."""
    number = 1
    while True:
        other = target.with_name(f"{target.stem}.{number}{target.suffix}")
        try:
            with open(other, "xb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            number += 1
            continue
        except OSError as error:
            with contextlib.suppress(OSError):
                other.unlink()
            raise not_written(shown, error) from None
        # As its owner named the folder.
        return shown.with_name(other.name) if shown.parent.exists() else other


def _current(target: Path) -> bytes | None:
    try:
        return target.read_bytes()
    except FileNotFoundError:
        return None


def _write(fresh: Path, new: bytes, target: Path) -> None:
    with open(fresh, "wb") as file:
        _keep_owner_and_mode(file.fileno(), target)
        file.write(new)
        file.flush()
        os.fsync(file.fileno())


def _keep_owner_and_mode(descriptor: int, target: Path) -> None:
    try:
        status = target.stat()
    except FileNotFoundError:
        return
    if hasattr(os, "fchown"):
        # Whoever may not give a file away keeps at least its group, or its mode.
        for owner in (status.st_uid, -1):
            with contextlib.suppress(OSError):
                os.fchown(descriptor, owner, status.st_gid)
                break
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def not_written(path: Path, error: OSError) -> NotWritten:
    """The message for a write that the system refused."""
    return NotWritten(
        _("{path} could not be written: {reason}").format(
            path=path, reason=error.strerror or str(error)
        ),
        _("nothing was recorded; what stood there stands"),
    )
