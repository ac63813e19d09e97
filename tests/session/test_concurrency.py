"""Many processes at once: nothing is lost, nothing is written twice, nothing is left behind."""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from collections.abc import Sequence

import pytest
from evenings import (
    ALL_PASS,
    PREFTALLY,
    SESSION,
    Outcome,
    begin,
    done,
    environment,
    evening,
    listing,
    notes,
    one_error,
)

pytestmark = pytest.mark.long

PROCESSES = 40


def start(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PREFTALLY, *words],
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ended(process: subprocess.Popen[bytes]) -> Outcome:
    out, err = process.communicate(timeout=120)
    return Outcome(process.returncode, out.decode(), err.decode())


def watched(processes: Sequence[subprocess.Popen[bytes]]) -> int:
    """Read the session until all have ended: at every moment it is whole, and only grows."""
    reads, stood = 0, evening().session.raw
    while any(process.poll() is None for process in processes):
        found = evening()
        assert found.failure is None
        assert found.session.raw.startswith(stood)
        reads, stood = reads + 1, found.session.raw
        time.sleep(0.005)
    return reads


def test_forty_processes_record_at_once() -> None:
    """Of forty at once, who exits 0 is in the file just once, and who exits 4 is not in it."""
    begin()
    processes = [start(*ALL_PASS, "--note", f"p{number}") for number in range(PROCESSES)]
    assert watched(processes) > 0
    outcomes = {f"p{number}": ended(process) for number, process in enumerate(processes)}
    for outcome in outcomes.values():
        assert outcome.status in (0, 4), outcome
        if outcome.status:
            one_error(outcome, 4)
    recorded = [note for note, outcome in outcomes.items() if outcome.status == 0]
    assert Counter(notes()) == Counter(recorded)
    assert len(recorded) > PROCESSES // 2
    assert listing() == {SESSION.name}


def test_all_kinds_of_commands_at_once() -> None:
    """Hands, corrections, edits and inserts at once: each that exits 0 is there just once."""
    begin()
    for number in range(5):
        done(*ALL_PASS, "--note", f"first {number}")
    commands = {
        f"{name} {number}": [*words, "--note", f"{name} {number}"]
        for number in range(4)
        for name, words in (
            ("hand", ALL_PASS),
            ("adjust", ("adjust", "W", "--mountain", "1")),
            ("edit", ("edit", str(number + 1), "misere", "0", "--by", "E")),
            # Below the five, so that the numbers of those that are edited stay.
            ("insert", ("insert", "6", "misdeal")),
        )
    }
    processes = {name: start(*words) for name, words in commands.items()}
    recorded = [name for name, process in processes.items() if ended(process).status == 0]
    edited = [name for name in recorded if name.startswith("edit")]
    untouched = [f"first {number}" for number in range(5) if f"edit {number}" not in edited]
    assert Counter(notes()) == Counter([*recorded, *untouched])
    assert len(recorded) > len(commands) // 2
    assert listing() == {SESSION.name}


def test_sessions_beside_each_other_do_not_wait_for_each_other() -> None:
    """Two sessions in one folder have a lock each: both get all of their hands."""
    for name in ("one.toml", "two.toml"):
        done("new", "--session", name, "--pool", "1000")
    processes = [
        start(*ALL_PASS, "--session", name, "--note", name)
        for name in ("one.toml", "two.toml")
        for _ in range(4)
    ]
    assert [ended(process).status for process in processes] == [0] * 8
    for name in ("one.toml", "two.toml"):
        assert notes(SESSION.with_name(name).read_bytes()) == [name] * 4
    assert listing() == {"one.toml", "two.toml"}
