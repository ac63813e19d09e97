"""What the proofs of this folder share: commands, evenings, what must be true of them."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import preftally
from preftally.cli.app import run
from preftally.engine.model import Hand
from preftally.evening.evening import Evening, evening_of
from preftally.session import file
from preftally.session.hands import Record

NAME = "preftally.toml"
SESSION = Path(NAME)
PREFTALLY = (sys.executable, "-m", "preftally")

ALL_PASS = ("hand", "pass", "W=1", "E=5", "S=4")


def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one; what `undo` keeps and the home lie beside it."""
    here = tmp_path / "evening"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # `run` sets this one itself; so it is given back at the end of the test.
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    for name in (
        "PREFTALLY_SESSION", "PREFTALLY_STAKE", "COLUMNS", "NO_COLOR", "FORCE_COLOR",
        "PYTHONIOENCODING",
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    return here


class Outcome(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


def call(*words: str) -> Outcome:
    """Run one command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(list(words))
    return faultless(Outcome(status, out.getvalue(), err.getvalue()))


def faultless(outcome: Outcome) -> Outcome:
    """The outcome, which must not be a fault of the program itself, whatever its status."""
    assert "Traceback" not in outcome.err + outcome.out, outcome
    assert "PREFTALLY_TRACEBACK" not in outcome.err, outcome
    return outcome


def done(*words: str) -> Outcome:
    """Run one command in this process that must succeed."""
    outcome = call(*words)
    assert outcome.status == 0, (words, outcome)
    return outcome


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command in a process of its own."""
    return {**os.environ, "PYTHONPATH": ROOT, **changes}


def spawn(*words: str, env: Mapping[str, str] | None = None, **options: Any) -> Outcome:
    """Run one command in a process of its own; its streams are read as UTF-8 if they can be."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    ended = subprocess.run(
        [*PREFTALLY, *words],
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
        **options,
    )
    out, err = ((stream or b"").decode(errors="replace") for stream in (ended.stdout, ended.stderr))
    return faultless(Outcome(ended.returncode, out, err))


ROOT = str(Path(__file__).parent.parent.parent)
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOBODY = 65534


def call_as(user: int, *words: str) -> Outcome:
    """Run one command in a copy of this process that is somebody else's, where we are root.

    A copy, since another user may not even be able to start this Python.
    """
    if not AS_ROOT:
        return call(*words)
    _load_all()
    answer, question = os.pipe()
    child = os.fork()
    if not child:
        outcome = Outcome(1, "", "the child has died")
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(user)
            os.chdir("/")
            os.umask(0o022)
            outcome = call(*words)
        except BaseException:  # noqa: BLE001  whatever it is, it is reported to the parent
            outcome = Outcome(1, "", traceback.format_exc())
        finally:
            os.write(question, json.dumps(outcome).encode())
            os._exit(0)
    os.close(question)
    with os.fdopen(answer, "rb") as pipe:
        found = json.loads(pipe.read())
    os.waitpid(child, 0)
    return Outcome(*found)


@cache
def _load_all() -> None:
    """Import what any command may: somebody else could not, where our folders are shut."""
    for module in pkgutil.walk_packages(preftally.__path__, "preftally."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for words in ((), ("sheet", "--session", "none.toml"), ("conventions", "show", "none.toml")):
        call(*words)


def one_error(outcome: Outcome, status: int) -> None:
    """It failed with this status, one message and no traceback."""
    assert outcome.status == status, outcome
    assert len(re.findall(r"^error:", outcome.err, re.MULTILINE)) == 1, outcome
    assert "Traceback" not in outcome.err + outcome.out, outcome


def listing(folder: Path | None = None) -> set[str]:
    """The names of everything in a folder, hidden files included."""
    return {entry.name for entry in os.scandir(folder or Path())}


def begin(*options: str, pool: int = 1000, head: str | None = None) -> bytes:
    """A new session in this folder, with so large a pool that it never ends; gives its bytes."""
    if head is not None:
        SESSION.write_bytes(head.encode())
    else:
        done("new", "--pool", str(pool), *options)
    return SESSION.read_bytes()


def evening(raw: bytes | None = None) -> Evening:
    """The evening that some bytes, or the session of this folder, hold."""
    return evening_of(file.parse(SESSION, SESSION.read_bytes() if raw is None else raw))


def records(raw: bytes | None = None) -> list[Record]:
    """All records of a session that must load without fault."""
    found = evening(raw)
    assert found.failure is None, found.failure.message
    return list(found.session.records)


def hands(found: Iterable[Record]) -> list[tuple[type[Hand], Hand]]:
    """The hands of records to be compared: two kinds are tuples that may be equal."""
    return [(type(one.hand), one.hand) for one in found]


def notes(raw: bytes | None = None) -> list[str]:
    """The notes of all records."""
    return [one.note for one in records(raw)]


def way_back(outcome: Outcome) -> list[str]:
    """The words of the reversing command that was printed: `undo`, or what does without it."""
    found = re.search(r"preftally (undo|(?:edit|insert|drop) .*)", outcome.err, re.DOTALL)
    assert found is not None, outcome
    return shlex.split(found[1])


def without_times(raw: bytes) -> bytes:
    """The bytes with every recorded time set to one moment."""
    return re.sub(rb"(?m)^at = \S+?(\r?)$", rb"at = 2026-11-29T20:31:12+03:00\1", raw)


# Every kind of entry for the players W, E, S, in the order of one possible evening.
THREE: Sequence[tuple[str, ...]] = (
    ("hand", "7S", "5", "--whist", "W", "--pass", "E", "--note", "[red]Петя[/red] [[hand]] 👨‍👩‍👧"),
    ("hand", "6D", "7", "--whist", "E=2", "--whist", "S=1"),
    ("hand", "6C", "--pass", "W", "--pass", "E", "--dealer", "S"),
    ("hand", "7H", "--pass", "W", "--half", "E"),
    ("hand", "misere", "10", "--by", "E", "--note", 'a "quoted" \\ back\\slash # no comment'),
    ("hand", "pass", "W=0", "E=0", "S=10"),
    ("hand", "pass", "W=1", "E=5", "S=4", "--dealer", "W"),
    ("hand", "8NT", "--by", "W", "--concede", "--dealer", "E"),
    ("hand", "misdeal", "--dealer", "S"),
    ("adjust", "E", "--pool", "3", "--mountain", "12", "--whists", "40", "--on", "W"),
    ("adjust", "S", "--mountain", "-1"),
    ("hand", "10NT", "10", "--whist", "W", "--pass", "E"),
    ("join", "Юля"),
    ("hand", "9H", "9", "--by", "W", "--whist", "E", "--pass", "S", "--note", "李明 = { a = 1 }"),
    ("hand", "misere", "0", "--by", "Ю"),
    ("leave", "Юля"),
    ("hand", "misdeal"),
    ("hand", "6S", "10", "--whist", "W=0", "--whist", "E=0"),
)  # fmt: skip

# Likewise for the four players Аня, Борис, Вера, 🦊.
FOUR: Sequence[tuple[str, ...]] = (
    ("hand", "7S", "5", "--by", "Б", "--whist", "В", "--pass", "🦊", "--talon", "AA"),
    ("hand", "pass", "А=1", "Б=2", "В=3", "🦊=4", "--note", "распасы"),
    ("hand", "6C", "--by", "А", "--pass", "Б", "--pass", "🦊"),
    ("hand", "8D", "8", "--dealer", "А", "--by", "Б", "--whist", "В=1", "--whist", "🦊=1"),
    ("hand", "7N", "--by", "Вера", "--half", "🦊", "--pass", "Аня"),
    ("hand", "misere", "1", "--by", "🦊", "--dealer", "Борис"),
    ("adjust", "Аня", "--whists", "100", "--on", "🦊", "--pool", "2"),
    ("hand", "10S", "--by", "А", "--concede"),
    ("leave", "Борис", "--note", "ушёл в [полночь]"),
    ("hand", "pass", "А=10", "В=0", "🦊=0"),
)  # fmt: skip

RULES = ("--set", "all_pass.prices=[1, 2, 3]", "--set", "whist.style=gentleman")


def recorded(lines: Iterable[tuple[str, ...]], *options: str, pool: int = 1000) -> bytes:
    """The bytes of an evening as the commands themselves write it."""
    begin(*options, pool=pool)
    for words in lines:
        done(*words)
    raw = SESSION.read_bytes()
    SESSION.unlink()
    return raw


def evening_of_three() -> bytes:
    """An evening with every kind of entry, and rules of its own."""
    return recorded(THREE, *RULES)


def evening_of_four() -> bytes:
    """Likewise with four players, of whom one leaves."""
    return recorded(FOUR, "--players", "Аня,Борис,Вера,🦊", "--set", "talon.bonus=true")
