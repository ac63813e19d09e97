"""`report`: to which file, over which file, and what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from preftally.cli.app import run
from preftally.formats import png, svg
from preftally.formats.exports import FORMATS

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a session, and English."""
    shutil.copy(EXAMPLES / "rostov.toml", tmp_path / "preftally.toml")
    monkeypatch.chdir(tmp_path)
    for name in ("PREFTALLY_SESSION", "PREFTALLY_STAKE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.mark.parametrize("name", ["sochi", "rostov"])
def test_the_examples_are_what_the_command_draws(name: str, evening: Path) -> None:
    """The drawings in `examples/` are the command's own, byte for byte."""
    session = str(EXAMPLES / f"{name}.toml")
    assert run(["report", "new.svg", "--session", session, "--stake", "0.5"]) == 0
    assert (evening / "new.svg").read_bytes() == (EXAMPLES / f"{name}.svg").read_bytes()


@pytest.mark.parametrize("name", [one.name for one in FORMATS])
def test_each_format_replaces_its_own_file_and_no_other(name: str, evening: Path) -> None:
    """By the suffix; a second time over the first; a stranger's file only by force."""
    file = evening / f"evening.{name}"
    assert run(["report", file.name]) == 0
    first = file.read_bytes()
    assert run(["report", file.name]) == 0
    assert file.read_bytes() == first
    file.write_bytes(b"a stranger's")
    assert run(["report", file.name]) == 1
    assert file.read_bytes() == b"a stranger's"
    assert run(["report", file.name, "--force"]) == 0
    assert file.read_bytes() == first
    assert sorted(one.name for one in evening.iterdir()) == [file.name, "preftally.toml"]


def test_a_format_is_said_outright(
    evening: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """`--format` beats the suffix, and `-` is the standard output."""
    assert run(["report", "page.txt", "--format", "csv"]) == 0
    assert run(["report", "-", "--format", "csv"]) == 0
    assert capfdbinary.readouterr().out == (evening / "page.txt").read_bytes()


def test_an_earlier_hand(evening: Path) -> None:
    """`--hand 3` is what the evening was after the third entry."""
    assert run(["report", "three.json", "--hand", "3"]) == 0
    found = json.loads((evening / "three.json").read_text(encoding="utf-8"))
    assert found["sheet"]["hands"] == 3
    assert len(found["log"]["hands"]) == 3
    assert found["settle"]["provisional"]
    assert run(["report", "--hand", "17"]) == 1
    assert run(["report", "--hand", "0"]) == 2


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["evening.pdf"], 2),
        (["evening"], 2),
        (["--format", "docx"], 2),
        (["a.svg", "--stake", "x"], 2),
        (["a.svg", "--four"], 2),
        (["a.csv", "--blank"], 2),
        (["a.svg", "--blank", "--stake", "1"], 2),
        (["a.svg", "--session", "nowhere.toml"], 3),
        (["nowhere/a.svg"], 4),
        (["preftally.toml", "--format", "svg", "--force"], 1),
    ],
)
def test_what_is_refused_writes_nothing(words: list[str], status: int, evening: Path) -> None:
    """Each with its exit status, the session untouched."""
    before = (evening / "preftally.toml").read_bytes()
    assert run(["report", *words]) == status
    assert [one.name for one in evening.iterdir()] == ["preftally.toml"]
    assert (evening / "preftally.toml").read_bytes() == before


def test_a_folder_is_no_file(evening: Path) -> None:
    """Nor is what may not be written."""
    (evening / "a.svg").mkdir()
    assert run(["report", "a.svg", "--force"]) == 4


def test_a_link_is_followed(evening: Path) -> None:
    """What the link stands for is replaced, if it is ours, and the link stays."""
    assert run(["report", "real.svg"]) == 0
    Path("link.svg").symlink_to("real.svg")
    assert run(["report", "link.svg", "--hand", "2"]) == 0
    assert (evening / "link.svg").is_symlink()
    Path("other.svg").symlink_to("preftally.toml")
    assert run(["report", "other.svg", "--force"]) == 1


def test_a_form_needs_no_session(evening: Path) -> None:
    """For three and for four."""
    (evening / "preftally.toml").unlink()
    assert run(["report", "three.svg", "--blank"]) == 0
    assert run(["report", "four.png", "--blank", "--four"]) == 0
    assert {one.name for one in evening.iterdir()} == {"three.svg", "four.png"}
    assert (evening / "three.svg").read_bytes() == svg.form(3)
    assert (evening / "four.png").read_bytes() == png.form(4)


def test_a_damaged_session_is_shown_and_not_sent(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The good hands are told on the terminal with what is wrong; a file is not written."""
    with (evening / "preftally.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[hand]]\ncontract = "5S"\n')
    assert run(["report", "a.txt"]) == 3
    assert not (evening / "a.txt").exists()
    assert run(["report"]) == 3
    assert "Vera: +181" in capsys.readouterr().out
    assert run(["report", "a.txt", "--hand", "16"]) == 0


def test_the_language_holds_for_what_is_written(evening: Path) -> None:
    """`--lang ru` writes a Russian drawing; the keys of JSON and CSV stay English."""
    assert run(["report", "a.svg", "--lang", "ru"]) == 0
    assert "на: Vera" in (evening / "a.svg").read_text(encoding="utf-8")
    assert run(["report", "b.json"]) == 0
    assert run(["report", "c.json", "--lang", "ru"]) == 0
    assert (evening / "b.json").read_bytes() == (evening / "c.json").read_bytes()


def test_a_name_that_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    """It could not be written, with status 4, and is no fault of the program."""
    assert run(["report", "a" * 256 + ".svg"]) == 4
    assert "too long" in capsys.readouterr().err
