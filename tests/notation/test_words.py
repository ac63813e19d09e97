"""The one table of words: each word means one thing where it stands."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from preftally.cli.group import COMMANDS
from preftally.notation import contracts, words
from preftally.notation.grammar import Said
from preftally.notation.words import Word

# Where a word may stand: what begins a line, what is a contract, what stands before a value.
PLACES = {
    "first": [*words.COMMANDS.values(), words.QUIT, words.HELP, *words.KINDS.values()],
    "suit": [*words.SUITS.values()],
    "role": [*words.ROLES.values()],
}


@pytest.mark.parametrize("place", PLACES)
def test_no_word_means_two_things_in_one_place(place: str) -> None:
    """Nothing has to be guessed: each word stands once in each place."""
    spelt = {word: {words.folded(one) for one in word.all} for word in PLACES[place]}
    count = Counter(chain.from_iterable(spelt.values()))
    assert [word for word, times in count.items() if times > 1] == []


@pytest.mark.parametrize("place", PLACES)
def test_everything_has_a_word_in_both_languages(place: str) -> None:
    """And the words of each are in its alphabet."""
    for word in PLACES[place]:
        assert word.english
        assert all(one.isascii() or one == "misère" for one in word.english)
        assert word.russian
        assert not any(one.isascii() for one in word.russian)


def test_every_command_is_in_the_table() -> None:
    """And each is called by its own name, the first of its English words."""
    assert set(COMMANDS) <= set(words.COMMANDS)
    assert all(word.english[0] == name for name, word in words.COMMANDS.items())


def test_every_role_is_something_that_can_be_said() -> None:
    """The roles are the fields of what is said."""
    assert set(words.ROLES) <= set(Said._fields)


@pytest.mark.parametrize("suit", words.SUITS, ids=str)
def test_every_word_for_a_suit_makes_a_contract(suit: str) -> None:
    """Glued to the level, or after a blank, in any case, `ё` or not."""
    word: Word = next(word for one, word in words.SUITS.items() if one == suit)
    for one in word.all:
        for text in (f"7{one}", f"7 {one}", f"7{one.upper()}"):
            assert contracts.read(text) == (7, suit)


def test_e_with_dots_is_e() -> None:
    """`расчет` calls what `расчёт` calls."""
    for name, word in words.COMMANDS.items():
        for one in word.all:
            assert words.command(one.replace("ё", "е").upper()) == name
