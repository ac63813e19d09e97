"""A random walk over all mending commands, beside a plain list of what must then be there."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from evenings import NAME, SESSION, begin, call, done, evening, listing, records
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Ended,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Suit,
    is_dealt,
    is_played,
)
from preftally.engine.replay import Replay, replay
from preftally.session.hands import Record, block


class Entry(NamedTuple):
    """An entry of the evening: the words that record it, and what must then be in the file."""

    words: tuple[str, ...]
    hand: Hand
    note: str = ""


def entry(words: str, hand: Hand, note: str = "") -> Entry:
    extra = ("--note", note) if note else ()
    return Entry((*words.split(), *extra), hand, note)


SEVEN, SIX, EIGHT = Contract(7, Suit.SPADES), Contract(6, Suit.DIAMONDS), Contract(8, Suit.NO_TRUMP)
# For the players Аня, W, 🦊; Глеб may join them, or is there from the beginning.
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
    entry("leave W", Left("W")),
    entry("leave Аня", Left("Аня")),
    entry("join W", Joined("W")),
    entry("misdeal --dealer Глеб", Misdeal("Глеб")),
    entry("8NT 8 --by 🦊 --whist W --pass Глеб --times 2",
          Contracted(EIGHT, "🦊", 8, ("W",), ("Глеб",), times=2)),
    entry("pass Аня=3 W=3 Глеб=4 --dealer 🦊", AllPass({"Аня": 3, "W": 3, "Глеб": 4}, "🦊")),
    entry("pass Глеб=2 W=3 🦊=5 --times 3", AllPass({"Глеб": 2, "W": 3, "🦊": 5}, times=3)),
    entry("misere 0 --by W --times 16", Misere("W", 0, times=16)),
    entry("end", Ended(), "время"),
    entry("adjust Глеб --mountain -1", Correction("Глеб", mountain=-1)),
)  # fmt: skip
BARE = ("adjust", "join", "leave", "end")

THREE, FOUR = "Аня,W,🦊", "Аня,W,🦊,Глеб"
STARTS = (
    ("--players", THREE),
    ("--players", FOUR),
    ("--players", FOUR, "--dealer", "🦊", "--set", "deal.after_all_pass=stays"),
    ("--players", THREE, "--set", "pool.end=first"),
    ("--players", FOUR, "--set", "pool.end=each"),
    ("--players", THREE, "--set", "deal.limit=4"),
)
# What is said again of an entry without its words.
SAID = (("--dealer", "W"), ("--dealer", "Глеб"), ("--times", "4"), ("--note", ""), ("--note", "x"))
RENAMES = (("W", "Вера"), ("Аня", "Глеб"), ("Глеб", "Ян"), ("🦊", "Глеб"), ("Вера", "W"))
# How a person spoils an entry: the rows that he adds, or what he writes for its first value.
DAMAGES = ("note = 5\n", "what is this\n", "at = 2026-11-30 21:44\n", "= [[[", '= "two"', "[hand]")

ENTRIES = st.sampled_from(PALETTE)
PLACES = st.integers(1, 12)
STEPS = st.one_of(
    st.tuples(st.just("hand"), st.just(0), ENTRIES),
    st.tuples(st.just("hand"), st.just(0), ENTRIES),
    st.tuples(st.just("hand"), st.just(0), ENTRIES),
    st.tuples(st.just("insert"), PLACES, ENTRIES),
    st.tuples(st.just("edit"), PLACES, ENTRIES),
    st.tuples(st.just("edit"), PLACES, st.sampled_from(SAID)),
    st.tuples(st.just("drop"), PLACES, st.none()),
    st.tuples(st.just("undo"), st.integers(1, 4), st.none()),
    st.tuples(st.just("redo"), st.integers(1, 3), st.none()),
    st.tuples(st.just("rename"), st.just(0), st.sampled_from(RENAMES)),
    st.tuples(st.just("damage"), PLACES, st.sampled_from(DAMAGES)),
    st.tuples(st.just("mend"), st.just(0), st.none()),
)
Step = tuple[str, int, Entry | tuple[str, str] | str | None]


class State(NamedTuple):
    """What the file was, and the list of entries that it held.

    `damaged` are those that a person spoilt. `raw` is `None` of a state that was undone
    and in which a player has another name now.
    """

    raw: bytes | None
    entries: tuple[Entry, ...]
    damaged: frozenset[int] = frozenset()


def called(one: Any, old: str, new: str) -> Any:
    """A value with every `old` in it called otherwise."""
    if isinstance(one, dict):
        return {called(key, old, new): value for key, value in one.items()}
    if isinstance(one, tuple):
        made = [called(part, old, new) for part in one]
        return type(one)(*made) if hasattr(one, "_fields") else tuple(made)
    return new if type(one) is str and one == old else one


class Walk:
    """The session of this folder, and the plain list of entries that it must hold."""

    def __init__(self, start: Sequence[Entry] = (), options: Sequence[str] = STARTS[0]) -> None:
        begin(*options, pool=12)
        self.entries: tuple[Entry, ...] = ()
        self.damaged: frozenset[int] = frozenset()
        self.done: list[State] = []
        self.undone: list[State] = []
        for one in start:
            self.step(("hand", 0, one))

    @property
    def state(self) -> State:
        return State(SESSION.read_bytes(), self.entries, self.damaged)

    def step(self, step: Step) -> None:
        """Do one step, and hold that the file is what the list says."""
        name, number, one = step
        if name == "damage":
            assert isinstance(one, str)
            self._damage(number, one)
        elif name == "mend":
            self._mend()
        elif name in ("undo", "redo"):
            self._move(name, number)
        elif name == "rename":
            self._rename(*one)  # type: ignore[misc]
        else:
            self._change(name, number, one)
        self._holds()

    def _refused(self, step: Any, *words: str) -> None:
        before = SESSION.read_bytes()
        outcome = call(*words)
        assert outcome.status in ((3,) if self.damaged else (1, 2)), (step, outcome)
        assert outcome.err.startswith("error:"), outcome
        assert SESSION.read_bytes() == before

    def _change(self, name: str, number: int, one: Any) -> None:
        before, words = self.state, _words(name, number, one)
        wanted = self._wanted(name, number, one)
        if self.damaged or wanted is None or self._played(wanted).problems:
            self._refused((name, number, one), *words)
            return
        done(*words)
        self.entries = wanted
        if SESSION.read_bytes() != before.raw:
            self.done.append(before)
            self.undone.clear()

    def _played(self, entries: Sequence[Entry]) -> Replay:
        return replay(evening().session.game, (one.hand for one in entries))

    def _wanted(self, name: str, number: int, one: Any) -> tuple[Entry, ...] | None:
        """The list after the step; `None` where there is nothing to do it with."""
        there = self.entries
        if name == "drop":
            return there[: number - 1] + there[number:] if number <= len(there) else None
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
        old = there[number - 1]
        kept = _said(old, *one) if not isinstance(one, Entry) else one
        if kept is None:
            return None
        if isinstance(one, Entry) and not one.note:
            kept = one._replace(note=old.note)
        return (*there[: number - 1], kept, *there[number:])

    def _move(self, name: str, count: int) -> None:
        """Every action is taken back and brought back whole, byte for byte."""
        there, back = (self.done, self.undone) if name == "undo" else (self.undone, self.done)
        if count > len(there):
            before = SESSION.read_bytes()
            outcome = call(name, str(count))
            assert outcome.status in (1, 3), (name, count, outcome)
            assert SESSION.read_bytes() == before
            return
        before = self.state
        if any(one.raw is None and self._is_spoilt(one) for one in there[-count:]):
            self._refused((name, count), name, str(count))
            return
        done(name, str(count))
        states = there[-count:]
        del there[-count:]
        back += [before, *reversed(states[1:])]
        raw, self.entries, self.damaged = states[0]
        assert raw is None or SESSION.read_bytes() == raw

    def _is_spoilt(self, one: State) -> bool:
        return bool(self._played(one.entries).problems)

    def _rename(self, old: str, new: str) -> None:
        found = evening()
        seated = {*found.session.game.players}
        seated |= {one.hand.player for one in self.entries if isinstance(one.hand, Joined)}
        if self.damaged or old not in seated or new in seated:
            self._refused((old, new), "rename", old, new)
            return
        before = self.state
        done("rename", old, new)
        self.done.append(before)
        self.entries = called(self.entries, old, new)
        self.undone = [State(None, called(one.entries, old, new)) for one in self.undone]

    def _damage(self, number: int, how: str) -> None:
        """A person spoils an entry; what was done and undone fits no more."""
        if number > len(self.entries) or number in self.damaged:
            return
        text = SESSION.read_text()
        starts = [at.start() for at in re.finditer(r"(?m)^\[\[?hand", text)]
        start, end = starts[number - 1], [*starts, len(text)][number]
        piece = text[start:end]
        if how.startswith("["):
            spoilt = piece.replace("[[hand]]", how, 1)
        elif how.startswith("="):
            spoilt = re.sub("= .*", lambda _: how, piece, count=1)
        else:
            spoilt = piece.rstrip() + "\n" + how + "\n"
        SESSION.write_text(text[:start] + spoilt + text[end:])
        self.damaged |= {number}
        self.done.clear()
        self.undone.clear()

    def _mend(self) -> None:
        """The good entries stay in their order; what was damaged is gone."""
        before = self.state
        done("check", "--mend")
        if not self.damaged:
            assert SESSION.read_bytes() == before.raw
            return
        (aside,) = listing() - {NAME}
        assert Path(aside).read_bytes() == before.raw
        Path(aside).unlink()
        good = (one for at, one in enumerate(self.entries, 1) if at not in self.damaged)
        kept = []
        for one in records():
            said = _bare(one.hand), one.note
            old = next(old for old in good if (_bare(old.hand), old.note) == said)
            kept.append(old._replace(hand=one.hand))
        self.entries, self.damaged = tuple(kept), frozenset()
        self.done.append(before)

    def _holds(self) -> None:
        if self.damaged:
            return
        found = evening()
        assert found.failure is None
        there = [(one.hand, one.note) for one in found.session.records]
        assert there == [(one.hand, one.note) for one in self.entries]
        # A fresh session of the plain list is the same game.
        session = found.session
        head = session.text[: session.cut[0].start] if session.cut else session.text
        text = head + "".join("\n" + block(Record(one.hand, one.note)) for one in self.entries)
        fresh = evening(text.encode())
        assert fresh.failure is None
        assert fresh.played == found.played
        assert listing() == {NAME}
        for words in READERS:
            done(*words)


def _said(old: Entry, option: str, value: str) -> Entry | None:
    """An entry of which one thing is said again; `None` where it has no such thing."""
    if option == "--note":
        return old._replace(note=value)
    if option == "--dealer":
        return old._replace(hand=old.hand._replace(dealer=value)) if is_dealt(old.hand) else None
    return old._replace(hand=old.hand._replace(times=int(value))) if is_played(old.hand) else None


def _bare(hand: Hand) -> Hand:
    return hand._replace(dealer=None) if is_dealt(hand) else hand


def _words(name: str, number: int, one: Any) -> tuple[str, ...]:
    if name == "hand":
        return one.words if one.words[0] in BARE else ("hand", *one.words)
    said = () if one is None else one.words if isinstance(one, Entry) else one
    return (name, str(number), *said)


READERS = (("sheet", "--json"), ("log", "--json"), ("settle", "--json"), ("check",))


@pytest.fixture(scope="module", autouse=True)
def state() -> Iterator[None]:
    """A folder for what undo keeps, one for all walks."""
    made = tempfile.mkdtemp(prefix="preftally-")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", made)
        yield
    shutil.rmtree(made)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    options=st.sampled_from(STARTS),
    start=st.lists(ENTRIES, max_size=6),
    steps=st.lists(STEPS, min_size=3, max_size=14),
)
def test_any_walk_leaves_what_the_plain_list_holds(
    options: Sequence[str], start: list[Entry], steps: list[Step]
) -> None:
    """After every step the file loads and holds just the list; a refused step changes nothing."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        walk = Walk(start, options)
        for step in steps:
            walk.step(step)


