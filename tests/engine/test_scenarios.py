"""Worked examples from the rules page, as data: `tests/scenarios/*.toml`."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from preftally.engine.conventions import CONVENTIONS, DIALS, override, value_of
from preftally.engine.model import Amount, Hand, Player
from preftally.engine.replay import Game, Replay, replay
from preftally.engine.settlement import balances
from preftally.notation import grammar as said
from preftally.notation import meaning as words
from preftally.session import house

FOLDER = Path(__file__).parent.parent / "scenarios"
NAMED = {"pool", "mountain", "whists", "balance", "finished", "dealer", "refused"}


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case of a file; with a `dial`, `without` tells the result before it is turned."""

    id: str
    source: str
    convention: str
    players: list[Player]
    dealer: Player
    pool: int
    hands: list[str]
    expect: dict[str, Any]
    set: list[str] = field(default_factory=list)
    dial: str = ""
    without: dict[str, Any] | None = None
    note: str = ""

    def game(self, *, turned: bool = True) -> Game:
        """What is agreed at this table, the dial turned or not."""
        settings = [*self.set, self.dial] if self.dial and turned else self.set
        convention = override(CONVENTIONS[self.convention], house.settings(settings))
        return Game(convention, tuple(self.players), self.dealer, self.pool)

    def played(self, *, turned: bool = True) -> Replay:
        """The hands as a person says them, each at the table that the ones before left."""
        game, hands = self.game(turned=turned), list[Hand]()
        played = replay(game, hands)
        for line in self.hands:
            heard = said.spoken(shlex.split(line))
            hands.append(words.understood(heard, played.table))
            played = replay(game, hands)
        return played


def _cases() -> dict[str, Case]:
    files = sorted(FOLDER.glob("*.toml"))
    tables = [(file.stem, one) for file in files for one in tomllib.loads(file.read_text())["case"]]
    cases = {f"{stem}/{one['id']}": Case(**one) for stem, one in tables}
    assert len(cases) == len(tables), "two cases of one file have the same id"
    return cases


CASES = _cases()
DIALLED = {name: case for name, case in CASES.items() if case.dial}
PAIRS = [(name, True) for name in CASES] + [(name, False) for name in DIALLED]
IDS = [name if turned else f"{name} (without)" for name, turned in PAIRS]


def found(played: Replay) -> dict[str, object]:
    """Everything that a case may name."""
    sheet = played.sheet
    on = {f"{one}>{other}": n for one, row in sheet.whists.items() for other, n in row.items()}
    return {
        "pool": _written(sheet.pool),
        "mountain": _written(sheet.mountain),
        "whists": _written(on),
        "balance": _written(balances(sheet, played.game.convention)),
        "finished": played.table.finished,
        "dealer": played.table.dealer,
        "refused": played.problems[0].fault.value if played.problems else None,
    }


def expected(named: dict[str, Any]) -> dict[str, object]:
    """What a case expects: no sheet, no end and no refusal unless it names them."""
    assert named.keys() <= NAMED
    silent = {"pool": {}, "mountain": {}, "whists": {}, "finished": False, "refused": None}
    return silent | {
        key: _written(value) if isinstance(value, dict) else value for key, value in named.items()
    }


def _written(amounts: dict[str, Amount | str] | Any) -> dict[str, Fraction]:
    """What is not zero."""
    return {key: Fraction(amount) for key, amount in amounts.items() if amount}


@pytest.mark.parametrize(("name", "turned"), PAIRS, ids=IDS)
def test_scenario(name: str, turned: bool) -> None:
    """A worked example comes out as the rules write it."""
    case = CASES[name]
    wanted = expected(case.expect if turned else case.without or {})
    result = found(case.played(turned=turned))
    assert {key: result[key] for key in wanted} == wanted


@pytest.mark.parametrize("name", DIALLED)
def test_a_turned_dial_moves_something(name: str) -> None:
    """The same hands give another result when only the dial is turned."""
    case = DIALLED[name]
    assert found(case.played(turned=False)) != found(case.played())


def test_every_dial_is_turned() -> None:
    """There is a scenario for each key that a table can agree on, and for no other."""
    assert {case.dial.partition("=")[0] for case in DIALLED.values()} == set(DIALS)


@pytest.mark.parametrize("key", [key for key, dial in DIALS.items() if dial.words])
def test_every_word_of_a_dial_is_played(key: str) -> None:
    """Each word that a key may hold stands under it on one side of a scenario of that key."""
    cases = [case for case in DIALLED.values() if case.dial.startswith(f"{key}=")]
    held = {
        value_of(case.game(turned=turned).convention, key)
        for case in cases
        for turned in (True, False)
    }
    assert held >= set(DIALS[key].words)
