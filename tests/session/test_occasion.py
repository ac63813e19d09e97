"""The day, the place and the stake of an evening: in the head of its file, and by `new`."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from preftally.cli.app import run
from preftally.errors import NoSession
from preftally.session import file
from preftally.session.header import Occasion

HEAD = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 20\n'
HAND = (
    '\n[[hand]]\ncontract = "pass"\ntaken = { W = 1, E = 5, S = 4 }\n'
    "at = 2026-11-30T01:10:00+03:00\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in English, without a stake."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    for name in ("PREFTALLY_SESSION", "PREFTALLY_STAKE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def parsed(rows: str) -> file.Session:
    """A session with more rows in its head."""
    return file.parse(Path("x.toml"), (HEAD + rows + HAND).encode())


def test_each_is_optional() -> None:
    """What version 0.1 wrote reads as it did; the day is then that of the first hand."""
    assert parsed("").occasion == Occasion(None, "", "")
    assert parsed("").date == datetime.date(2026, 11, 30)


def test_the_head_holds_before_the_first_hand() -> None:
    """An evening that began before midnight is of that day."""
    session = parsed('date = 2026-11-29\nplace = "У Анны"\nstake = "0.5"\n')
    assert session.occasion == Occasion(datetime.date(2026, 11, 29), "У Анны", "0.5")
    assert session.date == datetime.date(2026, 11, 29)


@pytest.mark.parametrize(
    ("written", "stake"), [('"0,5"', "0.5"), ('".50"', "0.5"), ("2", "2"), ('"010"', "10")]
)
def test_a_stake_is_exact(written: str, stake: str) -> None:
    """A decimal comma is read, and a whole number without quotes."""
    assert parsed(f"stake = {written}\n").occasion.stake == stake


@pytest.mark.parametrize(
    "row",
    [
        "stake = 0.5", 'stake = "x"', "stake = -1", "stake = 0", "stake = true", 'stake = ""',
        f'stake = "{"9" * 19}"', 'date = "2026-11-29"', "date = 2026-11-29T20:00:00", "date = 20",
        "place = 1", 'place = "a\\u001bb"', "places = 'x'",
    ],
)  # fmt: skip
def test_what_is_none_is_refused_with_its_line(row: str) -> None:
    """A float is no money; a text is no day; no key is silently left out."""
    with pytest.raises(NoSession) as refused:
        parsed(row + "\n")
    assert refused.value.place is not None
    assert refused.value.place.row == row


def test_new_writes_them_and_settle_and_report_use_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The option holds before the head, the head before the environment."""
    words = ["--date", "29.11.2026", "--place", "У Анны", "--stake", "0,50"]
    assert run(["new", *words]) == 0
    text = (folder / "preftally.toml").read_text(encoding="utf-8")
    assert 'date = 2026-11-29\nplace = "У Анны"\nstake = "0.5"\n' in text
    assert run(["hand", "pass", "W=1", "E=5", "S=4"]) == 0
    capsys.readouterr()
    assert run(["settle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stake"] == "0.5"
    assert run(["settle", "--json", "--stake", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["stake"] == "2"
    assert run(["report"]) == 0
    assert capsys.readouterr().out.startswith("Preferans, 2026-11-29, У Анны\n")


def test_without_a_head_the_environment_says_the_stake(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For `settle` and for `report`."""
    monkeypatch.setenv("PREFTALLY_STAKE", "0.25")
    assert run(["new"]) == 0
    capsys.readouterr()
    assert run(["settle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stake"] == "0.25"
    assert run(["report"]) == 0
    assert "A whist is 0.25." in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [["--date", "tomorrow"], ["--date", "2026-02-30"], ["--stake", "x"], ["--place", "\x1b"]],
)
def test_new_refuses_what_is_none(words: list[str], folder: Path) -> None:
    """And writes nothing."""
    assert run(["new", *words]) == 2
    assert not (folder / "preftally.toml").exists()
