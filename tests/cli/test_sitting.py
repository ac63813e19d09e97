"""Sitting at the prompt of a real terminal: what it is like when one has gone, and come back."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import stat
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from evenings import PREFTALLY, alone, begin, done, environment, notes

from preftally.cli.history import MOST_LINES
from preftally.session import private

UP = "\x1b[A"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    return alone(tmp_path, monkeypatch)


class Table:
    """A prompt on a terminal of its own."""

    def __init__(self, ours: int, theirs: int, process: subprocess.Popen[bytes]) -> None:
        self.ours = ours
        self.theirs = theirs
        self.process = process
        self.raw = b""

    def until(self, text: str) -> str:
        """Read until a text is shown; what was shown since the last time."""
        deadline = time.monotonic() + 30
        while text not in (shown := self.raw.decode(errors="replace")):
            assert time.monotonic() < deadline, (text, shown)
            if select.select([self.ours], [], [], 1)[0]:
                self.raw += os.read(self.ours, 65536)
        self.raw = b""
        return shown

    def ended_by(self, number: signal.Signals) -> int:
        """Send a signal until the process ends; one may come before the reader waits for it."""
        for _again in range(30):
            self.process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.process.wait(timeout=1)
        raise AssertionError("it goes on")

    def types(self, text: str) -> None:
        """Type something."""
        os.write(self.ours, text.encode())

    def echoes(self) -> bool:
        """Whether the terminal shows what is typed, and waits for the end of a line."""
        flags = termios.tcgetattr(self.theirs)[3]
        return bool(flags & termios.ECHO and flags & termios.ICANON)


@contextmanager
def sitting() -> Iterator[Table]:
    """A table at which `play` has asked for a line."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*PREFTALLY, "play"],
        env=environment(TERM="xterm"), stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    )  # fmt: skip
    try:
        table = Table(ours, theirs, process)
        table.until("deals> ")
        yield table
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)


def history() -> Path:
    """The file of what was typed."""
    return Path(os.environ["XDG_STATE_HOME"], "preftally", "history")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_as_it_was_whatever_ends_the_prompt(number: signal.Signals) -> None:
    """While a line is edited it shows nothing by itself; afterwards it does again."""
    begin()
    with sitting() as table:
        table.types("hand misd")
        table.until("misd")
        assert not table.echoes()
        assert table.ended_by(number) == -number
        assert table.echoes()
    assert notes() == []


def test_what_was_typed_is_there_the_next_evening() -> None:
    """Under the arrow key; nobody else may read it; the signal that ends it loses nothing."""
    begin()
    with sitting() as table:
        table.types("hand misdeal note первая\n")
        table.until("deals> ")
        table.ended_by(signal.SIGTERM)
    assert history().read_text() == "hand misdeal note первая\n"
    assert stat.S_IMODE(history().stat().st_mode) == 0o600
    assert stat.S_IMODE(history().parent.stat().st_mode) == 0o700
    done("undo")
    with sitting() as table:
        table.types(UP)
        table.until("hand misdeal note первая")
        table.types("\n")
        table.until("deals> ")
        table.types("quit\n")
        assert table.process.wait(timeout=30) == 0
    assert notes() == ["первая"]
    assert history().read_text().splitlines()[-1] == "quit"


def test_a_history_that_somebody_has_put_there_does_nothing() -> None:
    """What would be obeyed by the terminal is left out; only so much is kept."""
    begin()
    kept = [f"adjust W pool {number}" for number in range(MOST_LINES + 5)]
    private.write("history", "\n".join([*kept, "\x1b]0;x\x07", "a\u202eb"]).encode() + b"\xff\n")
    with sitting() as table:
        table.types(UP)
        shown = table.until(f"pool {MOST_LINES + 4}")
        assert "\x1b]0;x" not in shown
        table.types("\x15quit\n")
        table.process.wait(timeout=30)
    lines = history().read_text().splitlines()
    assert len(lines) == MOST_LINES
    assert lines[-2:] == [kept[-1], "quit"]


def test_lines_that_nobody_types_are_not_kept() -> None:
    """A file of hands leaves no history."""
    begin()
    subprocess.run(
        [*PREFTALLY, "play"],
        env=environment(), input=b"hand misdeal\n", capture_output=True, check=True,
    )  # fmt: skip
    assert not history().exists()
