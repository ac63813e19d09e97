"""Every fault of writing: what stood there stands, nothing is left behind, one message says so."""

from __future__ import annotations

import builtins
import contextlib
import errno
import fcntl
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from evenings import (
    ALL_PASS,
    AS_ROOT,
    NAME,
    NOBODY,
    SESSION,
    begin,
    call,
    call_as,
    done,
    environment,
    listing,
    notes,
    one_error,
    records,
    spawn,
)

from preftally.session import store

CODES = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS)

HAND = (*ALL_PASS, "--note", "new")
# Each command that writes, for a session of three all-passes.
COMMANDS: Sequence[tuple[str, ...]] = (
    HAND,
    ("adjust", "W", "--mountain", "1"),
    ("undo",),
    ("undo", "--count", "3"),
    ("edit", "2", "misere", "0", "--by", "W"),
    ("insert", "2", "misdeal"),
    ("drop", "2"),
    ("join", "Gleb"),
    ("new", "--force"),
)


def prepared() -> bytes:
    """A session of three hands."""
    begin()
    for number in range(3):
        done(*ALL_PASS, "--note", f"{number}")
    return SESSION.read_bytes()


# --- Faults that are injected ---------------------------------------------------------------


class Faulty:
    """A file whose writing fails, after a part of the bytes if that is asked for."""

    def __init__(self, file: Any, fails: Callable[[], None], part: int | None) -> None:
        self._file, self._fails, self._part = file, fails, part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Faulty:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        if self._part is not None:
            self._file.write(data[: self._part])
            self._file.flush()
        self._fails()
        return len(data)