def test_a_walk_that_meets_every_command() -> None:
    """The same on one long way on which every command succeeds at least once."""
    walk = Walk(PALETTE[:9])
    for step in (
        ("insert", 3, PALETTE[14]),
        ("undo", 2, None),
        ("redo", 1, None),
        ("redo", 1, None),
        ("hand", 0, PALETTE[16]),
        ("edit", 2, PALETTE[10]),
        ("drop", 1, None),
        ("undo", 3, None),
        ("hand", 0, PALETTE[12]),
        ("redo", 1, None),
        ("hand", 0, PALETTE[13]),
        ("drop", 2, None),
        ("hand", 0, PALETTE[15]),
        ("undo", 1, None),
        ("undo", 1, None),
        ("redo", 1, None),
        ("insert", 1, PALETTE[4]),
    ):
        walk.step(step)
    assert len(walk.entries) > 5


def test_redo_does_not_bring_back_what_no_longer_fits() -> None:
    """After a hand was recorded in another's place, the one that was undone stays away."""
    walk = Walk(PALETTE[:2])
    for step in (("undo", 1, None), ("hand", 0, PALETTE[5]), ("redo", 1, None)):
        walk.step(step)
    assert [one.hand for one in walk.entries] == [PALETTE[0].hand, PALETTE[5].hand]
    Path(NAME).unlink()


def test_redo_brings_nobody_back_under_a_name_that_another_has_now() -> None:
    """He joined, that was undone, and somebody else is now called as he is."""
    walk = Walk([PALETTE[14]])
    for step in (("undo", 1, None), ("rename", 0, ("W", "Глеб")), ("redo", 1, None)):
        walk.step(step)
    assert not walk.entries
