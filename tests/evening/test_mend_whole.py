"""`check --mend` beside all that could be kept: every set of entries, every way they were dealt."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from test_mend import PATH, a_hand, text_of

from preftally.engine.conventions import CONVENTIONS, override
from preftally.engine.model import (
    AllPass,
    Hand,
    Misdeal,
    Misere,
    Player,
    is_dealt,
)
from preftally.engine.replay import Game, Replay, replay
from preftally.evening.check import diagnosed, mended
from preftally.session import file
from preftally.session.hands import Record, block

LENGTH = 6


def walk(seed: int) -> tuple[Game, dict[str, object], list[Hand]]:
    """A short evening of three or four, with people who come, go and come again."""
    chance = random.Random(seed)
    players: tuple[Player, ...] = ("W", "N", "E", "S") if seed % 2 else ("W", "E", "S")
    rules: dict[str, object] = {"deal.after_all_pass": "stays"} if seed % 3 == 0 else {}
    game = Game(override(CONVENTIONS["sochi"], rules), players, "W", 1000)  # type: ignore[arg-type]
    hands: list[Hand] = []
    played = replay(game, hands)
    while len(hands) < LENGTH:
        guest = next(one for one in ("N", "A", "B") if one not in played.table.players)
        hand = a_hand(chance, played.table, guest)
        if is_dealt(hand) and chance.random() < 0.25:
            hand = hand._replace(dealer=chance.choice(played.table.players))
        after = replay(game, [hand], after=played)
        if not after.problems:
            hands.append(hand)
            played = after
    return game, rules, hands


def gaps(hand: Hand, played: Replay) -> Iterator[Replay]:
    """All that a bad entry may have been to the deal: nothing, one that moved it, one that did not.

    The deal stands as a hand that moves it and changes no seat. Who was told to have dealt did so.
    """
    yield played
    convention = played.game.convention
    stays = isinstance(hand, Misdeal) or (
        isinstance(hand, AllPass) and convention.deal.after_all_pass == "stays"
    )
    named = hand.dealer if is_dealt(hand) and hand.dealer in played.table.players else None
    for dealer in {None, named}:
        for moves in (True, False) if dealer is None else (not stays,):
            # Whoever is at the table and does not deal can have played it.
            by = dealer or played.table.dealer
            other = next(one for one in played.table.players if one != by)
            deal = Misere(other, 0, dealer) if moves else Misdeal(dealer)
            yield replay(played.game, [deal], after=played)


def place(played: Replay) -> Any:
    """What of a replay decides what can be next."""
    last = [step.table.dealer for step in played.steps if is_dealt(step.hand)]
    return played.table.players, played.table.dealer, tuple(last[-1:])


def most(game: Game, hands: list[Hand], bad: set[int]) -> int:
    """How many entries can stay at most, by trying all sets of them and all gaps."""
    ways = {place(start := replay(game, [])): (0, start)}
    for number, hand in enumerate(hands, 1):
        found: dict[Any, tuple[int, Replay]] = {}
        for kept, played in ways.values():
            after = replay(game, [hand], after=played)
            options = [(kept, one) for one in gaps(hand, played)]
            if number not in bad and not after.problems:
                options.append((kept + 1, after))
            for count, one in options:
                assert not one.problems
                if count > found.get(place(one), (-1, one))[0]:
                    found[place(one)] = count, one
        ways = found
    return max(kept for kept, _ in ways.values())


def spoilt(hand: Hand, how: int) -> str:
    """The entry spoilt: by a value, a row, its first value, or its header."""
    whole = block(Record(hand))
    rows = whole.splitlines()
    if how == 0:
        return whole + "note = 5\n"
    if how == 1:
        return whole + "what is this\n"
    if how == 2:
        return re.sub(r"= (.*)", r"= [\1, [", whole, count=1)
    return "\n".join([rows[0], *rows[1:], rows[-1]]) + "\n"


def mended_of(seed: int, bad: dict[int, int]) -> tuple[int, int]:
    """How many entries stay, and how many could."""
    game, rules, hands = walk(seed)
    text = text_of(game, [], rules)
    for number, hand in enumerate(hands, 1):
        text += "\n" + (spoilt(hand, bad[number]) if number in bad else block(Record(hand)))
    found = diagnosed(file.parse(PATH, text.encode()))
    assert not bad.keys() & found.good.keys(), (seed, bad)
    after = file.parse(PATH, mended(found).encode())
    assert after.failure is None
    assert not replay(game, [one.hand for one in after.records]).problems, (seed, bad)
    return len(after.records), most(game, hands, set(bad))


@pytest.mark.parametrize("damaged", [1, 2])
def test_the_most_is_kept(damaged: int) -> None:
    """With one or two entries of any kind spoilt in any place, no larger set could stay."""
    lost = []
    for seed in range(25):
        chance = random.Random(seed)
        for at in range(1, LENGTH + 1):
            bad = {at: chance.randrange(4)}
            if damaged == 2:
                bad[chance.choice([one for one in range(1, LENGTH + 1) if one != at])] = at % 4
            kept, could = mended_of(seed, bad)
            if kept != could:
                lost.append((seed, bad, kept, could))
    assert not lost, (len(lost), lost[:8])


@pytest.mark.parametrize("seed", [11, 79])
def test_a_dealer_who_cannot_be_read_may_be_anybody(seed: int) -> None:
    """`dealer` is spoilt, and the deal went on from whoever it was."""
    kept, could = mended_of(seed, {6: 3, 3: 2} if seed == 11 else {6: 2, 1: 2})
    assert kept == could
