"""The file of a paper sheet: understood as people write it, and refused with every place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from preftally.engine.conventions import ROSTOV
from preftally.engine.model import Column
from preftally.errors import WrongUsage
from preftally.paper import figures, file, form
from preftally.paper.sheet import Cell, Figure, Paper, cells

GOOD = """\
format = 1
convention = "rostov"
players = ["Anna", "Boris", "Vera"]
pool = 20

[sheet.Anna]
pool = "2.6.10"
mountain = "1.9"
on = { Boris = "8.20", Vera = "28.36" }

[sheet.boris]
pool = 10
mountain = "2 6,10"
on.Anna = "17/2"
on.Vera = 0

[sheet."Vera"]
pool = "(5).9"
mountain = "0"
[sheet.Vera.on]
Anna = "12½"
Boris = "3, 7"
"""
SHEET = Path("sheet.toml")


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("2.6.10", [2, 6, 10]),
        ("2 6 10", [2, 6, 10]),
        ("2,6,10", [2, 6, 10]),
        (" 2, 6. 10 ", [2, 6, 10]),
        ("10", [10]),
        ("0", []),
        ("0.4", [0, 4]),
        ("17/2", [Fraction(17, 2)]),
        ("4/2", [2]),
        ("8½", [Fraction(17, 2)]),
        ("½", [Fraction(1, 2)]),
        ("6.-4", [6, -4]),
        ("6.−4", [6, -4]),
    ],
)
def test_a_column_is_read_as_people_write_it(text: str, totals: list[int]) -> None:
    """Points, blanks and commas are alike; one figure alone is the last one; 0 is nothing."""
    assert [one.total for one in figures.read(text)] == totals


@pytest.mark.parametrize("text", ["", "2..6", "2.6.", ".2", "x", "2.x.6", "3/0", "1e3", "(5", "½½"])
def test_what_is_no_column_is_refused(text: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(WrongUsage):
        figures.read(text)


def test_what_no_hand_wrote_stands_in_brackets() -> None:
    """The mark is read, and written again."""
    column = figures.read("2.6.(5).9")
    assert column[2] == Figure(5, given=True)
    assert figures.written(column) == "2.6.(5).9"


def test_a_file_is_read_whole() -> None:
    """All ways to write a table; names whatever their case."""
    paper = file.parse(SHEET, GOOD)
    assert paper.convention == ROSTOV
    assert (paper.players, paper.target, paper.times) == (("Anna", "Boris", "Vera"), 20, False)
    assert paper.last(Cell("Boris", Column.WHISTS, "Anna")) == Fraction(17, 2)
    assert paper.columns[Cell("Boris", Column.MOUNTAIN)] == figures.read("2.6.10")
    assert paper.last(Cell("Vera", Column.WHISTS, "Boris")) == 7
    assert list(paper.columns) == list(cells(paper.players))


def test_a_form_is_an_empty_sheet() -> None:
    """What `--form` writes can be read, names with blanks and signs included."""
    players = ("Анна", 'Bo "b"', "[x] y")
    paper = form.empty(Paper(players, ROSTOV, {}, 10, times=True))
    assert file.parse(SHEET, form.text(paper, "rostov", {})) == paper


def test_a_sheet_survives_its_own_file() -> None:
    """Written and read again it is the same."""
    paper = file.parse(SHEET, GOOD)
    assert file.parse(SHEET, form.text(paper, "rostov", {})) == paper


def errors(text: str, path: Path = SHEET) -> list[tuple[int, str, str]]:
    """The line, the message and the remedy of everything that is wrong."""
    with pytest.raises(file.Unreadable) as raised:
        file.parse(path, text)
    found = raised.value.errors
    assert raised.value.status == 3
    assert all(one.hint for one in found)
    return [(one.place.line if one.place else 0, one.message, one.hint) for one in found]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("format = 1", "format = 2", 1, "format 2 is not known"),
        ("format = 1", 'format = "1"', 1, "must be a whole number"),
        ('"rostov"', '"rostow"', 2, "rostow is not a convention"),
        ('"rostov"', '"none.toml"', 2, "none.toml cannot be read"),
        ('"Boris", "Vera"]', '"boris", "Boris"]', 3, "two players have one name"),
        ("pool = 20", "pool = 0", 4, "from 1 to 1000"),
        ("pool = 20", "pol = 20", 4, "unknown key pol"),
        ("pool = 20", "times = 2", 4, "must be true or false"),
        ("pool = 20", "[rules]\nwhist.style = 1", 5, "whist.style is 1"),
        ("pool = 20", "[rules]\nwhist.stile = 1", 5, "unknown key whist.stile"),
        ('"2.6.10"', "2.6", 7, "must be a column in quotes"),
        ('"2.6.10"', "2.6.10", 7, "this is not TOML"),
        ('"2.6.10"', "[2, 6]", 7, "must be a column in quotes"),
        ('"2.6.10"', '"2.6.1O"', 7, "Anna.pool: 1O is not a figure"),
        ('mountain = "1.9"', 'hill = "1.9"', 6, "sheet.Anna.mountain is missing"),
        ('mountain = "1.9"', 'hill = "1.9"', 8, "unknown key hill"),
        ('Vera = "28.36"', 'Gleb = "28.36"', 9, "Gleb is not one of the players"),
        ('Vera = "28.36"', 'Boris2 = "1"', 9, "sheet.Anna.on.Vera is missing"),
        ("[sheet.boris]", "[sheet.Gleb]", 11, "Gleb is not one of the players"),
        ("on.Vera = 0", "on.Vera = true", 15, "must be a column in quotes"),
        ('"0"\n[sheet', '"0"\n[[hand]]\n[sheet', 20, "hands have no place"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, message: str) -> None:
    """Each fault by its place, what it is, and what to do."""
    assert old in GOOD
    found = errors(GOOD.replace(old, new, 1))
    assert any(at == line and message in text for at, text, _hint in found), found


def test_everything_wrong_is_said_at_once() -> None:
    """Broken lines and wrong values alike, in the order of the file."""
    text = GOOD.replace("format = 1", "format = 3").replace('"1.9"', '"1.x"')
    text = text.replace("pool = 10", "pool = 1.2.3").replace('"3, 7"', '"3,,7"')
    found = errors(text)
    assert [line for line, _message, _hint in found] == [1, 8, 12, 22]


def test_a_missing_player_and_a_missing_sheet_are_said() -> None:
    """Nobody is taken to have nothing because he was forgotten."""
    assert "sheet.Vera is missing" in str(errors(GOOD.partition('[sheet."Vera"]')[0]))
    assert len(errors(GOOD.partition("[sheet.Anna]")[0])) == 3


def test_a_house_file_stands_beside_the_sheet(tmp_path: Path) -> None:
    """Its path is relative to the sheet; what is wrong in it is said with its own place."""
    house = tmp_path / "ours.toml"
    house.write_text('base = "rostov"\nwhist.style = "greedy"\n', encoding="utf-8")
    text = GOOD.replace('"rostov"', '"ours.toml"')
    assert file.parse(tmp_path / "sheet.toml", text).convention.whist.style == "greedy"
    house.write_text('base = "rostov"\nwhist.style = "rude"\n', encoding="utf-8")
    (found,) = errors(text, tmp_path / "sheet.toml")
    assert found[0] == 2
    assert "whist.style" in found[1]


@pytest.mark.parametrize("raw", [b"", b"\n \n", b"\xff\xfe", b"a = '\x00'", b"x" * 50])
def test_what_is_no_sheet_at_all_is_refused(raw: bytes, tmp_path: Path) -> None:
    """Damage is a message with a remedy."""
    path = tmp_path / "sheet.toml"
    path.write_bytes(raw)
    with pytest.raises(file.Unreadable) as raised:
        file.load(path)
    assert raised.value.errors[0].hint


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    """The form is offered."""
    for path in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(file.Unreadable, match=r"folder|no paper sheet"):
            file.load(path)


def test_a_name_that_is_too_long_is_refused() -> None:
    """It cannot be read, and is no fault of the program."""
    with pytest.raises(file.Unreadable, match="too long"):
        file.load(Path("a" * 256))
