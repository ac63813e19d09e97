"""Locks, links, pipes, folders that are shut: what stands in the way is said, nothing is lost."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evenings import (
    ALL_PASS,
    AS_ROOT,
    NOBODY,
    SESSION,
    begin,
    call,
    call_as,
    done,
    listing,
    notes,
    one_error,
    spawn,
)

from preftally.session import actions, private, store

LOCK = Path(".preftally.toml.lock")
CHANGES = (ALL_PASS, ("adjust", "W", "--pool", "1"), ("undo",), ("hand", "misdeal"))


def state() -> Path:
    """The folder of what is undone."""
    return Path(os.environ["XDG_STATE_HOME"], "preftally")


# --- What stands in the place of a lock or of what is undone -------------------------------------


def pipe(path: Path) -> None:
    """A pipe that nobody writes to: whoever opens it plainly waits for ever."""
    os.mkfifo(path)


def dangling(path: Path) -> None:
    """A link to a file that is not there."""
    path.symlink_to("victim")


def link(path: Path) -> None:
    """A link to a file that is somebody's."""
    Path("victim").write_text("mine")
    path.symlink_to("victim")


OBSTACLES: tuple[Callable[[Path], None], ...] = (pipe, dangling, link, Path.mkdir)


@pytest.mark.parametrize("laid", OBSTACLES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("words", CHANGES)
def test_what_is_no_lock_is_neither_waited_for_nor_followed(
    laid: Callable[[Path], None], words: tuple[str, ...]
) -> None:
    """It is named; nothing is written, through it or beside it; it stays."""
    begin()
    done(*ALL_PASS)
    raw = SESSION.read_bytes()
    laid(LOCK)
    there = listing()
    outcome = call(*words)
    one_error(outcome, 4)
    assert LOCK.name in outcome.err
    assert SESSION.read_bytes() == raw
    assert listing() == there
    assert not Path("victim").exists() or Path("victim").read_text() == "mine"


@pytest.mark.parametrize("laid", OBSTACLES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("fresh", [False, True])
def test_what_is_no_state_is_not_read_and_not_followed(
    laid: Callable[[Path], None], fresh: bool
) -> None:
    """`undo` and `redo` go on without, or in its place; nothing is written through a link."""
    begin()
    done(*ALL_PASS)
    done("undo")
    (kept,) = state().iterdir()
    kept.unlink()
    laid(kept.with_name(f".{kept.name}.new") if fresh else kept)
    one_error(call("redo"), 1)
    done(*ALL_PASS)
    done("undo")
    done("sheet")
    assert not Path("victim").exists() or Path("victim").read_text() == "mine"


DAMAGED = {
    "nothing": b"", "no JSON": b"{", "nested": b"[" * 100_000, "a number": b"7",
    "other things": b'[["a", 1]]', "a text": b'["abcd"]', "negative": b'[["x", -1, "a", "b"]]',
    "types": b'[[1, "a", null, true]]', "no UTF-8": b'["\xff"]', "huge": b"[" + b"9" * 5000 + b"]",
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_damaged_state_is_no_state(damage: bytes) -> None:
    """`redo` says that there is nothing; `undo` keeps afresh."""
    begin()
    done(*ALL_PASS)
    raw = SESSION.read_bytes()
    done("undo")
    (kept,) = state().iterdir()
    kept.write_bytes(damage)
    one_error(call("redo"), 1)
    done(*ALL_PASS)
    done("undo")
    done("redo")
    assert len(notes()) == 1
    assert len(SESSION.read_bytes()) == len(raw)


def test_what_is_undone_is_nobody_elses_to_read() -> None:
    """The folder is 0700, the files are 0600, whatever the umask; an older folder is shut."""
    begin()
    state().mkdir(parents=True, mode=0o755)
    state().chmod(0o755)
    for number in range(2):
        done(*ALL_PASS, "--note", f"{number}")
        old = os.umask(0)
        done("undo")
        os.umask(old)
        assert stat.S_IMODE(state().stat().st_mode) == 0o700
        for file in state().iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            file.chmod(0o644)
    done("undo") if notes() else None


def test_a_file_of_ours_is_replaced_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read is what was written; without a folder to write in there is none."""
    assert private.read("x") == b""
    assert private.write("x", b"one")
    assert private.write("x", b"two")
    assert private.read("x") == b"two"
    assert private.remove("x")
    assert private.remove("x")
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    assert not private.write("x", b"one")
    assert private.read("x") == b""
    one = actions.Action("hand", 1, 0, "", "a", "b", "c")
    assert not actions.keep(SESSION, actions.Actions((), (one,)))


# --- Two names of one file -----------------------------------------------------------------------


def test_a_second_name_of_a_session_is_told_of_when_it_is_parted() -> None:
    """Once, when it happens: the hand is written, and the other name has the old text."""
    raw = begin()
    os.link(SESSION, "backup.toml")
    outcome = call(*ALL_PASS)
    assert outcome.status == 0
    assert "another name (a hard link)" in outcome.err
    assert Path("backup.toml").read_bytes() == raw
    assert "hard link" not in done(*ALL_PASS).err
    assert "hard link" not in done("undo").err
    assert len(notes()) == 1


def test_a_link_to_a_session_is_kept_without_a_word() -> None:
    """A soft link goes on meaning the same file."""
    begin()
    Path("tonight.toml").symlink_to(SESSION)
    assert "link" not in done(*ALL_PASS, "--session", "tonight.toml").err
    assert Path("tonight.toml").is_symlink()
    assert len(notes()) == 1


# --- Folders that are shut, names that are too long, the home ------------------------------------

LONG = "я" * 256
READS = (("sheet",), ("log", "--json"), ("check",), ("settle",), (*ALL_PASS,), ("undo",), ("redo",))


@pytest.mark.parametrize("words", READS, ids=" ".join)
@pytest.mark.parametrize("name", [LONG, f"{LONG}/x.toml", f"{LONG}.toml", "x/" * 2100 + "y"])
def test_a_name_that_is_too_long_is_a_session_that_cannot_be_read(
    words: tuple[str, ...], name: str
) -> None:
    """By option and by environment, where it is only read and where it is to be written."""
    one_error(call(*words, "--session", name), 3)


def test_a_name_that_is_too_long_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for `preftally` alone, which looks whether there is one."""
    monkeypatch.setenv("PREFTALLY_SESSION", LONG)
    for words in ((), ("sheet",), ("conventions", "show"), ("play",)):
        outcome = call(*words)
        one_error(outcome, 3)
        assert LONG in outcome.err
    outcome = call("new")
    one_error(outcome, 4)


@pytest.mark.parametrize("name", [LONG, f"{LONG}.toml", f"./{LONG}"])
def test_a_convention_whose_name_is_too_long(name: str) -> None:
    """It cannot be read, wherever it is named."""
    for words in (
        ("new", "-c", name),
        ("conventions", "show", name),
        ("conventions", "export", name),
    ):
        one_error(call(*words), 3)
    assert listing() == set()


@pytest.mark.skipif(not AS_ROOT, reason="somebody else is needed, whom a folder is shut for")
def test_a_session_in_a_folder_that_is_shut() -> None:
    """Every command says which file, with status 3; `new`, that it cannot be written."""
    shut = Path("shut").absolute()
    shut.mkdir()
    session = shut / "preftally.toml"
    done("new", "--session", str(session))
    Path("ours.toml").write_text('base = "sochi"\n')
    (shut / "ours.toml").write_text('base = "sochi"\n')
    shut.chmod(0o700)
    for parent in session.parents[1:4]:
        parent.chmod(0o755)
    for words in READS:
        outcome = call_as(NOBODY, *words, "--session", str(session))
        one_error(outcome, 3)
        assert str(session) in outcome.err
    one_error(call_as(NOBODY, "new", "--session", str(session)), 4)
    one_error(call_as(NOBODY, "conventions", "show", str(shut / "ours.toml")), 3)
    os.environ["PREFTALLY_SESSION"] = str(session)
    try:
        one_error(call_as(NOBODY), 3)
    finally:
        del os.environ["PREFTALLY_SESSION"]


@pytest.mark.parametrize("way", ["environment", "equals", "short", "convention"])
def test_the_home_is_known_where_no_shell_has_put_it_in(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`~` in the environment and behind an equals sign."""
    home = Path(os.environ["HOME"])
    home.mkdir()
    (home / "ours.toml").write_text('base = "sochi"\nwhist.style = "gentleman"\n')
    words: tuple[str, ...] = {
        "environment": (), "equals": ("--session=~/x.toml",), "short": ("-s~/x.toml",),
        "convention": ("--session=~/x.toml", "--convention=~/ours.toml"),
    }[way]  # fmt: skip
    monkeypatch.setenv("PREFTALLY_SESSION", "~/x.toml")
    done("new", *words)
    assert (home / "x.toml").is_file()
    assert listing() == set()
    done("sheet", *words[:1])
    assert "x.toml" in done().out


# --- Windows ------------------------------------------------------------------------------------


class Busy(PermissionError):
    """What Windows says while another program has the file open."""

    winerror = 5


def refusing(times: int, real: Callable[..., Any], error: type[OSError]) -> Callable[..., Any]:
    """A function that refuses so many times before it does its work."""
    left = [times]

    def function(*words: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise error(13, "Access is denied")
        return real(*words)

    return function


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that sleeping moves: the moments that were slept at."""
    clock = [100.0]
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(clock[0])
        clock[0] += seconds

    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr("time.sleep", sleep)
    return slept


def test_a_replacement_is_tried_again_while_somebody_reads(
    monkeypatch: pytest.MonkeyPatch, hurried: list[float]
) -> None:
    """As long as two seconds; then it is a file that could not be written."""
    raw = begin()
    monkeypatch.setattr(os, "replace", refusing(150, os.replace, Busy))
    done(*ALL_PASS)
    assert len(hurried) == 150
    assert len(notes()) == 1
    raw = SESSION.read_bytes()
    monkeypatch.setattr(os, "replace", refusing(10**6, os.replace, Busy))
    hurried.clear()
    one_error(call(*ALL_PASS), 4)
    assert hurried[-1] - hurried[0] == pytest.approx(store.BUSY_SECONDS, abs=0.1)
    assert SESSION.read_bytes() == raw
    assert listing() == {SESSION.name}


def test_a_reading_is_tried_again_while_somebody_replaces(
    monkeypatch: pytest.MonkeyPatch, hurried: list[float]
) -> None:
    """What is refused for a moment is no session that cannot be read."""
    begin()
    monkeypatch.setattr(Path, "read_bytes", refusing(20, Path.read_bytes, Busy))
    done("sheet")
    assert len(hurried) == 20


def test_what_is_refused_for_good_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, hurried: list[float]
) -> None:
    """Where rights are lacking, waiting does not help."""
    raw = begin()
    monkeypatch.setattr(os, "replace", refusing(1, os.replace, PermissionError))
    one_error(call(*ALL_PASS), 4)
    assert SESSION.read_bytes() == raw
    assert hurried == []


def test_a_system_without_locks_says_so_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library speaks of bytes and of threads; the message of the file and the reason."""
    begin()

    def fails(*_words: Any) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fasteners.InterProcessLock.trylock", fails)
    outcome = call(*ALL_PASS)
    one_error(outcome, 4)
    assert "preftally.toml could not be written: Operation not supported" in outcome.err
    assert "b'" not in outcome.err


def test_a_folder_that_cannot_be_brought_to_the_disk_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows opens no folder; the file itself is on the disk."""
    begin()
    real = os.open

    def opened(path: Any, flags: int, *words: Any, **options: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *words, **options)

    monkeypatch.setattr(os, "open", opened)
    done(*ALL_PASS)
    assert len(notes()) == 1


MISSING = """
import os, signal, sys
for name in ("readline", "termios", "pty", "resource", "pwd", "grp"):
    sys.modules[name] = None
for name in ("fchown", "fchmod", "geteuid", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"):
    delattr(os, name)
for name in ("SIGHUP", "SIGPIPE", "SIGALRM", "SIGUSR1", "SIGTSTP"):
    delattr(signal, name)
from preftally.cli.app import run
for line in sys.argv[1:]:
    status = run(line.split())
    assert status == 0, (line, status)
"""


def test_nothing_needs_what_windows_lacks() -> None:
    """An evening where signals, owners of files, line editing and terminals are not known."""
    commands = (
        "new", "hand 7S 5 --whist W --pass E", "undo", "redo", "sheet", "settle", "log",
        "edit 1 6S 6 --by W --pass E --pass S", "conventions export sochi", "play", "check",
    )  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-c", MISSING, *commands],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "error" not in ended.stderr


def test_streams_of_a_russian_console(monkeypatch: pytest.MonkeyPatch) -> None:
    """In cp866 and cp1251 every answer of an evening comes out, in both languages."""
    begin("--players", "Анна,Борис,Вера")
    for encoding in ("cp866", "cp1251", "cp866:strict"):
        for language in ("ru", "en"):
            env = {"PYTHONIOENCODING": encoding, "PREFTALLY_LANG": language}
            outcome = spawn("hand", "7п", "5", "--whist", "Анна", "--pass", "Борис", env=env)
            assert outcome.status == 0, outcome
            assert spawn("sheet", env=env).status == 0
            assert spawn("hand", "7Щ", env=env).status == 2
            assert json.loads(spawn("sheet", "--json", env=env).out)["players"][0] == "Анна"
