"""When two names are one, what a name may hold, and which player a word finds."""

from __future__ import annotations

import importlib.util
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from preftally.errors import WrongUsage
from preftally.notation import lookalikes, names
from preftally.notation.unseen import shown, unseen, without

ROOT = Path(__file__).parents[2]
FAMILY = "👨‍👩‍👧"
# Each of another kind: zero-width, joiners, directions, fillers, selectors, tags, hyphens.
INVISIBLE = (
    "\u200b\u200c\u200d\u2060\u2064\ufeff\u180e\u061c\u200e\u200f\u034f\u115f\u1160\u3164\uffa0"
    "\u17b4\u2800\ufe00\ufe0e\ufe0f\U000e0100\U000e01ef\u180b\U000e0001\U000e0041\U000e007f\xad"
)


def refusal(*players: str) -> WrongUsage:
    """Why these cannot sit at a table."""
    with pytest.raises(WrongUsage) as caught:
        names.roster(players)
    return caught.value


def described(error: WrongUsage) -> str:
    """The message with its hint."""
    return f"{error.message} | {error.hint}"


def test_there_are_invisible_characters_of_all_kinds_to_try() -> None:
    """(An editor that drops them would otherwise leave the tests below with nothing to do.)"""
    assert len(set(INVISIBLE)) == 27
    assert not any(one.isascii() or one.isspace() for one in INVISIBLE)


@pytest.mark.parametrize("odd", INVISIBLE, ids=ascii)
@pytest.mark.parametrize("at", [0, 2, 4])
def test_an_invisible_character_is_refused_by_its_number_and_place(odd: str, at: int) -> None:
    """What it is, where it stands, and the name without it; none of it is shown."""
    name = "Анна"[:at] + odd + "Анна"[at:]
    found = described(refusal(name, "Борис", "Вера"))
    assert f"U+{ord(odd):04X}" in found
    assert ("after " + "Анна"[:at] if at else "at its beginning") in found
    assert "write it without: Анна" in found
    assert odd not in found


@pytest.mark.parametrize("odd", INVISIBLE, ids=ascii)
def test_an_invisible_character_never_makes_another_player(odd: str) -> None:
    """It has no part in finding a player, typed or stored."""
    for at in range(5):
        name = "Анна"[:at] + odd + "Анна"[at:]
        assert names.key(name) == names.key("Анна")
        assert names.find(name, ("Анна", "Борис", "Вера")) == "Анна"
        assert names.find("ан", (name, "Борис", "Вера")) == name
        assert names.begins("Ан", name)


def test_a_name_of_nothing_is_no_name() -> None:
    """Fillers alone are as empty as blanks."""
    for name in ("", "  ", "\u3164", "\u2800\u2800", "\u200b", "«»", "«  »"):
        refusal(name, "Борис", "Вера")


def test_pictures_keep_what_makes_them_one() -> None:
    """A family is one picture, a red heart is red; their forms are one name all the same."""
    for name in (FAMILY, "❤️", "👩🏽‍⚕️", "1️⃣", "Анна ❤️"):
        assert names.roster((name, "Борис", "Вера"))[0] == name
        assert unseen(name) == -1
        assert shown(name) == name
    assert "one name" in described(refusal("❤", "❤️", "Вера"))
    assert "one name" in described(refusal(FAMILY, FAMILY.replace("\u200d", ""), "Вера"))


def test_doubled_blanks_are_refused_and_outer_ones_dropped() -> None:
    """A blank of any width is a plain one."""
    assert names.roster((" Анна", "Борис\u3000К.", "\xa0Вера\t"))[:2] == ("Анна", "Борис К.")
    found = described(refusal("Анна  К.", "Борис", "Вера"))
    assert "doubled blank after Анна" in found
    assert "write it with one: Анна К." in found
    assert "doubled blank" in described(refusal("Анна \xa0К.", "Борис", "Вера"))


MIXED = {
    "Aнна": "A (Latin) beside н (Cyrillic)",
    "Аннa": "a (Latin) beside А (Cyrillic)",
    "Annа": "а (Cyrillic) beside A (Latin)",
    "Мария Петpова": "p (Latin) beside П (Cyrillic)",
    "Ραul": "Ρ (Greek) beside u (Latin)",
    "Вοва": "ο (Greek) beside В (Cyrillic)",
    "Ｉван": "I (Latin) beside в (Cyrillic)",
}


@pytest.mark.parametrize(("name", "letters"), MIXED.items())
def test_a_word_of_two_alphabets_is_refused_and_its_odd_letter_named(
    name: str, letters: str
) -> None:
    """The letter of the alphabet that has the fewer letters in the word is the odd one."""
    assert letters in described(refusal(name, "Лев", "Ян"))


def test_words_of_two_alphabets_may_stand_side_by_side() -> None:
    """Only inside a word are they a mistake."""
    for name in ("Анна Smith", "Вова-X", "李明", "たカ漢", "שרה", "Zoë", "Коля2", "Ῥόδος"):
        assert names.roster((name, "Лев", "Ян"))[0] == name


