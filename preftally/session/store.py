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
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from preftally.errors import Notice, NotWritten
from preftally.lang import _

T = TypeVar("T")

WAIT_SECONDS = 5.0
# How long Windows may refuse to replace a file, or to open it, because of another program.
BUSY_SECONDS = 2.0
# Access is denied; the file is being used by another process; a region of it is locked.
_BUSY = (5, 32, 33)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Hold the session for writing; the value is the file that a link stands for.

    Raises `NotWritten` if another process holds it for longer than a few seconds,
    or if the folder or the file may not be written.
    """
    target = Path(os.path.realpath(path))
    check_writable(target, path)
    import fasteners  # only where something is written

    guard = target.with_name(f".{target.name}.lock")
    lock = fasteners.InterProcessLock(guard)
    try:
        _acquire_or_close(lock, guard, target, path)
    except OSError as error:
        raise not_written(path, error) from None
    except RuntimeError as error:  # what the library makes of a system that has no locks
        cause = error.__context__
        raise not_written(path, cause if isinstance(cause, OSError) else OSError("")) from None
    try:
        yield target
    finally:
        # Removed while it is held: who waits for it finds that it is gone, and tries anew.
        with contextlib.suppress(OSError):
            guard.unlink()
        lock.release()
        if os.name == "nt":
            # Only now: what is open cannot be removed there, and what another holds never is.
            with contextlib.suppress(OSError):
                guard.unlink()


def _acquire_or_close(lock: Any, guard: Path, target: Path, shown: Path) -> None:
    """Take the lock; where it cannot be had, the library would leave its file open."""
    try:
        _acquire(lock, guard, target, shown)
    except BaseException:
        if lock.lockfile is not None:
            with contextlib.suppress(OSError):
                lock.lockfile.close()
        raise


def _acquire(lock: Any, guard: Path, target: Path, shown: Path) -> None:
    """Take the lock, and be sure that it is on the file that others see."""
    import time

    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        left = max(0.0, deadline - time.monotonic())
        ours = _shared(guard, target)
        try:
            taken = lock.acquire(timeout=left, delay=0.005, max_delay=0.05)
        except BaseException as error:
            if ours:
                guard.unlink(missing_ok=True)
            # Somebody else's lock, where we may write all the same: it is waited for, too.
            theirs = isinstance(error, PermissionError) and os.access(guard.parent, os.W_OK)
            if ours or not left or not theirs:
                raise
            time.sleep(0.05)
            continue
        if not taken:
            raise NotWritten(
                _("{path} is being written by another preftally").format(path=shown),
                _("nothing was recorded; try again when it is done"),
            )
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock.lockfile.fileno()), guard.stat()):
                return
        lock.release()


def _shared(guard: Path, target: Path) -> bool:
    """Make the lock file for all who may write the session; whether it was not there.

    Raises `NotWritten` where a link, a pipe or a folder stands in its place.
    """
    try:
        descriptor = os.open(guard, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except FileExistsError:
        _check_lock(guard)
        return False
    try:
        _keep_owner_and_mode(descriptor, target)
    except BaseException:
        guard.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)
    return True


def _check_lock(guard: Path) -> None:
    """What is opened as a lock is a plain file: no link to another, and nothing that waits."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(guard.lstat().st_mode):
            raise NotWritten(
                _("{path} stands where the lock must, and is no plain file").format(path=guard),
                _("remove it; nothing was recorded"),
            )


def check_kind(path: Path) -> None:
    """A pipe is not waited for where something is to be written. Raises `NotWritten`."""
    with contextlib.suppress(OSError, ValueError):  # said where it is read
        if stat.S_ISFIFO(path.stat().st_mode):
            check_writable(path, path)


def check_writable(target: Path, shown: Path) -> None:
    """A file without the right to write is not replaced because its folder allows it."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise not_written(shown, error) from None
    if not stat.S_ISREG(mode):
        raise NotWritten(
            _("{path} is not a file that can be written").format(path=shown),
            _("name another with --session"),
        )
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise NotWritten(
            _("{path} is read-only").format(path=shown),
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
            # What a killed writer left there, or a link that somebody laid, is not ours.
            fresh.unlink(missing_ok=True)
            _write(fresh, new, target)
            if _current(target) != old:
                raise NotWritten(
                    _("{path} was changed by another program in the meantime").format(path=shown),
                    _("nothing was recorded; run the command again"),
                )
            several = _names(target) > 1
            patiently(lambda: os.replace(fresh, target))
        except BaseException:
            with contextlib.suppress(OSError):
                fresh.unlink()
            raise
    except OSError as error:
        raise not_written(shown, error) from None
    with contextlib.suppress(OSError):
        # The new name is durable once the folder is on the disk; not every system has this.
        _sync_folder(target.parent)
    if several:
        # A link is kept; a second name of the file itself cannot be, in one step.
        parted = _("{path} had another name (a hard link), which keeps the old text")
        warnings.warn(Notice(parted.format(path=shown)), stacklevel=2)


def _names(target: Path) -> int:
    """By how many names a file is known."""
    try:
        return target.stat().st_nlink
    except OSError:
        return 1


def patiently(step: Callable[[], T]) -> T:
    """Do what Windows may refuse for a moment, while another program has the file open."""
    import time

    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return step()
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def replace_keeping(target: Path, old: bytes, new: bytes, shown: Path) -> Path:
    """Do the same and keep the old bytes beside the new; returns the name they have now."""
    kept = _copy_aside(target, old, shown)
    try:
        replace_bytes(target, old, new, shown)
    except BaseException:
        with contextlib.suppress(OSError):
            kept.unlink()
        raise
    # As its owner named the folder.
    return shown.with_name(kept.name) if os.path.exists(shown.parent) else kept


def _copy_aside(target: Path, raw: bytes, shown: Path) -> Path:
    """Keep bytes of the file under a name beside it that is not in use."""
    number = 1
    while True:
        other = target.with_name(f"{target.stem}.{number}{target.suffix}")
        try:
            _write(other, raw, target)
        except FileExistsError:
            number += 1
            continue
        except OSError as error:
            with contextlib.suppress(OSError):
                other.unlink()
            raise not_written(shown, error) from None
        return other


def _current(target: Path) -> bytes | None:
    try:
        return patiently(target.read_bytes)
    except FileNotFoundError:
        return None


def _write(fresh: Path, new: bytes, target: Path) -> None:
    """Make a new file with the target's owner and mode, and bring it to the disk."""
    with open(fresh, "xb") as file:
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
