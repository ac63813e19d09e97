"""The shapes in which people type an entry, each beside the plain one that it means."""

from __future__ import annotations

import shlex

import pytest

from preftally.engine.model import Hand, Table
from preftally.errors import WrongUsage
from preftally.notation.grammar import spoken
from preftally.notation.meaning import understood

THREE = Table(("Витя", "Сергей", "Петя"), "Витя")
FOUR = Table(("Витя", "Сергей", "Петя", "Ира"), "Ира")
LATIN = Table(("W", "E", "S"), "W")
TWO_WORDS = Table(("Анна Петрова", "Борис", "Вера"), "Вера")


def meant(line: str, table: Table) -> Hand:
    """What a line at the prompt means."""
    return understood(spoken(shlex.split(line)), table)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        # A blank before the suit, the suit in words, the level in words.
        ("ви 6 треф", "ви 6т"),
        ("ви 6треф", "ви 6т"),
        ("ви шесть треф", "ви 6т"),
        ("ви 7 без козыря 5 се", "ви 7бк 5 се"),
        ("ви 7 бескозырка 5 се", "ви 7бк 5 се"),
        ("ви 7 бк 5 се", "ви 7бк 5 се"),
        ("ви 7 П 5 се", "ви 7п 5 се"),
        ("ви семерная пик 5 се", "ви 7п 5 се"),
        ("ви 9 крестей 9 се", "ви 9т 9 се"),
        ("ви 8 червей", "ви 8ч"),
        # A number after a name is what he took.
        ("ви 7т 7 се 2 пе 1", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 се2 пе1", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 се:2 пе:1", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 се(2) пе(1)", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 се (2), пе (1)", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 вист се 2 вист пе 1", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 вист: се 2, пе 1", "ви 7т 7 се=2 пе=1"),
        ("ви 7т 7 вистуют се 2 и пе 1", "ви 7т 7 се=2 пе=1"),
        ("распасы ви 1 се 5 пе 4", "распасы ви=1 се=5 пе=4"),
        ("распасы ви=1,се=5,пе=4", "распасы ви=1 се=5 пе=4"),
        ("пас ви 1 се 5 пе 4", "распасы ви=1 се=5 пе=4"),
        # Bare numbers go clockwise from the dealer's left.
        ("распасы 5 4 1", "распасы се=5 пе=4 ви=1"),
        # The declarer's tricks in words.
        ("ви 7п 5 взяток се", "ви 7п 5 се"),
        ("ви 7п взял 5 се", "ви 7п 5 се"),
        ("ви играет 7п, взял 5, вист се", "ви 7п 5 се"),
        ("играет ви 7п 5 се", "ви 7п 5 се"),
        ("ви 7п без двух се", "ви 7п 5 се"),
        ("ви 7п без 2 се", "ви 7п 5 се"),
        ("ви 7п 5 без двух вист се", "ви 7п 5 се"),
        # Given up.
        ("ви 8бк отдал", "ви 8бк concede"),
        ("ви 8бк отдаёт", "ви 8бк concede"),
        ("ви 8бк отдает", "ви 8бк concede"),
        ("ви 8бк без трёх", "ви 8бк concede"),
        ("ви 8бк без трех", "ви 8бк concede"),
        ("ви 8бк без 3", "ви 8бк concede"),
        ("ви 8бк без3", "ви 8бк concede"),
        ("ви отдал 8бк", "ви 8бк concede"),
        ("ви отдаёт 8 бк без трёх", "ви 8бк concede"),
        # Roles before the name, and behind it.
        ("ви 7п 5 вист се пас пе", "ви 7п 5 се"),
        ("ви 7п 5 се вист пе пас", "ви 7п 5 се"),
        ("ви 7п 5 се вист, пе пас", "ви 7п 5 се"),
        ("ви 7п 5 сергей вистует, петя пасует", "ви 7п 5 се"),
        ("ви 7п 5 петя пасует, сергей вистует", "ви 7п 5 се"),
        ("ви 6т се пас пе пас", "ви 6т"),
        ("ви 6т пасуют се и пе", "ви 6т"),
        ("ви 6т се и пе пасуют", "ви 6т"),
        ("ви 6т пас: се, пе", "ви 6т"),
        ("ви 6т все пас", "ви 6т"),
        ("ви 6т пасуют оба", "ви 6т"),
        ("сдаёт се ви 7п 5 пе", "ви 7п 5 пе сдаёт се"),
        ("ви 7ч полвист се", "ви 7ч half се"),
        ("ви 7ч се полвиста", "ви 7ч half се"),
        ("ви 7ч полвиста: се; пас: пе", "ви 7ч half се"),
        # Misère.
        ("ви мизер 0", "ви misere 0"),
        ("мизер ви 2", "ви misere 2"),
        ("мизер 2 ви", "ви misere 2"),
        ("ви мизер две взятки", "ви misere 2"),
        ("ви сыграл мизер", "ви misere 0"),
        ("ви мизер сыгран", "ви misere 0"),
        # Dashes, as phones make them.
        ("7п 5 —вист се —пас пе", "7п 5 --whist се --pass пе"),
        ("7п 5 –whist се —pass пе", "7п 5 --whist се --pass пе"),
        ("7п 5 --whist=се --pass=пе", "7п 5 --whist се --pass пе"),
        # Comings, goings, corrections.
        ("петя ушёл", "leave петя"),
        ("петя ушла", "leave петя"),
        ("петя уходит из-за стола", "leave петя"),
        ("глеб сел", "join глеб"),
        ("глеб садится за стол", "join глеб"),
        ("правка пе гора 2", "adjust пе mountain 2"),
        ("правка пе гору +2", "adjust пе --mountain +2"),
        ("правка пе висты −6 на се", "adjust пе --whists -6 --on се"),
        ("пересдача", "misdeal"),
        # As the program numbers its entries.
        ("3. пересдача.", "misdeal"),
    ],
)
def test_a_shape_means_the_plain_one(line: str, plain: str) -> None:
    """At a table of three, with Vitya dealing."""
    assert meant(line, THREE) == meant(plain, THREE)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("s plays 7s: 5 tricks; w whists, e passes", "s 7s 5 w"),
        ("s plays 7♠, down 2; whist: w; pass: e", "s 7s 5 w"),
        ("s seven spades 5 w", "s 7s 5 w"),
        ("s 7 no trump 5 w", "s 7n 5 w"),
        ("s 7 spades 5 w", "s 7s 5 w"),
        ("7 spades 5 --by s --whist w --pass e", "7s 5 --by s --whist w --pass e"),
        ("s gives up 8nt without three", "s 8nt concede"),
        ("s gave up 8nt", "s 8nt concede"),
        ("s 8nt without three", "s 8nt concede"),
        ("w leaves", "leave w"),
        ("gleb joins the table", "join gleb"),
        ("s 7s 5 w pass e", "s 7s 5 w"),
        ("s 7s 5 pass e w", "s 7s 5 w"),
        ("pass w 1 e 5 s 4", "pass w=1 e=5 s=4"),
        ("pass 5 4 1", "pass e=5 s=4 w=1"),
    ],
)
def test_a_shape_in_english(line: str, plain: str) -> None:
    """The same in Latin letters, which stand beside Russian words as well."""
    assert meant(line, LATIN) == meant(plain, LATIN)