ALIKE = (
    ("C", "С", "С (Cyrillic) looks like C (Latin)"),
    ("c", "С", "С (Cyrillic) looks like c (Latin)"),
    ("Ира 1", "Ира l", "l (Latin) looks like 1 (digit)"),
    ("Ольга", "0льга", "0 (digit) looks like О (Cyrillic)"),
    ("Вера", "Bepa", "B (Latin) looks like В (Cyrillic)"),
    ("HOT", "НОТ", "Н (Cyrillic) looks like H (Latin)"),
    ("Οtto"[0], "O", "O (Latin) looks like Ο (Greek)"),
    ("O’Neil", "O'Neil", "' looks like ’"),
    ("Анна-К", "Анна‐К", "‐ looks like -"),
    ("Зоя", "3оя", "3 (digit) looks like З (Cyrillic)"),
)


@pytest.mark.parametrize(("one", "other", "why"), ALIKE)
def test_names_that_look_alike_are_refused(one: str, other: str, why: str) -> None:
    """And the letter in which they differ is named."""
    found = described(refusal(one, "Ян", other))
    assert f"{one} and {other} cannot be told apart: {why}" in found
    assert "cannot be told apart" in described(refusal(other, one, "Ян"))


def test_names_that_can_be_told_apart_are_taken() -> None:
    """No check is so wide that it refuses what people are called."""
    for players in (
        ("W", "N", "E", "S"), ("Арно", "Амо", "Анна"), ("José", "Jose", "Ян"), ("Q7", "W2", "7W"),
        ("Андрей", "Андреи", "Ян"), ("вера", "BEPA", "Ян"), ("Иван", "Йван", "Ян"),
        ("Саша К.", "Саша П.", "Саша"), ("A", "B", "C", "D"), ("А", "Б", "В", "Г"),
        ("'q'", '"d"', "$HOME", "#1"), ("[red]Петя", "[/b]", ":smile:"),
    ):  # fmt: skip
        assert names.roster(players) == players


ONE = (
    ("Пётр", "Петр"), ("ПЁТР", "петр"), ("Ещё", "Еще"), ("Ира", "ира"), ("Straße", "STRASSE"),
    ("Андрей", unicodedata.normalize("NFD", "Андрей")), ("Пётр", "Пе\u0308тр"), ("Ａ", "a"),
    ("Анна", "«Анна»"),
)  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ONE)
def test_spellings_of_one_name(one: str, other: str) -> None:
    """Case, ё and е, composed and decomposed letters, forms of a letter: one player."""
    assert "two players have one name" in described(refusal(one, other, "Ян"))
    assert names.find(other, (one, "Борис", "Ян")) == one
    assert names.find(one, (other, "Борис", "Ян")) == other
    assert names.same(names.unquoted(other), (one, "Борис")) == one
    assert names.begins(other[:2], one)


def test_a_prefix_finds_the_only_one_who_begins_so() -> None:
    """Whatever its case, and ё for е; an exact name comes before a longer one."""
    players = ("Пётр", "Петрова", "Сергей")
    assert names.find("петр", players) == "Пётр"
    assert names.find("петро", players) == "Петрова"
    assert names.find("СЕ", players) == "Сергей"
    assert names.find("“Се”", players) == "Сергей"
    assert names.find("Анна", ("“Анна", "Борис", "Вера”")) == "“Анна"
    with pytest.raises(WrongUsage, match="Пе could be Пётр or Петрова"):
        names.find("Пе", players)


@pytest.mark.parametrize("word", ["", " ", "\u200b", "«»"], ids=ascii)
def test_nothing_finds_nobody(word: str) -> None:
    """Not even where one player is called by nothing but a filler."""
    with pytest.raises(WrongUsage, match="is not a player"):
        names.find(word, ("\u3164", "Борис", "Вера"))


def test_a_letter_that_only_looks_right_is_named_and_not_taken() -> None:
    """So does a digit; completion, which shows what it takes, offers the player."""
    for word, player, letter in (
        ("A", "Анна", "А (Cyrillic)"), ("С", "Clara", "C (Latin)"), ("0", "Ольга", "О (Cyrillic)"),
        ("Аnn", "Anna", "A (Latin)"), ("l", "Ira", "I (Latin)"),
    ):  # fmt: skip
        with pytest.raises(WrongUsage) as caught:
            names.find(word, (player, "Jan", "Ян"))
        assert caught.value.hint == (
            f"{player} is spelt with {letter}; the letter typed only looks like it"
        )
        assert names.begins(word, player)
        assert not names.begins(word, "Ян")


