"""From the sheet to whists and money (RULES, section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preftally.engine.conventions import LENINGRAD, SOCHI, Convention, override
from preftally.engine.model import Player, Sheet
from preftally.engine.settlement import balances, cents, payments, rounded, steps

lawful = settings(derandomize=True, database=None, deadline=None, max_examples=200)

NAMES = "WNESABC"
THREE, FOUR = ("W", "E", "S"), ("W", "N", "E", "S")
OPPONENTS = override(SOCHI, {"settlement.divisor": "opponents"})


def sheet(
    players: tuple[Player, ...],
    mountain: Sequence[int],
    pool: Sequence[int] = (0, 0, 0, 0),
    whists: Mapping[tuple[Player, Player], int] | None = None,
) -> Sheet:
    """A sheet, written seat by seat; whists as (who, on whom)."""
    on = whists or {}
    return Sheet(
        players,
        dict(zip(players, pool, strict=False)),
        dict(zip(players, mountain, strict=True)),
        {
            one: {other: on.get((one, other), 0) for other in players if other != one}
            for one in players
        },
    )


BROKEN_OFF = sheet(THREE, mountain=(0, 14, 6), pool=(3, 0, 0), whists={("E", "W"): 8})

FIGURES = {
    "a mountain point is divided among the players": (
        SOCHI, sheet(THREE, (0, 3, 6)), ("30", "0", "-30"),
    ),
    "so it is among four": (SOCHI, sheet(FOUR, (8, 0, 0, 0)), ("-60", "20", "20", "20")),
    "thirds stay exact": (SOCHI, sheet(THREE, (7, 3, 4)), ("-70/3", "50/3", "20/3")),
    "a game broken off": (SOCHI, BROKEN_OFF, ("236/3", "-226/3", "-10/3")),
    "divided among the opponents": (OPPONENTS, BROKEN_OFF, ("122", "-117", "-5")),
    "whists are his who writes them": (
        SOCHI, sheet(THREE, (0, 0, 0), whists={("W", "S"): 10}), ("10", "0", "-10"),
    ),
    "a mountain is its owner's loss": (SOCHI, sheet(THREE, (0, 0, 3)), ("10", "10", "-20")),
    "below zero it is a gain": (SOCHI, sheet(THREE, (0, 0, -3)), ("-10", "-10", "20")),
    "a pool is its owner's gain": (SOCHI, sheet(THREE, (0, 0, 0), (0, 0, 3)), ("-10", "-10", "20")),
    "a pool point of Leningrad is worth twenty": (
        LENINGRAD, sheet(THREE, (0, 0, 0), (0, 0, 3)), ("-20", "-20", "40"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("convention", "written", "nets"), FIGURES.values(), ids=FIGURES)
def test_figures(convention: Convention, written: Sheet, nets: Sequence[str]) -> None:
    """A sheet settles to the figures that were worked out by hand."""
    assert [*balances(written, convention).values()] == [*map(Fraction, nets)]


amounts = st.integers(-200, 200)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any sheet of three or four."""
    players = draw(st.sampled_from([THREE, FOUR]))
    row = st.lists(amounts, min_size=len(players), max_size=len(players))
    pairs = permutations(players, 2)
    return sheet(players, draw(row), draw(row), {pair: draw(amounts) for pair in pairs})


@st.composite
def worths(draw: st.DrawFn) -> Convention:
    """A convention with any worth of a point and either divisor."""
    return override(
        SOCHI,
        {
            "settlement.mountain_whists": draw(st.integers(1, 30)),
            "settlement.pool_whists": draw(st.integers(1, 30)),
            "settlement.divisor": draw(st.sampled_from(["players", "opponents"])),
        },
    )


@lawful
@given(sheets(), worths())
def test_totals_are_the_formula(written: Sheet, convention: Convention) -> None:
    """The totals of the paper steps are the nets of the formula, and add up to exactly zero."""
    worth, n = convention.settlement, len(written.players)
    spread = Fraction(n, n - 1) if worth.divisor == "opponents" else 1
    mountain = Fraction(sum(written.mountain.values())) / n
    pool = Fraction(sum(written.pool.values())) / n
    formula = {
        one: sum(written.whists[one][other] - written.whists[other][one] for other in others)
        + spread * worth.mountain_whists * (mountain - written.mountain[one])
        + spread * worth.pool_whists * (written.pool[one] - pool)
        for one in written.players
        for others in [[other for other in written.players if other != one]]
    }
    totals = steps(written, convention).totals
    assert totals == formula
    assert sum(totals.values()) == 0


