"""What stands on the drawn sheet: figures as they are set, marks, the centre, the columns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from preftally.engine.conventions import CONVENTIONS
from preftally.engine.model import AllPass, Amount, Correction, Hand, Joined, Left
from preftally.engine.replay import Game, replay
from preftally.views import report
from preftally.views.picture import figure, picture
from preftally.views.report import Detail, Report
from preftally.views.running import columns


def told(*hands: Hand, convention: str = "sochi", pool: int = 20, stake: str = "") -> Report:
    """An evening of W, E and S."""
    game = Game(CONVENTIONS[convention], ("W", "E", "S"), "W", pool)
    played = replay(game, hands)
    assert not played.problems
    price = Fraction(stake) if stake else None
    return Report(played, [Detail()] * len(hands), price, stake)


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (0, "0"),
        (-4, "-4"),
        (Fraction(25, 2), "12½"),
        (Fraction(-1, 3), "-⅓"),
        (Fraction(-7, 3), "-2⅓"),
        (Fraction(2, 3), "⅔"),
        (Fraction(25, 72), "25/72"),
        (Fraction(97, 72), "1 25/72"),
    ],
)
def test_a_fraction_is_set_as_one_character_where_there_is_one(amount: Amount, shown: str) -> None:
    """Signs stay, and what has no character of its own is a mixed number."""
    assert figure(amount) == shown


def test_only_a_pool_with_an_end_of_its_own_is_ever_closed() -> None:
    """By Sochi a pool of six is full at six; by Leningrad only the sum has an end."""
    six = Correction("E", pool=6)
    assert [seat.full for seat in picture(told(six, pool=6)).seats] == [False, True, False]
    seats = picture(told(six, pool=6, convention="leningrad")).seats
    assert not any(seat.full for seat in seats)


def test_the_centre_holds_what_is_played_to() -> None:
    """One's own pool, the sum of all, or no end; below it the stake."""
    assert picture(told(pool=20, stake="0.5")).centre == ("20", "0.5")
    assert picture(told(pool=20, convention="leningrad")).centre == ("60", "")
    game = Game(CONVENTIONS["sochi"]._replace(
        pool=CONVENTIONS["sochi"].pool._replace(end="none")), ("W", "E", "S"), "W", 20)  # fmt: skip
    assert picture(Report(replay(game, ()))).centre == ("∞", "")


def test_columns_begin_anew_for_who_comes() -> None:
    """A newcomer has no history, and the drawing is of those who sit; the settlement of all."""
    hands = (
        Correction("E", whists=4, on="W"),
        Joined("N"),
        AllPass({"W": 1, "E": 5, "S": 4, "N": 0}),
        Left("E"),
    )
    shown = picture(told(*hands, stake="1"))
    assert [seat.name for seat in shown.seats] == ["N", "W", "S"]
    assert {row.name for row in shown.rows} == {"W", "E", "S", "N"}
    assert all(on != "E" for seat in shown.seats for on, _ in seat.whists)


def test_columns_hold_those_on_whom_something_was_written() -> None:
    """Each total once a hand; nobody on whom there is nothing."""
    whists = [Correction("W", whists=amount, on="E") for amount in (4, 6)]
    found = columns(told(*whists, Correction("W", pool=2)).played)
    assert found["W"] == ((2,), (), {"E": (4, 10)})
    assert found["S"] == ((), (), {})


def test_nobody_has_won_where_nobody_is_ahead() -> None:
    """At zero there is no winner; of equals all are."""
    assert report.winners(told()) == []
    assert report.winners(told(Correction("E", mountain=3))) == ["W", "S"]


def test_a_net_of_nothing_has_no_sign() -> None:
    """Nor has the money."""
    nothing = report.results(told(stake="0.5"))[0]
    assert (nothing.whists, nothing.money) == (0, "0.00")


def test_the_best_stands_first() -> None:
    """By the exact net, not the rounded one."""
    found = report.results(told(Correction("W", mountain=1), Correction("E", mountain=2)))
    assert [one.player for one in found] == ["S", "W", "E"]
