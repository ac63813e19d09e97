"""A random walk over all mending commands, beside a plain list of what must then be there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

import pytest
from evenings import NAME, SESSION, begin, call, evening, listing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Suit,
)
from preftally.engine.replay import Game, replay


class Entry(NamedTuple):
    """An entry of the evening: the words that record it, and what must then be in the file."""

    words: tuple[str, ...]
    hand: Hand
    note: str = ""


def entry(words: str, hand: Hand, note: str = "") -> Entry:
    extra = ("--note", note) if note else ()
    return Entry((*words.split(), *extra), hand, note)


SEVEN, SIX, EIGHT = Contract(7, Suit.SPADES), Contract(6, Suit.DIAMONDS), Contract(8, Suit.NO_TRUMP)
# For the players Аня, W, 🦊; Глеб may join them.
PALETTE = (
    entry("7S 5 --by Аня --whist W --pass 🦊", Contracted(SEVEN, "Аня", 5, ("W",), ("🦊",))),
    entry(
        "6D 7 --by W --whist Аня=2 --whist 🦊=1",
        Contracted(SIX, "W", 7, ("Аня", "🦊"), taken={"Аня": 2, "🦊": 1}),
        "оба вистуют [1]",
    ),
    entry("7S --by 🦊 --pass Аня --pass W", Contracted(SEVEN, "🦊", passed=("Аня", "W"))),
    entry(
        "6D --by W --half Аня --pass 🦊 --dealer W",
        Contracted(SIX, "W", passed=("🦊",), half=("Аня",), dealer="W"),
    ),
    entry("8NT --by W --concede", Conceded(EIGHT, "W"), "# x = [[hand]]"),
    entry("misere 0 --by 🦊", Misere("🦊", 0)),
    entry("misere 10 --by Аня --dealer 🦊", Misere("Аня", 10, "🦊")),
    entry("pass Аня=0 W=0 🦊=10", AllPass({"Аня": 0, "W": 0, "🦊": 10})),
    entry("pass 🦊=4 W=1 Аня=5 --dealer Аня", AllPass({"🦊": 4, "W": 1, "Аня": 5}, "Аня")),
    entry("misdeal", Misdeal(), "'\"\\"),
    entry("misdeal --dealer Аня", Misdeal("Аня")),
    entry("adjust Аня --mountain 2 --pool 1", Correction("Аня", 1, 2)),
    entry("adjust W --whists 7 --on 🦊", Correction("W", whists=7, on="🦊")),
    entry("adjust W --whists -7 --on 🦊", Correction("W", whists=-7, on="🦊")),
    entry("join Глеб", Joined("Глеб")),
    entry("leave Глеб", Left("Глеб"), "пора"),
    entry("misere 1 --by Глеб --dealer W", Misere("Глеб", 1, "W")),
)
BARE = ("adjust", "join", "leave")

STEPS = st.one_of(
    st.tuples(st.just("hand"), st.integers(0, 0), st.sampled_from(PALETTE)),
    st.tuples(st.just("hand"), st.integers(0, 0), st.sampled_from(PALETTE)),
    st.tuples(st.just("insert"), st.integers(1, 12), st.sampled_from(PALETTE)),
    st.tuples(st.just("edit"), st.integers(1, 12), st.sampled_from(PALETTE)),
    st.tuples(st.just("drop"), st.integers(1, 12), st.none()),
    st.tuples(st.just("undo"), st.integers(1, 3), st.none()),
    st.tuples(st.just("redo"), st.integers(0, 0), st.none()),
)
Step = tuple[str, int, Entry | None]


class State(NamedTuple):
    """What the file was, and the list of entries that it held."""

    raw: bytes
    entries: tuple[Entry, ...]


class Walk:
    """The session of this folder, and the plain list of entries that it must hold."""

    def __init__(self, start: Sequence[Entry] = ()) -> None:
        begin("--players", "Аня,W,🦊", pool=12)
        self.game: Game = evening().session.game
        self.entries: tuple[Entry, ...] = ()
        self.done: list[State] = []
        self.undone: list[State] = []
        for one in start:
            self.step(("hand", 0, one))

    def step(self, step: Step) -> None:
        """Do one step, and hold that the file is what the list says."""
        name, number, one = step
        before = State(SESSION.read_bytes(), self.entries)
        wanted = self._wanted(name, number, one)
        outcome = call(*self._words(name, number, one))
        if wanted is None or replay(self.game, (entry.hand for entry in wanted)).problems:
            assert outcome.status in (1, 2), (step, outcome)
            assert outcome.err.startswith("error:"), outcome
            assert SESSION.read_bytes() == before.raw
        else:
            assert outcome.status == 0, (step, outcome)
            self._remember(name, number, before)
            self.entries = wanted
        self._holds()

    def _wanted(self, name: str, number: int, one: Entry | None) -> tuple[Entry, ...] | None:
        """The list after the step; `None` where there is nothing to do it with."""
        there = self.entries
        if name == "redo":
            return self.undone[-1].entries if self.undone else None
        if name == "undo":
            return self.done[-number].entries if number <= len(self.done) else None
        if name == "drop":
            return there[: number - 1] + there[number:] if number <= len(there) else None
        assert one is not None
        if name == "hand":
            return (*there, one)
        if name == "insert":
            return (
                (*there[: number - 1], one, *there[number - 1 :])
                if (number <= len(there) + 1)
                else None
            )
        if number > len(there):
            return None
        kept = one if one.note else one._replace(note=there[number - 1].note)
        return (*there[: number - 1], kept, *there[number:])

    def _words(self, name: str, number: int, one: Entry | None) -> tuple[str, ...]:
        if one is None:
            return {
                "undo": ("undo", "--count", str(number)),
                "drop": ("drop", str(number)),
                "redo": ("redo",),
            }[name]
        if name == "hand":
            return one.words if one.words[0] in BARE else ("hand", *one.words)
        return (name, str(number), *one.words)

    def _remember(self, name: str, count: int, before: State) -> None:
        """Every action is taken back and brought back whole, byte for byte."""
        raw = SESSION.read_bytes()
        if name == "redo":
            self.done.append(before)
            assert raw == self.undone.pop().raw
        elif name == "undo":
            taken, self.done = self.done[-count:], self.done[:-count]
            assert raw == taken[0].raw
            self.undone += reversed([*taken[1:], before])
        elif raw != before.raw:
            self.done.append(before)
            self.undone.clear()

    def _holds(self) -> None:
        found = evening()
        assert found.failure is None
        there = [(type(one.hand), one.hand, one.note) for one in found.session.records]
        assert there == [(type(one.hand), one.hand, one.note) for one in self.entries]
        # The plain list, replayed by itself, is the same game.
        played = replay(self.game, (one.hand for one in self.entries))
        assert (played.sheet, played.table) == (found.played.sheet, found.played.table)
        assert listing() == {NAME}


@pytest.fixture(scope="module", autouse=True)
def state() -> Iterator[None]:
    """A folder for what undo keeps, one for all walks."""
    made = tempfile.mkdtemp(prefix="preftally-")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", made)
        yield
    shutil.rmtree(made)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    start=st.lists(st.sampled_from(PALETTE), max_size=4),
    steps=st.lists(STEPS, min_size=3, max_size=14),
)
def test_any_walk_leaves_what_the_plain_list_holds(start: list[Entry], steps: list[Step]) -> None:
    """After every step the file loads and holds just the list; a refused step changes nothing."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        walk = Walk(start)
        for step in steps:
            walk.step(step)


