"""A writer that is killed loses nothing that it has acknowledged, and blocks nobody."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest
from evenings import (
    ALL_PASS,
    SESSION,
    begin,
    call,
    done,
    environment,
    listing,
    notes,
    records,
)

from preftally.session import store

pytestmark = pytest.mark.long

KILLS = int(os.environ.get("PREFTALLY_KILLS", "60"))
SEED = 20261129
# A file of its own for so many kills: a long evening makes each hand slower.
BATCH = 20
RECORDER = Path(__file__).with_name("recorder.py")
# A little more than one command takes, so that each of its moments can be met.
ONE_COMMAND = 0.025


class Writer:
    """A process that records, to be killed."""

    def __init__(self, prefix: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(RECORDER), SESSION.name, prefix],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Lines that were read ahead into a buffer would be lost to `communicate`.
            bufsize=0,
        )

    def killed(self, after: int, delay: float) -> list[str]:
        """Let it record, kill it, and give what it acknowledged: so many hands at the least."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"
        self.process.stdin.write(b"go\n")
        self.process.stdin.flush()
        acknowledged = [self.process.stdout.readline() for _ in range(after)]
        time.sleep(delay)
        self.process.kill()
        rest, errors = self.process.communicate(timeout=60)
        assert self.process.returncode == -signal.SIGKILL, errors
        # A line without its end was cut off by the kill; its hand may be in the file all the same.
        acknowledged += [line for line in rest.splitlines(keepends=True) if line.endswith(b"\n")]
        return [line.decode().strip() for line in acknowledged]


@contextmanager
def writers(prefixes: Sequence[str]) -> Iterator[Iterator[Writer]]:
    """Writers one after the other, the next one loading while one is at work."""
    made: list[Writer] = []

    def one_ahead() -> Iterator[Writer]:
        for number in range(len(prefixes)):
            while len(made) < min(number + 2, len(prefixes)):
                made.append(Writer(prefixes[len(made)]))
            yield made[number]

    try:
        yield one_ahead()
    finally:
        for writer in made:
            writer.process.kill()
            writer.process.communicate()


@pytest.mark.parametrize("batch", range(-(-KILLS // BATCH)))
def test_a_killed_writer_loses_no_acknowledged_hand(batch: int) -> None:
    """After a kill at any moment the acknowledged hands are there, and the next command works."""
    chance = random.Random(SEED + batch)
    begin()
    expected: list[str] = []
    kills = min(BATCH, KILLS - batch * BATCH)
    with writers([f"b{batch}k{number}" for number in range(kills)]) as prepared:
        for number, writer in enumerate(prepared):
            acknowledged = writer.killed(chance.randrange(4), chance.uniform(0, ONE_COMMAND))
            found = notes()
            new = found[len(expected) :]
            assert found[: len(expected)] == expected
            assert new[: len(acknowledged)] == acknowledged
            # One hand more may have reached the disk just before its acknowledgement.
            assert len(new) <= len(acknowledged) + 1
            if number % 2:
                done(*ALL_PASS, "--note", f"after {number}")
                expected = [*found, f"after {number}"]
                assert notes() == expected
                assert listing() == {SESSION.name}
            else:
                # The next writer itself finds what the dead one has left.
                expected = found


class Kill(NamedTuple):
    """Whether the command was killed, and what it left."""

    happened: bool
    raw: bytes
    others: set[str]


def killed_at(step: int, words: Sequence[str]) -> Kill:
    """Run a command in a copy of this process that kills itself at a line of the store."""
    child = os.fork()
    if not child:
        _die_at(step, words)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
    else:
        assert os.WEXITSTATUS(status) == 0
    return Kill(os.WIFSIGNALED(status), SESSION.read_bytes(), listing() - {SESSION.name})


def _die_at(step: int, words: Sequence[str]) -> None:
    left = step

    def line(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename != store.__file__:
            return None
        left -= event == "line"
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return line

    status = 1
    try:
        sys.settrace(line)
        status = call(*words).status
    finally:
        os._exit(status)


@pytest.mark.parametrize(
    "words",
    [
        (*ALL_PASS, "--note", "new"),
        ("check", "--mend"),
        ("new", "--force"),
    ],
    ids=lambda words: words[0],
)
def test_killed_at_every_line_of_the_store(words: Sequence[str]) -> None:
    """Killed at each line of the writing, the file is the old one or the new, and goes on."""
    begin()
    for number in range(3):
        done(*ALL_PASS, "--note", f"{number}")
    whole = SESSION.read_bytes()
    old = whole + b"[[hand]]\n" if words[0] == "check" else whole
    SESSION.write_bytes(old)
    step, kills, states = 1, 0, set()
    while True:
        SESSION.write_bytes(old)
        kill = killed_at(step, words)
        states.add(kill.raw == old)
        if kill.raw != old:
            new = records(kill.raw)
            assert abs(len(new) - len(records(whole))) <= 1 or words[0] == "new"
        copies = {name for name in kill.others if not name.startswith(".")}
        if words[0] in ("check", "new"):
            if kill.raw != old:
                # What stood there is never gone before its copy is whole.
                assert len(copies) == 1
                assert SESSION.with_name(*copies).read_bytes() == old
        else:
            assert copies == set()
        if words[0] == "check" and kill.raw == old:
            SESSION.write_bytes(whole)
        # What a dead process has left blocks nobody, and goes with the next write.
        before = len(records())
        done(*ALL_PASS)
        assert len(records()) == before + 1
        assert listing() == {SESSION.name, *copies}
        for name in copies:
            SESSION.with_name(name).unlink()
        if not kill.happened:
            break
        step, kills = step + 1, kills + 1
    assert states == {True, False}
    assert kills > 30


@pytest.mark.parametrize("left", [b"", b"half a sess"], ids=["empty", "torn"])
@pytest.mark.parametrize("mode", [0o644, 0o444])
def test_what_a_dead_process_left_is_harmless(left: bytes, mode: int) -> None:
    """Stale `.lock` and `.new` files never block, are never read, and go with the next write."""
    begin()
    done(*ALL_PASS)
    stale = [SESSION.with_name(f".{SESSION.name}.{kind}") for kind in ("lock", "new")]
    for path in stale:
        path.write_bytes(left)
        path.chmod(mode)
    assert done("sheet", "--json").status == 0
    done(*ALL_PASS, "--note", "second")
    assert notes() == ["", "second"]
    assert listing() == {SESSION.name}


def test_a_link_in_the_place_of_the_new_file_is_not_followed() -> None:
    """Whatever lies under the name of the new file, no other file is written through it."""
    begin()
    done(*ALL_PASS)
    other = SESSION.with_name("other.toml")
    other.write_bytes(b"precious")
    SESSION.with_name(f".{SESSION.name}.new").symlink_to(other.name)
    outcome = call(*ALL_PASS, "--note", "second")
    assert other.read_bytes() == b"precious"
    assert not SESSION.is_symlink()
    assert outcome.status in (0, 4)
    assert notes() == (["", "second"] if outcome.status == 0 else [""])
