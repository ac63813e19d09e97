"""The words that say an entry again: for the command that takes a change back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contracted,
    Correction,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    is_dealt,
)


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
        case _:
            assert_never(hand)
    if is_dealt(hand) and hand.dealer is not None:
        yield from ("--dealer", hand.dealer)
    if note:
        # In a file a note may have several lines; in a command it has one.
        yield from ("--note", " ".join(note.split()))
