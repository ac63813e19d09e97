"""The words that say an entry: for the command that brings it back, and for examples.

`phrase` are those of the command line, with options. `short` are those of the prompt,
in the reader's language; both are understood wherever the other is (a test holds it
for every legal hand).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

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
    is_dealt,
    is_played,
)
from preftally.notation import manner, words


def phrase(hand: Hand, note: str = "") -> Iterator[str]:
    """The words that say the same entry again: after `hand`, or after `edit N`."""
    match hand:
        case Contracted():
            yield str(hand.contract)
            if hand.tricks is not None:
                yield str(hand.tricks)
            yield from ("--by", hand.declarer)
            for player in hand.whist:
                own = f"={hand.taken[player]}" if player in hand.taken else ""
                yield from ("--whist", f"{player}{own}")
            for option, players in (("--pass", hand.passed), ("--half", hand.half)):
                for player in players:
                    yield from (option, player)
            if hand.talon:
                yield from ("--talon", hand.talon)
        case Conceded():
            yield from (str(hand.contract), "--by", hand.declarer, "--concede")
        case Misere():
            yield from ("misere", str(hand.tricks), "--by", hand.declarer)
        case AllPass():
            yield "pass"
            yield from (f"{player}={tricks}" for player, tricks in hand.taken.items())
        case Misdeal():
            yield "misdeal"
        case Correction():
            yield from ("adjust", hand.player)
            for option, amount in (
                ("--pool", hand.pool),
                ("--mountain", hand.mountain),
                ("--whists", hand.whists),
            ):
                if amount:
                    yield from (option, str(amount))
            if hand.on is not None:
                yield from ("--on", hand.on)
        case Joined():
            yield from ("join", hand.player)
        case Left():
            yield from ("leave", hand.player)
        case Ended():
            yield "end"
        case _:
            assert_never(hand)
    if is_played(hand) and hand.times != 1:
        yield from ("--times", str(hand.times))
    if is_dealt(hand) and hand.dealer is not None:
        yield from ("--dealer", hand.dealer)
    if note:
        # In a file a note may have several lines; in a command it has one.
        yield from ("--note", " ".join(note.split()))


def line(hand: Hand, note: str = "") -> str:
    """The words of an entry as the reader would type them after `hand`, in one line."""
    said = short(hand, note) if manner.at_prompt() else phrase(hand, note)
    return " ".join(map(manner.quoted, said))


def contract(one: Contract) -> str:
    """`7S`; in Russian `7п`."""
    return f"{one.level}{words.SUITS[one.suit].shown()}"


def short(hand: Hand, note: str = "") -> Iterator[str]:
    """The words that say an entry at the prompt: who is not named has passed."""
    match hand:
        case Contracted():
            yield from (hand.declarer, contract(hand.contract))
            if hand.tricks is not None:
                yield str(hand.tricks)
            yield from _whisters(hand)
            for player in hand.half:
                yield from (_role("half"), player)
            if hand.talon:
                yield from (_role("talon"), hand.talon)
        case Conceded():
            yield from (hand.declarer, contract(hand.contract), _role("concede"))
        case Misere():
            yield from (hand.declarer, words.KINDS["misere"].shown(), str(hand.tricks))
        case AllPass():
            yield words.KINDS["pass"].shown()
            yield from (f"{player}={tricks}" for player, tricks in hand.taken.items())
        case Misdeal():
            yield words.KINDS["misdeal"].shown()
        case Correction():
            yield from (words.COMMANDS["adjust"].shown(), hand.player)
            for role, amount in (
                ("pool", hand.pool),
                ("mountain", hand.mountain),
                ("whists", hand.whists),
            ):
                if amount:
                    yield from (_role(role), str(amount))
            if hand.on is not None:
                yield from (_role("on"), hand.on)
        case Joined():
            yield from (words.COMMANDS["join"].shown(), hand.player)
        case Left():
            yield from (words.COMMANDS["leave"].shown(), hand.player)
        case Ended():
            yield words.COMMANDS["end"].shown()
        case _:
            assert_never(hand)
    if is_played(hand) and hand.times != 1:
        yield from (_role("times"), str(hand.times))
    if is_dealt(hand) and hand.dealer is not None:
        yield from (_role("dealer"), hand.dealer)
    if note:
        yield from (_role("note"), " ".join(note.split()))


def _role(role: str) -> str:
    return words.ROLES[role].shown()


def _whisters(hand: Contracted) -> Iterator[str]:
    """Bare names, unless one of them is itself a word that says something of the next."""
    option = ["--whist"] if any(map(words.role, hand.whist)) else []
    for player in hand.whist:
        yield from option
        yield f"{player}={hand.taken[player]}" if player in hand.taken else player