WORDS = (
    "undo", "SHEET", "пас", "Лист", "отмена", "pass", "misere", "мизер", "7S", "10NT", "7п",
    "whist", "играет", "note", "quit", "выход", "?", "help", "ушел", "без3", "7", "10",
    "сдаёт", "сдает",
)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_the_game_is_no_name(word: str) -> None:
    """It would be taken for itself wherever it is typed; two words are a name."""
    assert f"nobody can be called {word}" in described(refusal(word, "Борис", "Вера"))
    assert names.roster((f"{word} К.", "Борис", "Вера"))[0] == f"{word} К."


LISTS = {
    "“Анна,Борис,Вера”": ["Анна", "Борис", "Вера"],
    "«Анна, Борис, Вера»": ["Анна", "Борис", "Вера"],
    "„Анна,Борис,Вера“": ["Анна", "Борис", "Вера"],
    " “Анна,Борис,Вера” ": ["Анна", "Борис", "Вера"],
    "'Анна,Борис,Вера'": ["Анна", "Борис", "Вера"],
    '"Анна,Борис,Вера"': ["Анна", "Борис", "Вера"],
    "«Анна»,«Борис»,«Вера»": ["Анна", "Борис", "Вера"],
    "“Анна” , ‘Борис’,Вера": ["Анна", "Борис", "Вера"],
    "'q','d','e'": ["'q'", "'d'", "'e'"],
    "O’Neil,d’Artagnan,Вера": ["O’Neil", "d’Artagnan", "Вера"],
}


@pytest.mark.parametrize(("text", "players"), LISTS.items())
def test_quotes_of_a_chat_are_no_part_of_a_name(text: str, players: Sequence[str]) -> None:
    """Neither around the whole list nor around each name; those of the shell mean themselves."""
    assert names.roster(names.listed(text)) == tuple(players)


def test_what_version_0_1_took_is_read_as_it_was() -> None:
    """Names that `new` refuses by now, in a file that has them, find their own player."""
    for players in (
        ("Пётр", "Петр", "Вера"), ("Анна", "Анна\u200b", "Aнна"), ("C", "С", "c\u3164"),
        ("Анна К.", "Анна  К.", "Вера"), ("“Анна", "Борис", "Вера”"), ("undo", "pass", "7S"),
    ):  # fmt: skip
        assert names.seated(players) == players
        for player in players:
            assert names.same(player, players) == player
            assert names.same(player.upper(), players) == player
    assert names.seated((" Анна", "Борис ", "Вера")) == ("Анна", "Борис", "Вера")
    for wrong in (("Анна", "анна", "Вера"), ("A", "B"), ("", "B", "C"), ("a\x1bb", "B", "C")):
        with pytest.raises(WrongUsage):
            names.seated(wrong)


def test_a_stranger_is_nobody() -> None:
    """And so is a name that is one with two of an old file."""
    assert names.same("Глеб", ("Анна", "Борис", "Вера")) is None
    assert names.same("ПЕТР", ("Пётр", "Пе\u200bтр", "Вера")) is None


def test_a_newcomer_is_told_from_all_who_sit() -> None:
    """His own name in another spelling is his; one that looks like it is refused."""
    players = ("Пётр", "Анна", "C")
    assert names.newcomer(" «Глеб» ", players) == "Глеб"
    assert names.newcomer("петр", players) == "Пётр"
    for name in ("С", "Гле\u200bб", "Глeб", "", "Г\x1b"):
        with pytest.raises(WrongUsage):
            names.newcomer(name, players)


def test_what_nobody_sees_is_shown_by_its_number() -> None:
    """Nothing of it is left, and all else stays."""
    for odd in INVISIBLE + "\x00\x07\x1b\x7f\x85\x9b\u202e\u2066\u2028\u2029\ud800\udcff":
        text = f"Анна{odd}Б"
        assert odd not in shown(text)
        assert shown(text).startswith("Анна\\")
        assert shown(text).endswith("Б")
    assert shown("a\x1b[31m\u202eb\U000e0041\udcff") == r"a\x1b[31m\u202eb\ue0041\xff"
    assert shown(f"Ж\tб\xa0в\n李 {FAMILY}") == f"Ж\tб\xa0в\n李 {FAMILY}"
    assert without(f"А\u200bн\ufe0f{FAMILY}") == "Ан👨👩👧"


def derivation() -> ModuleType:
    """The script that the table of look-alikes was derived by."""
    spec = importlib.util.spec_from_file_location("derivation", ROOT / ".ci" / "lookalikes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_lookalikes_is_what_unicode_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is derived anew from the confusables of Unicode, and nothing has been lost."""
    monkeypatch.setattr("sys.argv", ["lookalikes.py"])
    script = derivation()
    assert lookalikes.ROWS.split() == script.rows(script.confusables())


def test_no_character_looks_like_two() -> None:
    """Each stands in one row, and none of the rows is lost on the way to a skeleton."""
    found = "".join(lookalikes.ROWS.split())
    assert len(found) == len(set(found))
    for row in lookalikes.ROWS.split():
        assert len({lookalikes.skeleton(one) for one in row}) == 1, row
