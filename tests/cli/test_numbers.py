"""Numbers and money: as they were typed, or refused; never a part of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from evenings import ALL_PASS, SESSION, alone, begin, call, done, notes, one_error

from preftally import lang
from preftally.cli.numbers import MOST_DIGITS, positive
from preftally.cli.stake import read
from preftally.errors import WrongUsage


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    return alone(tmp_path, monkeypatch)


@pytest.mark.parametrize("zeros", [0, 1, 8, 20, 5000])
@pytest.mark.parametrize("number", [1, 20, 123456789012, 10**MOST_DIGITS - 1])
def test_a_number_is_what_was_typed(number: int, zeros: int) -> None:
    """Whatever its length, and however many zeros stand before it."""
    assert positive("0" * zeros + str(number)) == number
    assert positive(number) == number


@pytest.mark.parametrize(
    "text", ["", "0", "000", "-1", "+1", "1_0", "1.0", " 1", "٣", "1" + "0" * 18, "9" * 5000, "x"]
)
def test_what_is_no_number_is_refused(text: str) -> None:
    """And so is what is beyond all measure: no message shows all of its digits."""
    with pytest.raises(WrongUsage) as caught:
        positive(text)
    assert len(caught.value.message) < 200


def test_pools_and_counts_and_numbers_of_hands_are_whole() -> None:
    """No digit of them is cut off, so none plays to another pool or drops another hand."""
    for pool in ("0000000020", "00000000000000000000020"):
        done("new", "--force", "--pool", pool)
        assert "pool = 20\n" in SESSION.read_text()
    for pool in ("123456789012", "2000000000", "10000000000000000000", "9" * 5000):
        one_error(call("new", "--force", "--pool", pool), 2)
    begin("--force")
    for number in range(13):
        done(*ALL_PASS, "--note", f"{number}")
    done("drop", "0000000012")
    assert notes() == [f"{number}" for number in range(13) if number != 11]
    for words in (
        ("drop", "1000000001"), ("edit", "1000000000012", "misdeal"), ("explain", "1" * 9),
        ("undo", "--count", "1000000001"), ("insert", "100000000001", "misdeal"),
    ):  # fmt: skip
        one_error(call(*words), 1)
        assert len(notes()) == 12, words


STAKES = {
    "1000000000": (Fraction(10**9), "1000000000"),
    "0,5": (Fraction(1, 2), "0.5"),
    ".25": (Fraction(1, 4), "0.25"),
    "0000000000000000000000.50": (Fraction(1, 2), "0.5"),
    "12345678901.123456789012": (
        Fraction(12345678901123456789012, 10**12), "12345678901.123456789012",
    ),
    "3": (Fraction(3), "3"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "found"), STAKES.items())
def test_a_stake_is_exact(text: str, found: tuple[Fraction, str]) -> None:
    """However long it is."""
    assert read(text) == found


@pytest.mark.parametrize("text", ["", "0", "0,00", "-1", "1,2,3", "1e5", "9" * 19, "0." + "1" * 19])
def test_what_is_no_money_is_refused(text: str) -> None:
    """Nothing, less than nothing, what is no number, what nobody can count."""
    with pytest.raises(WrongUsage):
        read(text)


def test_money_is_written_as_the_reader_writes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a comma in Russian, with a point in English; in JSON always with a point."""
    begin()
    done("hand", "7S", "5", "--whist", "W", "--pass", "E")
    assert "44.67" in done("settle", "--stake", "0,5").out
    same = done("settle", "--stake", "0.5", "--json").out
    for stake in ("0,5", "0.5"):
        russian = done("--lang", "ru", "settle", "--stake", stake).out
        assert "44,67" in russian
        assert "44.67" not in russian
        assert done("--lang", "ru", "settle", "--stake", stake, "--json").out == same
    assert '"-44.67"' in same


# --- The language ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"), ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "de_DE", "LANG": "ru_RU"}, "en"),
        ({"LC_MESSAGES": "ru", "LANG": "en_US"}, "ru"),
        ({"LC_ALL": "C", "LC_MESSAGES": "ru"}, "en"),
        ({"PREFTALLY_LANG": "ru", "LC_ALL": "en_US"}, "ru"),
        ({"PREFTALLY_LANG": "RU_RU.utf8"}, "ru"),
        ({"PREFTALLY_LANG": "en", "LANG": "ru_RU"}, "en"),
        ({"PREFTALLY_LANG": "C", "LANG": "ru"}, "en"),
        ({"PREFTALLY_LANG": "xx", "LANG": "ru_RU"}, "ru"), ({"PREFTALLY_LANG": "rux"}, "en"),
        ({"PREFTALLY_LANG": "", "LANG": "ru"}, "ru"), ({"LANG": "rux"}, "en"),
    ],
)  # fmt: skip
def test_the_language_is_ours_or_the_locales(environment: dict[str, str], language: str) -> None:
    """`PREFTALLY_LANG` first, if it is a language here; then the locale in its own order."""
    assert lang.preferred(environment) == language


def test_an_unknown_language_is_said_once_and_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """On stderr; the answer is the same; `--lang` makes it right."""
    begin()
    answer = done("sheet").out
    monkeypatch.setenv("PREFTALLY_LANG", "klingon")
    outcome = done("sheet")
    assert outcome.out == answer
    assert (
        outcome.err == "warning: $PREFTALLY_LANG: klingon is not a language here; one of: en, ru\n"
    )
    assert done("--lang", "en", "sheet").err == ""
    for known in ("en", "ru", "en_US.UTF-8", "C", "POSIX", ""):
        monkeypatch.setenv("PREFTALLY_LANG", known)
        assert done("sheet").err == ""