@lawful
@given(sheets(), worths())
def test_each_step_follows_from_the_one_before(written: Sheet, convention: Convention) -> None:
    """The lowest is taken off, pairs are netted one way, and the netted add up to the totals."""
    paper = steps(written, convention)
    for lowest, left, column in (
        (paper.lowest_mountain, paper.mountain, written.mountain),
        (paper.lowest_pool, paper.pool, written.pool),
    ):
        assert min(left.values()) == 0
        assert {one: lowest + points for one, points in left.items()} == column
    for one, other in permutations(written.players, 2):
        turned = paper.mountain[other] * paper.mountain_each + paper.pool[one] * paper.pool_each
        assert paper.pairs[one][other] == written.whists[one][other] + turned
        netted = paper.netted.get((one, other), -paper.netted.get((other, one), Fraction(0)))
        assert netted == paper.pairs[one][other] - paper.pairs[other][one]
        assert ((one, other) in paper.netted) != ((other, one) in paper.netted)
    assert min(paper.netted.values()) >= 0
    for one in written.players:
        has = sum(amount for (to, _), amount in paper.netted.items() if to == one)
        owes = sum(amount for (_, by), amount in paper.netted.items() if by == one)
        assert paper.totals[one] == has - owes


@st.composite
def zero_sums(draw: st.DrawFn, units: st.SearchStrategy[Fraction]) -> dict[Player, Fraction]:
    """Exact nets of two to six people that add up to zero."""
    some = draw(st.lists(units, min_size=1, max_size=5))
    return dict(zip(NAMES, [*some, -sum(some, Fraction(0))], strict=False))


fractions = st.builds(Fraction, st.integers(-3000, 3000), st.sampled_from([1, 2, 3, 4, 6, 12]))
few = st.integers(-3, 3).map(Fraction)


@lawful
@given(zero_sums(fractions))
def test_rounding_gives_the_missing_units_to_the_largest_fractions(
    exact: dict[Player, Fraction],
) -> None:
    """Rounded nets add up to zero; the largest fractions go up, of equals the earlier seat."""
    units = rounded(exact)
    up = {one: units[one] - exact[one].__floor__() for one in exact}
    by_right = sorted(exact, key=lambda one: (-(exact[one] % 1), [*exact].index(one)))
    assert sum(units.values()) == 0
    assert [up[one] for one in by_right] == sorted(up.values(), reverse=True)
    assert set(up.values()) <= {0, 1}


def test_rounding_figures() -> None:
    """Rounded thirds add up to zero, and of equal fractions the earlier seat's goes up."""
    thirds = balances(sheet(THREE, (7, 3, 4)), SOCHI)
    assert rounded(thirds) == {"W": -23, "E": 17, "S": 6}
    halves = {"W": Fraction(1, 2), "E": Fraction(1, 2), "S": Fraction(-1)}
    assert rounded(halves) == {"W": 1, "E": 0, "S": -1}


@lawful
@given(zero_sums(fractions), st.sampled_from(["0.01", "0.5", "1", "3", "0.03"]))
def test_cents_add_up_to_zero(exact: dict[Player, Fraction], stake: str) -> None:
    """Money is the exact net times the stake, to a cent, and adds up to zero."""
    money = cents(exact, Fraction(stake))
    assert sum(money.values()) == 0
    for one, amount in money.items():
        assert abs(amount - exact[one] * Fraction(stake) * 100) < 1


def test_cents_are_rounded_from_the_exact_nets() -> None:
    """Whists are not rounded before they are turned into money."""
    thirds = balances(sheet(THREE, (7, 3, 4)), SOCHI)
    assert cents(thirds, Fraction("0.5")) == {"W": -1166, "E": 833, "S": 333}


@st.composite
def quits(draw: st.DrawFn) -> dict[Player, Fraction]:
    """Nets of up to seven people who can be quits in twos and threes."""
    owed = st.integers(1, 4)
    trio, pairs = draw(st.lists(owed, max_size=2)), draw(st.lists(owed, max_size=2))
    nets = [*trio, -sum(trio), *pairs, *(-amount for amount in pairs)]
    return dict(zip(NAMES, map(Fraction, draw(st.permutations(nets))), strict=False))


@lawful
@given(zero_sums(few) | quits())
def test_payments_are_the_fewest_that_settle_everybody(exact: dict[Player, Fraction]) -> None:
    """Payments bring everyone to zero, each is of something, and no fewer would do."""
    nets = rounded(exact)
    paid = payments(nets)
    left = dict(nets)
    for payer, to, amount in paid:
        assert amount > 0
        left[payer] += amount
        left[to] -= amount
    assert not any(left.values())
    # Of people who owe or are owed, as many groups can settle apart as some order of
    # them has sums that come back to zero; each group takes one payment less than people.
    open_nets = [net for net in nets.values() if net]
    groups = max(
        sum(total == 0 for total in accumulate(order)) for order in permutations(open_nets)
    )
    assert len(paid) == len(open_nets) - groups