class Fault:
    """One step of writing that raises, the `nth` time it is come to; counts how often it did."""

    def __init__(self, step: str, error: BaseException, nth: int = 1) -> None:
        self.step, self.error, self.nth = step, error, nth
        self.hits = 0

    def fails(self) -> None:
        self.nth -= 1
        if not self.nth:
            self.hits += 1
            raise self.error

    def install(self, patch: pytest.MonkeyPatch) -> None:
        match self.step:
            case "open" | "write" | "short write":
                patch.setattr(builtins, "open", self._opening(builtins.open))
            case "fsync" | "sync of the folder":
                patch.setattr(os, "fsync", self._syncing(os.fsync))
            case "replace" | "fchmod":
                patch.setattr(os, self.step, self._before(getattr(os, self.step)))
            case "lock":
                patch.setattr(fcntl, "lockf", self._before(fcntl.lockf))

    def _before(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def faulty(*arguments: Any, **options: Any) -> Any:
            # What undo keeps for redo lies elsewhere, and is no part of the session.
            if isinstance(arguments[0], int) or NAME in str(arguments[0]):
                self.fails()
            return real(*arguments, **options)

        return faulty

    def _syncing(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def synced(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode) == (self.step != "fsync"):
                self.fails()
            real(descriptor)

        return synced

    def _opening(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opened(name: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if mode[0] in "wax" and NAME.removesuffix(".toml") in str(name):
                if self.step == "open":
                    self.fails()
                elif mode[0] != "a":
                    part = 20 if self.step == "short write" else None
                    return Faulty(real(name, mode, *arguments, **options), self.fails, part)
            return real(name, mode, *arguments, **options)

        return opened


def fault_at(step: str, error: BaseException, words: Sequence[str], nth: int = 1) -> Fault:
    """Run a command with a fault: it must leave all as it was, and say so."""
    fault = Fault(step, error, nth)
    raw, there = SESSION.read_bytes(), listing()
    with pytest.MonkeyPatch.context() as patch:
        fault.install(patch)
        outcome = call(*words)
    if not fault.hits:
        return fault
    if isinstance(error, KeyboardInterrupt):
        assert outcome.status == 130
    else:
        one_error(outcome, 4)
    assert SESSION.read_bytes() == raw, "the old bytes"
    assert listing() == there, "litter"
    return fault


# The lock is opened first, then the new file.
STEPS = (
    ("open", 1), ("open", 2), ("write", 1), ("short write", 1), ("fchmod", 1), ("fsync", 1),
    ("replace", 1),
)  # fmt: skip


def every_fault(words: Sequence[str], error: BaseException) -> int:
    """Run a command with a fault at each step, each time that it is come to; gives how often."""
    count = 0
    raw, there = SESSION.read_bytes(), listing()
    for step in dict(STEPS):
        nth = 1
        while fault_at(step, error, words, nth).hits:
            nth += 1
        assert nth > 1, step
        count += nth - 1
        # The last time there was no fault, and it was done.
        SESSION.write_bytes(raw)
        for name in listing() - there:
            Path(name).unlink()
    return count


@pytest.mark.parametrize(("step", "nth"), STEPS)
@pytest.mark.parametrize("code", CODES, ids=errno.errorcode.get)
def test_a_fault_at_any_step_leaves_all_as_it_was(step: str, nth: int, code: int) -> None:
    """Whatever the system refuses while a hand is written: old bytes, no litter, status 4."""
    raw = prepared()
    assert fault_at(step, OSError(code, os.strerror(code)), HAND, nth).hits == 1
    # It was not a matter of the session: as soon as the system allows it, the hand is recorded.
    done(*HAND)
    assert SESSION.read_bytes().startswith(raw)
    assert notes() == ["0", "1", "2", "new"]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_no_command_leaves_anything_when_it_cannot_write(words: Sequence[str]) -> None:
    """Each command that writes, with a full disk at each of its steps: as if it was never run."""
    prepared()
    assert every_fault(words, OSError(errno.ENOSPC, "full")) >= len(STEPS)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_what_was_not_written_is_not_said_to_be_done(words: Sequence[str]) -> None:
    """A command that cannot write answers nothing on stdout: nothing has happened."""
    prepared()
    with pytest.MonkeyPatch.context() as patch:
        Fault("replace", OSError(errno.ENOSPC, "full")).install(patch)
        assert call(*words).out == ""


@pytest.mark.parametrize("step", [step for step, _nth in STEPS])
def test_an_interrupt_while_writing_leaves_all_as_it_was(step: str) -> None:
    """Ctrl-C in the middle of writing: old bytes, no litter, status 130."""
    prepared()
    assert fault_at(step, KeyboardInterrupt(), HAND).hits == 1


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EIO, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_told(code: int) -> None:
    """Where no lock can be taken the hand is not written, and the message is one of ours."""
    prepared()
    assert fault_at("lock", OSError(code, os.strerror(code)), HAND).hits == 1


def test_a_folder_that_cannot_be_synced_does_not_undo_the_hand() -> None:
    """The hand stands in the file by then: it is never reported as one that was not recorded."""
    raw = prepared()
    fault = Fault("sync of the folder", OSError(errno.EIO, "broken"))
    with pytest.MonkeyPatch.context() as patch:
        fault.install(patch)
        outcome = call(*HAND)
    assert fault.hits == 1
    assert outcome.status == 0
    assert SESSION.read_bytes().startswith(raw)
    assert notes()[-1] == "new"
    assert listing() == {NAME}


def test_mending_that_cannot_write_leaves_the_damaged_file() -> None:
    """A full disk at any step of `check --mend`: the damaged bytes stand, no copy is left."""
    SESSION.write_bytes(prepared() + b'[[hand]]\ncontract = "7S"\n')
    assert every_fault(("check", "--mend"), OSError(errno.ENOSPC, "full")) > len(STEPS)


def test_undo_that_cannot_keep_its_hand_for_redo_is_done_all_the_same(tmp_path: Path) -> None:
    """Where the state folder cannot be written the hand is taken back, with a warning."""
    raw = prepared()
    done(*HAND)
    (tmp_path / "state").write_text("a file, not a folder")
    outcome = done("undo")
    assert SESSION.read_bytes() == raw
    assert "redo" in outcome.err
    one_error(call("redo"), 1)
    assert SESSION.read_bytes() == raw


# --- Faults that the system itself makes ----------------------------------------------------


@pytest.mark.parametrize("room", [0, 10, 100])
def test_a_file_that_may_not_grow(room: int) -> None:
    """A real short write, by a limit on the size of files: old bytes, no litter, status 4."""
    raw = prepared()

    def limited() -> None:
        size = len(raw) + room
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    one_error(spawn(*HAND, preexec_fn=limited), 4)
    assert SESSION.read_bytes() == raw
    assert listing() == {NAME}
    assert spawn(*HAND).status == 0
    assert notes()[-1] == "new"


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_a_read_only_file_is_not_replaced(words: Sequence[str]) -> None:
    """A file of mode 0444 stays as it is, though its folder would allow to replace it."""
    raw = prepared()
    SESSION.chmod(0o444)
    one_error(call(*words), 4)
    assert SESSION.read_bytes() == raw
    assert stat.S_IMODE(SESSION.stat().st_mode) == 0o444
    assert listing() == {NAME}
    assert call("sheet").status == 0


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that other users can reach as well, for what root may do anyway."""
    made = Path(tempfile.mkdtemp(prefix="preftally-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize("words", [HAND, ("undo",), ("new", "--force")], ids=lambda one: one[0])
def test_a_read_only_folder(shared: Path, words: Sequence[str]) -> None:
    """In a folder that may not be written nothing changes, and one message says so."""
    raw = prepared()
    path = shared / NAME
    path.write_bytes(raw)
    if AS_ROOT:
        os.chown(path, NOBODY, NOBODY)
    shared.chmod(0o555)
    outcome = call_as(NOBODY, *words, "--session", str(path))
    one_error(outcome, 4)
    assert str(path) in outcome.err
    assert path.read_bytes() == raw
    assert listing(shared) == {NAME}
    shared.chmod(0o755)


@pytest.mark.skipif(not AS_ROOT, reason="needs two users")
def test_a_file_that_may_not_be_read(shared: Path) -> None:
    """A session of somebody else that may not be read is no session: status 3, one message."""
    path = shared / NAME
    path.write_bytes(prepared())
    path.chmod(0o600)
    for words in (HAND, ("sheet",), ("undo",), ("check",)):
        outcome = call_as(NOBODY, *words, "--session", str(path))
        one_error(outcome, 3)
        assert str(path) in outcome.err
    assert listing(shared) == {NAME}


@pytest.mark.skipif(not AS_ROOT, reason="needs two users")
@pytest.mark.parametrize("kind", ["lock", "new"])
def test_what_another_user_left_behind_when_he_died(shared: Path, kind: str) -> None:
    """In a folder that two people share, a dead process of the one never blocks the other."""
    path = shared / NAME
    path.write_bytes(prepared())
    stale = shared / f".{NAME}.{kind}"
    stale.write_bytes(b"")
    for one in (path, shared):
        os.chown(one, 1000, NOBODY)
        one.chmod(0o775)
    os.chown(stale, 1001, NOBODY)
    # As our writer makes them: with the mode of the session.
    stale.chmod(0o775)
    outcome = call_as(1000, *HAND, "--session", str(path))
    assert outcome.status == 0, outcome
    assert notes(path.read_bytes())[-1] == "new"
    assert listing(shared) == {NAME}


@pytest.mark.skipif(not AS_ROOT, reason="needs two users")
def test_two_users_record_in_one_shared_session(shared: Path) -> None:
    """Who may write to the file by its group records in it; mode and group stay."""
    path = shared / NAME
    path.write_bytes(prepared())
    os.chown(path, 1001, NOBODY)
    path.chmod(0o664)
    os.chown(shared, 1001, NOBODY)
    shared.chmod(0o775)
    for number in (1000, 1001, 1000):
        outcome = call_as(number, *HAND, "--session", str(path))
        assert outcome.status == 0, outcome
        assert stat.S_IMODE(path.stat().st_mode) == 0o664
        assert path.stat().st_gid == NOBODY
    assert notes(path.read_bytes()) == ["0", "1", "2", "new", "new", "new"]
    assert listing(shared) == {NAME}


# --- What is given as the session is none ----------------------------------------------------

WRITING = (*COMMANDS[:-1], ("redo",), ("check", "--mend"), ("leave", "W"))
READING = (("sheet",), ("sheet", "--json"), ("log",), ("settle",), ("explain",), ("check",))


@pytest.mark.parametrize("words", [*WRITING, *READING], ids=lambda words: "-".join(words[:2]))
def test_no_session_is_there(words: Sequence[str], folder: Path) -> None:
    """A folder, a link to nothing, a loop of links, a missing folder, no file: status 3."""
    (folder / "deck").mkdir()
    (folder / "dangling").symlink_to("nowhere.toml")
    (folder / "loop").symlink_to("loop")
    (folder / "plain").write_text("format = 1\n")
    there = listing()
    for name in ("deck", "dangling", "loop", "missing/x.toml", "plain/x.toml", "none.toml"):
        outcome = call(*words, "--session", name)
        one_error(outcome, 3)
        assert name in outcome.err
        assert "help:" in outcome.err
        assert outcome.out == ""
        assert listing() == there
        assert listing(folder / "deck") == set()
        assert (folder / "dangling").is_symlink()


def test_the_current_folder_has_no_session() -> None:
    """Without any session every command says how to begin one, and makes nothing."""
    for words in (*WRITING, *READING):
        outcome = call(*words)
        one_error(outcome, 3)
        assert "preftally new" in outcome.err
        assert listing() == set()


# --- The session changes between reading and writing -----------------------------------------


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
@pytest.mark.parametrize("what", ["appended", "replaced", "removed"])
def test_a_change_in_between_is_noticed(
    words: Sequence[str], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program writes while we do: its bytes stand, ours are not written, status 4."""
    raw = prepared()
    other = raw + b'\n[[hand]]\ncontract = "misdeal"\n'
    real = os.fsync

    def meanwhile(descriptor: int) -> None:
        if what == "removed":
            SESSION.unlink(missing_ok=True)
        elif what == "appended":
            SESSION.write_bytes(other)
        else:
            Path("editor.tmp").write_bytes(other)
            Path("editor.tmp").replace(SESSION)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    outcome = call(*words)
    one_error(outcome, 4)
    assert SESSION.exists() == (what != "removed")
    if what != "removed":
        assert SESSION.read_bytes() == other
        assert listing() == {NAME}


def test_a_session_that_appears_in_between_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`new` where another program has just begun a session: that one stands."""
    real = os.fsync

    def meanwhile(descriptor: int) -> None:
        SESSION.write_bytes(b"theirs")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    one_error(call("new"), 4)
    assert SESSION.read_bytes() == b"theirs"
    assert listing() == {NAME}


# --- The lock --------------------------------------------------------------------------------

HOLDER = """
import sys
from pathlib import Path
from preftally.session import store
with store.locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@contextlib.contextmanager
def held(path: Path = SESSION, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the session's lock until it is given a line."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **options,
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    try:
        assert holder.stdout.readline() == b"held\n"
        yield holder
    finally:
        with contextlib.suppress(OSError):
            holder.stdin.close()
        holder.kill()
        holder.wait()
        holder.stdout.close()


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_a_living_writer_is_waited_for_and_then_told(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process writes, a command waits, gives up with status 4, changes nothing."""
    raw = prepared()
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.15)
    with held():
        there = listing()
        begun = time.monotonic()
        outcome = call(*words)
        assert time.monotonic() - begun >= 0.15
        one_error(outcome, 4)
        assert "another" in outcome.err
        assert SESSION.read_bytes() == raw
        assert listing() == there
        # Who only reads waits for nobody.
        assert call("sheet").status == 0


def test_the_wait_lasts_some_seconds() -> None:
    """The wait is long enough for a slow disk and short enough for the table."""
    assert 2 <= store.WAIT_SECONDS <= 15


def test_a_writer_that_ends_in_time_lets_the_next_one_in() -> None:
    """A command that finds the session locked goes on as soon as it is let go."""
    prepared()
    with held() as holder:
        assert holder.stdin is not None

        def let_go() -> None:
            assert holder.stdin is not None
            holder.stdin.write(b"\n")
            holder.stdin.flush()

        timer = threading.Timer(0.3, let_go)
        timer.start()
        done(*HAND)
        timer.join()
        assert holder.wait(timeout=30) == 0
    assert notes()[-1] == "new"
    assert listing() == {NAME}


def test_the_lock_of_a_dead_process_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies with the lock in its hands is not waited for at all."""
    prepared()
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.0)
    with held() as holder:
        holder.kill()
        holder.wait()
        assert len(listing()) > 1
        done(*HAND)
    assert notes()[-1] == "new"
    assert listing() == {NAME}


def test_a_link_and_its_file_have_one_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session written through a link is locked for who writes it by its own name."""
    raw = prepared()
    Path("link.toml").symlink_to(NAME)
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.1)
    with held(Path("link.toml")):
        one_error(call(*HAND), 4)
    assert SESSION.read_bytes() == raw


@pytest.mark.skipif(not AS_ROOT, reason="needs two users")
def test_a_living_writer_of_another_user_is_waited_for(shared: Path) -> None:
    """The lock of somebody else is one to wait for, not a file that may not be opened."""
    path = shared / NAME
    path.write_bytes(prepared())
    path.chmod(0o664)
    for one in (path, shared):
        os.chown(one, 1001, NOBODY)
    shared.chmod(0o775)
    with held(path) as holder:
        guard = next(shared.glob(".*lock"))
        os.chown(guard, 1001, NOBODY)
        # As our writer makes it: with the mode of the session.
        guard.chmod(0o664)
        assert holder.stdin is not None
        timer = threading.Timer(0.3, holder.kill)
        timer.start()
        outcome = call_as(1000, *HAND, "--session", str(path))
        timer.join()
    assert outcome.status == 0, outcome
    assert notes(path.read_bytes())[-1] == "new"


# --- `new` -----------------------------------------------------------------------------------


def test_new_never_overwrites() -> None:
    """A file that is there, whatever it holds, is refused and stays."""
    for content in (prepared(), b"", b"\0\xff no session", b"format = 2\n"):
        SESSION.write_bytes(content)
        one_error(call("new"), 1)
        assert SESSION.read_bytes() == content
        assert listing() == {NAME}


def test_force_puts_the_old_session_aside() -> None:
    """With --force the old bytes lie beside the new session, under a name that was not in use."""
    raw = prepared()
    Path("preftally.1.toml").write_bytes(b"mine")
    Path("preftally.2.toml").symlink_to("nowhere")
    Path("preftally.3.toml").mkdir()
    there = listing()
    outcome = done("new", "--force")
    (aside,) = listing() - there
    assert aside in outcome.err
    assert Path(aside).read_bytes() == raw
    assert records() == []
    assert Path("preftally.1.toml").read_bytes() == b"mine"
    assert not Path("nowhere").exists()
    done(*HAND)
    second = SESSION.read_bytes()
    there = listing()
    done("new", "--force")
    (other,) = listing() - there
    assert Path(other).read_bytes() == second
    assert Path(aside).read_bytes() == raw


@pytest.mark.parametrize("content", [b"", b"\0\xff no session", b"format = 2\r\n"])
def test_force_keeps_whatever_was_there(content: bytes) -> None:
    """With --force a file that is no session is kept byte for byte, too."""
    SESSION.write_bytes(content)
    done("new", "--force")
    (aside,) = listing() - {NAME}
    assert Path(aside).read_bytes() == content
    assert records() == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_force_keeps_the_mode(mode: int) -> None:
    """The session and what was put aside may be read by just those who could read it before."""
    prepared()
    SESSION.chmod(mode)
    done("new", "--force")
    for name in listing():
        assert stat.S_IMODE(Path(name).stat().st_mode) == mode, name


def test_new_writes_through_a_link() -> None:
    """A link stays a link: the session it stands for is refused, put aside, or made."""
    raw = prepared()
    Path("kept").mkdir()
    SESSION.rename("kept/games.toml")
    SESSION.symlink_to("kept/games.toml")
    one_error(call("new"), 1)
    assert Path("kept/games.toml").read_bytes() == raw
    done("new", "--force")
    assert SESSION.is_symlink()
    assert records() == []
    asides = [Path("kept", name) for name in listing(Path("kept")) - {"games.toml"}]
    asides += [Path(name) for name in listing() - {NAME, "kept"}]
    assert [path.read_bytes() for path in asides] == [raw]


@pytest.mark.parametrize("options", [(), ("--force",)], ids=["new", "force"])
def test_new_through_a_link_to_nothing(options: Sequence[str]) -> None:
    """A link to a file that is not there stays a link; the session is made where it points."""
    Path("kept").mkdir()
    SESSION.symlink_to("kept/games.toml")
    done("new", *options)
    assert SESSION.is_symlink()
    assert os.readlink(SESSION) == "kept/games.toml"
    assert records() == []
    assert listing(Path("kept")) == {"games.toml"}
    assert listing() == {NAME, "kept"}


def test_new_where_no_file_can_be() -> None:
    """A folder, a loop of links, a name below a file: one message, no traceback, nothing made."""
    Path("deck").mkdir()
    Path("loop").symlink_to("loop")
    Path("plain").write_text("plain")
    there = listing()
    for name in ("deck", "loop", "plain/x.toml", "x" * 300 + ".toml"):
        for options in ((), ("--force",)):
            outcome = call("new", "--session", name, *options)
            one_error(outcome, outcome.status)
            assert outcome.status in (1, 3, 4), name
            assert listing() == there, name
            assert listing(Path("deck")) == set()


@pytest.mark.parametrize("code", CODES, ids=errno.errorcode.get)
def test_new_that_cannot_be_written_leaves_nothing(code: int) -> None:
    """A fault at any step of `new` leaves the folder empty, and status 4."""
    for step, first in (*STEPS[:4], *STEPS[5:]):
        fault = Fault(step, OSError(code, os.strerror(code)), first)
        with pytest.MonkeyPatch.context() as patch:
            fault.install(patch)
            outcome = call("new")
        assert fault.hits == 1, step
        one_error(outcome, 4)
        assert listing() == set(), step
