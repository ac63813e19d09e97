"""CSV, JSON and Markdown: exact amounts, and words that nothing takes for more."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from preftally.engine.conventions import CONVENTIONS
from preftally.engine.model import AllPass, Correction
from preftally.engine.replay import Game, replay
from preftally.formats import csv as table
from preftally.formats import json as data
from preftally.formats import markdown
from preftally.session import file
from preftally.views.report import Detail, Report

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))


def of_session(path: Path, *, decimal: bool = False) -> Report:
    """The report of a session file."""
    session = file.load(path)
    played = replay(session.game, [one.hand for one in session.records])
    details = [Detail(one.note, one.at) for one in session.records]
    return Report(played, details, decimal=decimal)


def evening(*, names: tuple[str, ...] = ("W", "E", "S"), decimal: bool = False) -> Report:
    """An all-pass by Rostov in which two share, and a correction."""
    game = Game(CONVENTIONS["rostov"], names, names[0], 20)
    hands = [AllPass(dict(zip(names, (1, 1, 8), strict=True))), Correction(names[0], mountain=1)]
    stake = Fraction(1, 2)
    return Report(replay(game, hands), [Detail()] * 2, stake, "0.5", decimal=decimal)


def rows(report: Report) -> list[dict[str, str]]:
    """The rows of a table, read as a spreadsheet does."""
    return list(csv.DictReader(io.StringIO(table.written(report).decode(), newline="")))


def test_the_header_is_the_contract() -> None:
    """The columns that scripts rely on, in their order."""
    head = table.written(evening()).decode().splitlines()[0]
    assert head == "hand,at,dealer,contract,declarer,tricks,times,player,column,on,amount,rule"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_amounts_add_up_to_the_sheet(path: Path) -> None:
    """Every place of the sheet is the sum of its rows, and `on` is for whists only."""
    report = of_session(path)
    sums: Counter[tuple[str, str, str]] = Counter()
    for row in rows(report):
        assert bool(row["on"]) == (row["column"] == "whists")
        sums[row["player"], row["column"], row["on"]] += Fraction(row["amount"])  # type: ignore[assignment]
    sheet = data.sheet(report.played)
    for player in sheet["players"]:
        for column in ("pool", "mountain"):
            assert sums[player, column, ""] == Fraction(sheet[column][player])
        for other, whists in sheet["whists"][player].items():
            assert sums[player, "whists", other] == Fraction(whists)


@pytest.mark.parametrize(
    ("amount", "exact", "decimal"),
    [
        (20, "20", "20"),
        (0, "0", "0"),
        ("25/2", "25/2", "12.5"),
        ("-70/3", "-70/3", "-23.333333"),
        (-4, "-4", "-4"),
    ],
)
def test_a_fraction_is_exact_or_decimal(amount: int | str, exact: str, decimal: str) -> None:
    """`25/2` as it is, `12.5` where that is asked for; whole amounts are bare in both."""
    hand = {"number": 1, "contract": "7S"}
    write = {"player": "W", "column": "pool", "amount": amount, "rule": "made"}
    assert table._row(hand, write, decimal=False)[-2] == exact
    assert table._row(hand, write, decimal=True)[-2] == decimal


def test_words_are_disarmed_and_amounts_are_not() -> None:
    """A name that a spreadsheet would reckon with is quoted; an amount below zero is a number."""
    names = ("=1+1", "+E", "-S")
    found = rows(evening(names=names))
    players = {row["player"] for row in found} | {row["on"] for row in found if row["on"]}
    assert players == {"'=1+1", "'+E", "'-S"}
    game = Game(CONVENTIONS["sochi"], names, names[0], 20)
    taken_off = replay(game, [Correction(names[0], mountain=-2)])
    assert rows(Report(taken_off, [Detail()]))[0]["amount"] == "-2"


def test_a_correction_has_no_contract() -> None:
    """What is no hand has no dealer, no contract and no coefficient."""
    (row,) = (one for one in rows(evening()) if one["rule"] == "correction")
    assert (row["dealer"], row["contract"], row["declarer"], row["times"]) == ("", "", "", "")
    assert (row["player"], row["column"], row["amount"]) == ("W", "mountain", "1")


@pytest.mark.parametrize("begins", "=+-@\t\r\n")
def test_a_formula_is_disarmed(begins: str) -> None:
    """Whatever a spreadsheet takes for the beginning of one."""
    assert table.disarmed(f"{begins}1+1") == f"'{begins}1+1"
    assert table.disarmed(f"1{begins}1") == f"1{begins}1"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_object_holds_what_the_commands_print(path: Path) -> None:
    """`sheet`, `settle` and `log` under their names."""
    report = of_session(path)
    found = json.loads(data.written(report))
    assert found["written_by"] == "preftally"
    assert found["sheet"].items() >= data.sheet(report.played).items()
    assert found["settle"] == data.settle(report.played, None, "")
    paid = json.loads(data.written(report._replace(stake=Fraction(1, 2), stake_text="0.5")))
    assert paid["settle"] == data.settle(report.played, Fraction(1, 2), "0.5")
    assert found["log"] == data.told_log(report)


def test_marks_are_known_and_nothing_else() -> None:
    """Each format knows its own file, and takes no other for it."""
    report = evening()
    for one in (table, data, markdown):
        assert one.is_ours(one.written(report))
        assert not one.is_ours(b"")
        assert not one.is_ours(b"[]\n")
        assert not one.is_ours(
            one.written(report).replace(b"preftally", b"x").replace(b"hand", b"h")
        )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a|b", r"a\|b"),
        ("<b>", r"\<b\>"),
        ("*x*", r"\*x\*"),
        ("[a](b)", r"\[a\](b)"),
        ("`", r"\`"),
        ("-", "-"),
        ("+7", "+7"),
        ("Анна-Мария", r"Анна\-Мария"),
    ],
)
def test_markdown_makes_nothing_of_a_name(name: str, shown: str) -> None:
    """Signs that would mean something are taken back."""
    assert markdown.plain(name) == shown