def test_with_four_the_dealer_comes_last() -> None:
    """Three numbers are those of the players; a fourth is what the talon gave the dealer."""
    assert meant("распасы 3 3 4", FOUR) == meant("распасы ви3 се3 пе4", FOUR)
    assert meant("распасы 3 3 3 1", FOUR) == meant("распасы ви3 се3 пе3 ир1", FOUR)


def test_a_name_of_two_words_needs_no_quotes() -> None:
    """Its words stand side by side, its tricks glued or behind."""
    quoted = meant('"анна петрова" 7п 5 борис', TWO_WORDS)
    assert meant("Анна Петрова 7п 5 борис", TWO_WORDS) == quoted
    both = meant("борис 6б 7 'анна петрова=2' вера=1", TWO_WORDS)
    assert meant("борис 6б 7 анна петрова=2 вера 1", TWO_WORDS) == both
    assert meant("борис 6б 7 анна петрова 2 вера 1", TWO_WORDS) == both


@pytest.mark.parametrize(
    "line",
    [
        # Who passes, who whists?
        "ви 7п 5 се пасует пе",
        # Whose are these?
        "распасы 3 7",
        "распасы 3 3 4 0",
        "распасы ви 3 3 4",
        # Seven that took five is down two.
        "ви 7п 5 без трёх се",
        "ви 7п без",
        "ви 7 5 се",
        "ви отдал 7п без двух",
    ],
)
def test_what_could_be_two_things_is_refused(line: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(WrongUsage):
        meant(line, THREE)


def test_a_new_word_that_begins_a_name_is_refused() -> None:
    """It could be either; the whole name is his, as in a session of version 0.1."""
    table = Table(("Безруков", "Анна", "Сыгран"), "Анна")
    with pytest.raises(WrongUsage):
        meant("анна 7п без 3", table)
    named = table._replace(players=("Без", "Анна", "Сыгран"))
    assert meant("анна 7п 5 без", named) == meant("7п 5 --whist Без --pass Сыгран", named)


def test_a_name_that_is_a_word_goes_on_working() -> None:
    """Before a contract a player's whole name is his; behind it, unless 0.1 had the word."""
    table = Table(("Пас", "Мизер", "Отдал"), "Пас")
    assert meant("пас 7п 5 мизер", table) == meant(
        "7п 5 --by Пас --whist Мизер --pass Отдал", table
    )
    assert meant("мизер мизер 0", table) == meant("misere 0 --by Мизер", table)
    assert meant("мизер 7п 5 отдал", table) == meant(
        "7п 5 --by Мизер --whist Отдал --pass Пас", table
    )
