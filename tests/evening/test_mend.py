"""`check --mend`: the most that can stay together, each hand with its dealer."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from preftally.engine.conventions import CONVENTIONS, override
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
    Player,
    Suit,
    Table,
    is_dealt,
)
from preftally.engine.replay import Game, Replay, replay
from preftally.evening.check import diagnosed, mended
from preftally.session import file, header
from preftally.session.hands import Record, block

PATH = Path("evening.toml")
SIX = Contract(6, Suit.SPADES)


def text_of(game: Game, hands: list[Hand], rules: dict[str, object]) -> str:
    base = CONVENTIONS["sochi"]
    head = header.text(base, rules, game)  # type: ignore[arg-type]
    return head + "".join("\n" + block(Record(hand)) for hand in hands)


def a_hand(chance: random.Random, table: Table, guest: str) -> Hand:
    """A legal entry of any kind at this table."""
    one, two, three = chance.sample(table.active, 3)
    dealer = None
    fourth = len(table.players) > 3
    kind = chance.randrange(11)
    if kind == 0:
        return Correction(one, mountain=2)
    if kind == 1:
        return Misdeal(chance.choice(table.players) if chance.random() < 0.5 else None)
    if kind == 2:
        return Left(chance.choice(table.players)) if fourth else Joined(guest)
    if kind == 3:
        return Conceded(SIX, one, dealer)
    if kind == 4:
        return Misere(one, 1, dealer)
    if kind in (5, 6):
        return AllPass({one: 5, two: 5, three: 0}, dealer)
    return Contracted(SIX, one, 6, (two,), (three,), dealer=dealer)


def walk(seed: int) -> tuple[Game, dict[str, object], list[Hand], Replay]:
    """An evening of three or four, and its replay."""
    chance = random.Random(seed)
    players: tuple[Player, ...] = ("W", "N", "E", "S") if seed % 2 else ("W", "E", "S")
    rules: dict[str, object] = {"deal.after_all_pass": "stays"} if seed % 3 == 0 else {}
    game = Game(override(CONVENTIONS["sochi"], rules), players, "W", 1000)  # type: ignore[arg-type]
    hands: list[Hand] = []
    played = replay(game, hands)
    guests = iter("ABCDEFGH")
    while len(hands) < 9:
        hand = a_hand(chance, played.table, next(guests, "Z"))
        after = replay(game, [hand], after=played)
        if not after.problems:
            hands.append(hand)
            played = after
    return game, rules, hands, played


def damaged(hand: Hand, how: int) -> str:
    """The entry spoilt: by a value, by its TOML, or, readable still, so that it cannot be."""
    whole = block(Record(hand))
    rows = whole.splitlines()
    if how == 0:
        return whole + "note = 5\n"
    if how == 1:
        return whole + "what is this\n"
    return "\n".join([rows[0], 'at = "soon"', *rows[1:]]) + "\n"


def dealers(game: Game, hands: list[Hand]) -> list[tuple[Hand, Player | None]]:
    """Each hand without what is said of its dealer, and who dealt it."""
    played = replay(game, hands)
    assert not played.problems
    return [
        (step.hand._replace(dealer=None), step.table.dealer)
        if is_dealt(step.hand)
        else (step.hand, None)
        for step in played.steps
    ]


def cases(seeds: range) -> Iterator[tuple[int, int, int]]:
    for seed in seeds:
        for at in range(9):
            yield seed, at, (seed + at) % 3


def kept_of(seed: int, at: int, how: int) -> tuple[int, int, bool]:
    """How many stay, how many could by themselves, and whether each has its dealer."""
    game, rules, hands, _ = walk(seed)
    text = text_of(game, hands, rules)
    old = block(Record(hands[at]))
    place = [n for n in range(len(text)) if text.startswith("[[hand]]", n)][at]
    text = text[:place] + damaged(hands[at], how) + text[place + len(old) :]
    found = diagnosed(file.parse(PATH, text.encode()))
    assert at + 1 not in found.good
    after = file.parse(PATH, mended(found).encode())
    assert after.failure is None
    assert [one.hand for one in after.records] == [one.hand for one in found.good.values()]
    whole = dealers(game, hands)
    now = dealers(game, [one.hand for one in after.records])
    same = [one for number, one in enumerate(whole, 1) if number in found.good]
    return len(now), len(hands) - 1, now == same


def test_one_bad_entry_of_any_kind_costs_no_other() -> None:
    """Where it was not somebody who came or went, all others stay, each with its dealer."""
    for seed, at, how in cases(range(60)):
        hand = walk(seed)[2][at]
        kept, whole, same = kept_of(seed, at, how)
        if not isinstance(hand, (Joined, Left)):
            assert kept == whole, (seed, at, how, hand)
            assert same, (seed, at, how, hand)


@pytest.mark.parametrize(
    "spoilt", ['mountain = "two"', "mountain = 2\nmountain = 2", "mountain = 2\nsurprise = 1"]
)
def test_a_bad_correction_moves_no_deal(spoilt: str) -> None:
    """The case of the report: three entries are kept, and no dealer is written."""
    game = Game(CONVENTIONS["sochi"], ("W", "N", "E", "S"), "W", 20)
    hands: list[Hand] = [
        Contracted(SIX, "S", 6, ("N",), ("E",)),
        Correction("E", mountain=2),
        Contracted(SIX, "W", 6, ("E",), ("S",)),
        Contracted(SIX, "W", 6, ("N",), ("S",)),
    ]
    text = text_of(game, hands, {}).replace("mountain = 2", spoilt)
    found = diagnosed(file.parse(PATH, text.encode()))
    assert list(found.good) == [1, 3, 4]
    assert mended(found).count("dealer") == 1  # the head's


def test_a_hand_that_cannot_be_leaves_its_gap() -> None:
    """A readable hand that is illegal was dealt all the same."""
    game = Game(CONVENTIONS["sochi"], ("W", "E", "S"), "W", 20)
    hands: list[Hand] = [Contracted(SIX, "S", 6, ("W",), ("W",)), Misere("E", 0)]
    found = diagnosed(file.parse(PATH, text_of(game, hands, {}).encode()))
    assert [one.hand for one in found.good.values()] == [Misere("E", 0, dealer="E")]


def test_two_hands_under_one_header_were_two_deals() -> None:
    """A lost `[[hand]]` line: the deal has moved twice."""
    game = Game(CONVENTIONS["sochi"], ("W", "N", "E", "S"), "W", 20)
    hands: list[Hand] = [
        Contracted(SIX, "S", 6, ("N",), ("E",)),
        Contracted(SIX, "W", 6, ("E",), ("S",)),
        Contracted(SIX, "W", 6, ("N",), ("S",)),
        Contracted(SIX, "W", 6, ("N",), ("E",)),
    ]
    text = text_of(game, hands, {})
    second = text.index("\n[[hand]]", text.index("[[hand]]") + 1)
    third = text.index("\n[[hand]]", second + 1)
    text = text[:third] + text[third:].replace("\n[[hand]]", "", 1)
    found = diagnosed(file.parse(PATH, text.encode()))
    assert list(found.good) == [1, 3]
    assert found.good[3].hand == hands[3]._replace(dealer="S")  # type: ignore[union-attr]


def calls(work: Callable[[], object]) -> int:
    """How many functions are called: the same every time, whatever the machine does."""
    count = 0

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_the_work_grows_with_the_length_of_the_file() -> None:
    """Four times the entries, a fault in each, take at most five times the work."""
    took = []
    for count in (100, 400):
        head = text_of(Game(CONVENTIONS["sochi"], ("W", "E", "S"), "W", 20), [], {})
        text = head + ("\n" + block(Record(Misere("E", 0))) + "note = 5\n") * count
        took.append(calls(lambda text=text: mended(diagnosed(file.parse(PATH, text.encode())))))
    assert took[1] < 5 * took[0], took
