"""The words of club rules: coefficients, the end, a dealer who whists (RULES, section 9)."""

from __future__ import annotations

import pytest

from preftally.engine.model import AllPass, Contracted, Ended, Hand, Misere, Table
from preftally.errors import WrongUsage
from preftally.notation.grammar import spoken
from preftally.notation.meaning import WhoDeclares, understood

THREE = Table(("W", "E", "S"), "W")
FOUR = Table(("W", "N", "E", "S"), "N")


def heard(line: str, table: Table = THREE) -> Hand:
    """The entry that a line means."""
    return understood(spoken(line.split()), table)


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ("times 2", 2),
        ("--times 3", 3),
        ("doubled", 2),
        ("вдвое", 2),
        ("втрое", 3),
        ("кратно 16", 16),
        ("", 1),
    ],
)
@pytest.mark.parametrize("line", ["s 7s 5 w", "e misere 2", "pass w1 e5 s4", "w 8nt concede"])
def test_a_coefficient_is_said_with_any_hand(line: str, words: str, times: int) -> None:
    """Every kind of hand that is played may count several times."""
    hand = heard(f"{line} {words}")
    assert not isinstance(hand, Ended)
    assert hand == heard(line)._replace(times=times)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "line",
    [
        "adjust W mountain 2 times 2",
        "misdeal times 2",
        "end times 2",
        "join G times 2",
        "s 7s 5 w times",
        "s 7s 5 w times two",
        "s 7s 5 w times 2 times 3",
        "s 7s 5 w вдвое втрое",
        "s 7s 5 w times 2.5",
        "end 7s",
    ],
)
def test_a_coefficient_that_cannot_be_is_refused(line: str) -> None:
    """Not on what is no hand, not twice, and it is a number."""
    with pytest.raises(WrongUsage):
        heard(line)


@pytest.mark.parametrize("line", ["end", "END", "конец", "end note time is up"])
def test_the_end_is_said_in_a_word(line: str) -> None:
    """In both languages, with a note or without."""
    assert heard(line) == Ended()


def test_a_new_word_yields_to_a_name() -> None:
    """A player of an old session who is called as a new word is, is meant by it."""
    table = Table(("End", "Times", "S"), "S")
    hand = heard("end 7s 5 times", table)
    assert isinstance(hand, Contracted)
    assert (hand.declarer, hand.whist, hand.passed, hand.times) == ("End", ("Times",), ("S",), 1)


def test_who_declares_is_not_guessed_where_the_dealer_whists() -> None:
    """If only a resting dealer is named as whisting, any of the three may have declared."""
    with pytest.raises(WhoDeclares):
        heard("6s 5 n", FOUR)
    hand = heard("s 6s 5 n", FOUR)
    assert isinstance(hand, Contracted)
    assert (hand.declarer, hand.whist, set(hand.passed)) == ("S", ("N",), {"W", "E"})
    assert isinstance(heard("e misere 2 times 2"), Misere)
    assert isinstance(heard("pass 1 5 4 times 2"), AllPass)
