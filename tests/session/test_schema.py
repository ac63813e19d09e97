"""The schema of the file and the reader of the file say the same."""

from __future__ import annotations

import datetime
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from evenings import call, evening_of_four, evening_of_three, records
from jsonschema import Draft202012Validator

from preftally.session.schema import schema

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
HEAD = {"format": 1, "convention": "sochi", "players": ["W", "E", "S"], "dealer": "W", "pool": 20}
VALID = Draft202012Validator(schema())


def plain(value: Any) -> Any:
    """TOML's dates as the texts that JSON has for them."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


def takes(table: dict[str, Any]) -> bool:
    return VALID.is_valid(plain(table))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_it_takes_every_example(path: Path) -> None:
    """What the examples hold."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    if "format" in table:
        VALID.validate(plain(table))


def test_it_takes_what_the_commands_write() -> None:
    """Every kind of entry, with three players and with four."""
    Draft202012Validator.check_schema(schema())
    for raw in (evening_of_three(), evening_of_four()):
        assert records(raw)
        VALID.validate(plain(tomllib.loads(raw.decode())))


@pytest.mark.parametrize("word", ["7S", "7♠", "10нт", "8бк", " 6 C ", "РАСПАСЫ", "7N", "5S", "7X"])
def test_a_contract_is_spelt_as_the_reader_reads_it(word: str) -> None:
    """In any case and both languages."""
    hand = {"contract": word, "declarer": "W", "tricks": 7}
    if word == "РАСПАСЫ":
        hand = {"contract": word, "taken": {"W": 10}}
    assert takes({**HEAD, "hand": [hand]}) == (word not in ("5S", "7X", "10нт"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"colour": "red"},
        {"pool": 0},
        {"pool": "20"},
        {"convention": "sotchi"},
        {"players": ["W", "E"]},
        {"format": 2},
        {"rules": {"whist": {"style": "gentelman"}}},
        {"rules": {"values": {"misere": -1}}},
        {"rules": {"wist": {}}},
        {"hand": [{"note": "nothing"}]},
        {"hand": [{"contract": "pass", "declarer": "W", "taken": {}}]},
        {"hand": [{"contract": "misere", "tricks": 0}]},
        {"hand": [{"contract": "7S", "declarer": "W", "whist": "E"}]},
        {"hand": [{"adjust": "W", "join": "X"}]},
        {"hand": [{"adjust": "W", "mountain": "two"}]},
        {"hand": [{"join": "A", "at": "soon"}]},
    ],
)
def test_it_refuses_what_the_reader_refuses(wrong: dict[str, Any]) -> None:
    """Unknown keys, wrong types and words, numbers out of range, what is missing."""
    assert takes(HEAD)
    assert not takes(HEAD | wrong)


def test_the_command_prints_it() -> None:
    """Without a session."""
    assert json.loads(call("schema").out) == schema()
