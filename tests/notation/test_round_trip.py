"""What the program says of a hand is understood when it is typed back, word for word."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import islice

import pytest
from enumeration import every_hand

from preftally import lang
from preftally.engine.conventions import CONVENTIONS
from preftally.engine.legality import problems
from preftally.engine.model import Conceded, Contracted, Hand, Misere, Player, Table
from preftally.notation import manner, spelling
from preftally.notation.grammar import spoken
from preftally.notation.meaning import understood
from preftally.views import hands

# Names as people have them: of two words, with dots and digits, like a word of the notation.
TABLES: dict[str, tuple[Player, ...]] = {
    "W E S": ("W", "E", "S"),
    "W N E S": ("W", "N", "E", "S"),
    "Витя Саша Петя": ("Витя", "Саша", "Петя"),
    "four of two words": ("Анна Петрова", "Анна К.", "Борис", "Ёж"),
    "odd": ("A=B", "Коля1", "[red] Петя"),
    "words": ("Пас", "Whist", "Без"),
}


# Of the odd tables every seventh hand is enough: seats and numbers are those of the plain ones.
WHOLE = ("W", "Витя")
STEP = 7


def legal(players: tuple[Player, ...]) -> Iterator[tuple[Hand, Table]]:
    """Every legal hand of a table, by the convention that allows the most of them."""
    table = Table(players, players[0])
    step = 1 if players[0] in WHOLE else STEP
    for hand in islice(every_hand(table), 0, None, step):
        if not problems(hand, table, CONVENTIONS["sochi"]):
            yield hand, table
            if isinstance(hand, Conceded | Misere):
                # And with its dealer said, as if he were not the next one anyway.
                yield hand._replace(dealer=table.dealer), table
            elif isinstance(hand, Contracted) and hand.contract.level == 6:
                yield hand._replace(dealer=table.dealer), table


@pytest.mark.parametrize("language", lang.LANGUAGES)
@pytest.mark.parametrize("players", TABLES.values(), ids=TABLES)
def test_the_sentence_of_a_hand_is_understood(players: tuple[Player, ...], language: str) -> None:
    """`S plays 7♠: 5 tricks, down 2; whist: W; pass: E.` means the hand that it was said of."""
    count = 0
    with lang.speaking(language):
        for hand, table in legal(players):
            text = f"{count}. {hands.sentence(hand)}."
            assert understood(spoken(text.split(" ")), table) == hand, text
            count += 1
    assert count > 60


@pytest.mark.parametrize("language", lang.LANGUAGES)
@pytest.mark.parametrize("players", TABLES.values(), ids=TABLES)
def test_the_words_of_a_hand_are_understood(players: tuple[Player, ...], language: str) -> None:
    """Those of the command line and those of the prompt, as they are quoted."""
    with lang.speaking(language):
        for hand, table in legal(players):
            for said in (spelling.short(hand), spelling.phrase(hand)):
                line = " ".join(map(manner.quoted, said))
                assert understood(spoken(shlex.split(line)), table) == hand, line
