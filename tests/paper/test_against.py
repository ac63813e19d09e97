"""A paper sheet beside the hands: where they part, what slipped, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from random_evenings import columns

from preftally.engine.conventions import SOCHI
from preftally.engine.model import AllPass, Column, Contract, Contracted, Correction, Suit
from preftally.engine.replay import Game, Replay, replay
from preftally.errors import Refused
from preftally.paper import figures
from preftally.paper.against import Against, compared
from preftally.paper.sheet import Cell, Figures, Paper

PLAYERS = ("Anna", "Boris", "Vera")
SEVEN, SIX = Contract(7, Suit.SPADES), Contract(6, Suit.DIAMONDS)
HANDS = (
    Contracted(SEVEN, "Vera", 5, ("Anna",), ("Boris",)),
    Contracted(SIX, "Anna", 7, ("Boris", "Vera"), taken={"Boris": 2, "Vera": 1}),
    AllPass({"Anna": 1, "Boris": 5, "Vera": 4}),
    Contracted(SEVEN, "Vera", 6, ("Anna",), ("Boris",)),
    Contracted(SIX, "Boris", 6, ("Anna", "Vera"), taken={"Anna": 4, "Vera": 0}),
    Correction("Boris", mountain=3),
    Contracted(SEVEN, "Vera", 7, ("Anna",), ("Boris",)),
)


def evening() -> Replay:
    """Seven entries at Sochi."""
    played = replay(Game(SOCHI, PLAYERS, "Anna", 20), HANDS)
    assert not played.problems
    return played


def against(**changes: str) -> Against:
    """The evening's own sheet with some columns written otherwise: `Vera_mountain="8.14"`."""
    drawn = dict(columns(evening()))
    for name, text in changes.items():
        player, where = name.split("_")
        cell = (
            Cell(player, Column.WHISTS, where) if where in PLAYERS else Cell(player, Column(where))
        )
        drawn[cell] = figures.read(text)
    return compared(Paper(PLAYERS, SOCHI, drawn, 20), evening())


def column(cell: Cell) -> str:
    return figures.written(columns(evening())[cell])


def test_the_columns_of_the_evening() -> None:
    """What the other tests change."""
    assert column(Cell("Vera", Column.MOUNTAIN)) == "8.10.14.18"
    assert column(Cell("Anna", Column.WHISTS, "Vera")) == "28.48.60"
    assert column(Cell("Boris", Column.MOUNTAIN)) == "5.(8)"
    assert column(Cell("Boris", Column.WHISTS, "Vera")) == "8.12"
    assert column(Cell("Boris", Column.WHISTS, "Anna")) == "4"


def test_agreement() -> None:
    """The evening's own sheet agrees, and nothing is looked for."""
    found = against()
    assert found.agrees
    assert (found.slip, found.explained_by, found.explained_by_pairs) == (None, (), ())
    assert found.balance == found.paper_balance


@pytest.mark.parametrize(
    ("player_on", "text"),
    [
        ("Anna_Vera", "20.28.48.60"),  # the whists for the tricks, then consolation
        ("Anna_Vera", "8.28.48.60"),
        ("Anna_Vera", "60"),  # the last figure alone
        ("Vera_mountain", "0.8.10.14.18"),
        ("Boris_mountain", "5.(8)"),
    ],
)
def test_a_column_may_be_written_in_several_ways(player_on: str, text: str) -> None:
    """The amounts of one hand singly or as one total; a column or its last figure."""
    assert against(**{player_on: text}).agrees


def test_the_first_divergence_is_in_the_order_of_play() -> None:
    """Of two columns that differ, the one that the earlier hand wrote."""
    found = against(Vera_mountain="8.10.16.20", Boris_mountain="6.9")
    assert found.first is not None
    assert found.first.cell == Cell("Boris", Column.MOUNTAIN)
    assert found.first.parting[:3] == (3, 6, 5)
    assert found.first.wrote == 5


def test_where_one_side_has_no_figure() -> None:
    """The paper stops before the hands do, or goes on after the last of them."""
    found = against(Vera_mountain="8.10.14")
    assert found.first is not None
    hand = found.first.parting.hand
    assert found.first.parting[:3] == (hand, None, 18)
    assert isinstance(evening().steps[hand - 1].hand, Contracted)  # type: ignore[operator]
    found = against(Vera_mountain="8.10.14.18.22")
    assert found.first is not None
    assert found.first.parting[:3] == (None, 22, None)


@pytest.mark.parametrize(
    ("changes", "kind", "hand", "wrote", "paper"),
    [
        # An amount that hands do write there, and all the later totals with it.
        ({"Anna_Vera": "28.52.64"}, "amount", 4, 20, 24),
        # No hand writes 21 there: it was added up wrongly.
        ({"Anna_Vera": "28.49.61"}, "sum", 4, 20, 21),
        # The later totals are right again.
        ({"Anna_Vera": "28.46.60"}, "sum", 4, 20, 18),
        ({"Vera_mountain": "8.10.14"}, "amount", 4, 4, 0),
        ({"Boris_Vera": "8"}, "amount", 4, 4, 0),
        ({"Vera_mountain": "8.10.14.18.22"}, "amount", None, 0, 4),
    ],
)
def test_a_slip_inside_a_column(
    changes: dict[str, str], kind: str, hand: int | None, wrote: int, paper: int
) -> None:
    """A slip of the sum is told from a wrong amount."""
    slip = against(**changes).slip
    assert slip is not None
    assert (slip.kind, slip.hand, slip.wrote, slip.paper) == (kind, hand, wrote, paper)


def test_a_figure_in_the_wrong_cell() -> None:
    """What is missing in one column stands in another, and the later totals with it."""
    slip = against(Boris_Vera="8", Boris_Anna="4.8").slip
    assert slip is not None
    assert (slip.kind, slip.wrote, slip.hand) == ("cell", 4, 4)
    assert slip.cell == Cell("Boris", Column.WHISTS, "Vera")
    assert slip.to == Cell("Boris", Column.WHISTS, "Anna")


def test_several_slips_are_no_slip() -> None:
    """Nothing is made up where more than one figure is wrong."""
    assert against(Anna_Vera="28.52.65", Boris_mountain="6.9").slip is None


def test_the_cost_adds_up_to_nothing() -> None:
    """What one gains the others lose, exactly."""
    found = against(Anna_Vera="28.52.64")
    costs = [found.cost(player) for player in PLAYERS]
    assert costs == [4, 0, -4]


def test_other_players_are_refused() -> None:
    """A sheet of other people is not compared; case does not matter."""
    paper = Paper(("anna", "BORIS", "Vera"), SOCHI, _renamed("anna", "BORIS"), 20)
    assert compared(paper, evening()).agrees
    with pytest.raises(Refused, match="Gleb"):
        compared(Paper(("Anna", "Gleb", "Vera"), SOCHI, _renamed("Anna", "Gleb"), 20), evening())


def _renamed(anna: str, boris: str) -> dict[Cell, Figures]:
    new: Callable[[str], str] = {"Anna": anna, "Boris": boris, "Vera": "Vera"}.__getitem__
    return {
        Cell(new(cell.player), cell.column, None if cell.on is None else new(cell.on)): found
        for cell, found in columns(evening()).items()
    }
