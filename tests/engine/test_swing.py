"""The swing of a hand: what it moved the balances by."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_laws import anything, evenings, guests, houses, lawful

from preftally.engine.conventions import LENINGRAD, ROSTOV, SOCHI, Convention, override
from preftally.engine.model import (
    Contract,
    Contracted,
    Correction,
    Joined,
    Left,
    Misere,
    Player,
    Suit,
)
from preftally.engine.replay import Game, Replay, replay, sheets
from preftally.engine.settlement import balances
from preftally.engine.swing import swings

SEVEN = Contracted(Contract(7, Suit.SPADES), "S", tricks=5, whist=("W",), passed=("E",))


def played(convention: Convention, *hands: object, players: str = "WES") -> Replay:
    """A game of some hands, which all can be."""
    found = replay(Game(convention, tuple(players), players[0], 20), hands)  # type: ignore[arg-type]
    assert not found.problems
    return found


def test_a_seven_that_lost_two() -> None:
    """Sochi: 8 into the mountain, 28 and 8 whists on the declarer (tests/scenarios)."""
    (moved,) = swings(played(SOCHI, SEVEN))
    third = Fraction(80, 3)
    assert moved == {"W": 28 + third, "E": 8 + third, "S": -36 - 2 * third}


@pytest.mark.parametrize(("convention", "worth"), [(SOCHI, 100), (ROSTOV, 100), (LENINGRAD, 200)])
def test_a_misere_is_worth_its_pool(convention: Convention, worth: int) -> None:
    """Ten points of the pool, two thirds of them from the others."""
    (moved,) = swings(played(convention, Misere("E", 0)))
    assert moved == {
        "W": Fraction(-worth, 3),
        "E": Fraction(2 * worth, 3),
        "S": Fraction(-worth, 3),
    }


def test_opponents_only_are_a_smaller_divisor() -> None:
    """With `divisor = "opponents"` the n of the formula stays."""
    house = override(SOCHI, {"settlement.divisor": "opponents"})
    (moved,) = swings(played(house, Misere("E", 0)))
    assert moved == {"W": -50, "E": 100, "S": -50}


def test_a_coming_moves_what_the_averages_round() -> None:
    """The averages are rounded against the newcomer, in favour of the others."""
    moved = list(swings(played(SOCHI, Misere("E", 0), Joined("N"))))
    assert moved[1] == {
        "W": Fraction(5, 6),
        "N": Fraction(-5, 2),
        "E": Fraction(5, 6),
        "S": Fraction(5, 6),
    }


def test_a_leaving_moves_nothing() -> None:
    """Who leaves is settled with as the sheet stands."""
    found = list(swings(played(SOCHI, Misere("E", 0), Correction("W", mountain=3), Left("N"),
                               players="WNES")))  # fmt: skip
    assert found[2] == {"W": 0, "E": 0, "S": 0}


@lawful
@given(st.one_of(evenings(anything, houses()), evenings(guests, houses())))
def test_swings_are_what_the_balances_move_by(game: Replay) -> None:
    """Each is the balance after the entry less the one before it; together they are zero."""
    after = [balances(sheet, game.game.convention) for sheet in sheets(game)]
    start: dict[Player, Fraction] = {}
    for moved, (before, now) in zip(swings(game), pairwise([start, *after]), strict=True):
        assert sum(moved.values()) == 0
        assert {one: now[one] - before.get(one, 0) for one in now} == {
            one: moved.get(one, 0) for one in now
        }