def test_a_walk_that_meets_every_command() -> None:
    """The same on one long way on which every command succeeds at least once."""
    walk = Walk(PALETTE[:9])
    for step in (
        ("insert", 3, PALETTE[14]),
        ("undo", 2, None),
        ("redo", 0, None),
        ("redo", 0, None),
        ("hand", 0, PALETTE[16]),
        ("edit", 2, PALETTE[10]),
        ("drop", 1, None),
        ("undo", 3, None),
        ("hand", 0, PALETTE[12]),
        ("redo", 0, None),
        ("hand", 0, PALETTE[13]),
        ("drop", 2, None),
        ("hand", 0, PALETTE[15]),
        ("undo", 1, None),
        ("undo", 1, None),
        ("redo", 0, None),
        ("insert", 1, PALETTE[4]),
    ):
        walk.step(step)
    assert len(walk.entries) > 5


def test_redo_does_not_bring_back_what_no_longer_fits() -> None:
    """After a hand was recorded in another's place, the one that was undone stays away."""
    walk = Walk(PALETTE[:2])
    for step in (("undo", 1, None), ("hand", 0, PALETTE[5]), ("redo", 0, None)):
        walk.step(step)
    assert [one.hand for one in walk.entries] == [PALETTE[0].hand, PALETTE[5].hand]
    Path(NAME).unlink()
