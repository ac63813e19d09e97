"""A sheet checked in itself: what hands wrote is never blamed, and slips are found."""

from __future__ import annotations

import random

import pytest
from random_evenings import evening, paper

from preftally.engine.conventions import CONVENTIONS, LENINGRAD, ROSTOV, SOCHI
from preftally.engine.model import Column
from preftally.paper import figures
from preftally.paper.sheet import Cell, Paper, cells
from preftally.paper.soundness import Fault, Finding, findings

PLAYERS = ("Anna", "Boris", "Vera")


def sheet(*columns: str, convention=SOCHI, target: int | None = 20, times: bool = False) -> Paper:  # type: ignore[no-untyped-def]
    """Anna's mountain, pool, whists on Boris and Vera, then Boris's, then Vera's."""
    rows = zip(cells(PLAYERS), columns, strict=True)
    read = {cell: figures.read(text) for cell, text in rows}
    return Paper(PLAYERS, convention, read, target, times)


def only(found: list[Finding]) -> Finding:
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("seed", range(24))
def test_an_evenings_own_sheet_is_never_blamed(seed: int) -> None:
    """Whatever the rules, with help, comings, corrections, prizes and coefficients."""
    chance = random.Random(seed)
    times = seed % 4 == 0
    one = evening(chance, hands=30, times=times)
    assert findings(paper(one, chance, times=times)) == []


@pytest.mark.parametrize("name", sorted(CONVENTIONS))
def test_nor_by_a_built_in_convention(name: str) -> None:
    """Long evenings by the conventions as they stand."""
    chance = random.Random(name)
    one = evening(chance, CONVENTIONS[name], hands=80)
    assert findings(paper(one, chance)) == []


def test_a_column_never_falls() -> None:
    """A pool or whists that fall are named with the figure that is too low."""
    paper = sheet("0", "2.6.4", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0")
    found = only(findings(paper))
    assert (found.cell, found.at, found.figure) == (Cell("Anna", Column.POOL), 2, 4)
    assert found.fault is Fault.FALLS
    assert found.fits == (8,)


def test_a_mountain_falls_by_write_offs_only() -> None:
    """It falls where a surplus of a full pool can have come off it, and not otherwise."""
    columns = ["6.2", "2.6", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0"]
    assert Fault.FALLS in {one.fault for one in findings(sheet(*columns))}
    columns = ["6.2", "10.20", "80", "0", "0", "12", "0", "0", "0", "20", "0", "0"]
    assert [one for one in findings(sheet(*columns)) if one.fault is Fault.FALLS] == []


def test_a_pool_is_not_above_its_target() -> None:
    """A last figure alone is judged so far; without a limit there is nothing to judge."""
    columns = ["0", "22", *["0"] * 10]
    assert only(findings(sheet(*columns))).fault is Fault.ABOVE_TARGET
    assert findings(sheet(*columns, target=None)) == []
    assert findings(sheet(*columns, convention=LENINGRAD)) == []


def test_a_step_is_a_value() -> None:
    """No contract and no bonus is worth five in Sochi; what is next to it would fit."""
    found = only(findings(sheet("0", "2.7", *["0"] * 10)))
    assert (found.fault, found.step, found.fits) == (Fault.NO_VALUE, 5, (6, 8))


def test_brackets_are_not_judged() -> None:
    """A total in brackets was written by no hand; the next step counts from it."""
    assert findings(sheet("0", "2.(7).9", *["0"] * 10)) == []
    assert only(findings(sheet("0", "2.(7).10", *["0"] * 10))).at == 2


def test_last_figures_are_not_judged() -> None:
    """A number, or a text of one figure, may have come about in any way."""
    assert findings(sheet("7", "5", "3", "1", *["0"] * 8)) == []


def test_coefficients_are_allowed_where_the_sheet_says_so() -> None:
    """With `times` a step may be a multiple of what a hand writes."""
    columns = ["0", "2.8.14", *["0"] * 10]
    assert findings(sheet(*columns, times=True)) == []
    columns = ["0", "2.14", *["0"] * 10]
    assert only(findings(sheet(*columns))).step == 12
    assert findings(sheet(*columns, times=True)) == []


def test_a_remise_stands_in_several_cells() -> None:
    """Eight in the mountain is a remise at Rostov: each defender has consolation for it."""
    good = ["8.16", "0", "0", "0", "0", "0", "0", "30.60", "0", "0", "30.60", "0"]
    assert findings(sheet(*good, convention=ROSTOV)) == []
    bad = [*good[:10], "0", "0"]
    found = findings(sheet(*bad, convention=ROSTOV))
    assert found[0].cell == Cell("Anna", Column.MOUNTAIN)
    assert found[0].fault is Fault.ALONE
    assert found[0].wants[0][0] == Cell("Vera", Column.WHISTS, "Anna")


def test_an_all_pass_adds_up_to_ten_prices() -> None:
    """At Sochi an odd amount in a mountain is an all-pass, whose other tricks stand too."""
    tail = ["0"] * 3
    assert findings(sheet("3.8", *tail, "4.6", *tail, "3.6", *tail)) == []
    found = findings(sheet("3.8", *tail, "4.6", *tail, "2.4", *tail))
    assert found
    assert {one.fault for one in found} == {Fault.ALONE}


def test_help_is_paid_for() -> None:
    """Three points of help stand beside three times ten whists of the helper."""
    columns = ["0", "10.20", "0", "30.40", "0", "10.20", "0", "0", "0", "10.13.18", "0", "0"]
    found = [one for one in findings(sheet(*columns)) if one.cell == Cell("Vera", Column.POOL)]
    assert only(found).at == 2
