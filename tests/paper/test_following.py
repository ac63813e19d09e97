"""The rule that a paper followed is named, and so are two of them."""

from __future__ import annotations

import random
import time

import pytest
from random_evenings import columns, evening

from preftally.engine.conventions import CONVENTIONS, DIALS, override
from preftally.engine.replay import replay
from preftally.paper.against import compared
from preftally.paper.candidates import values
from preftally.paper.sheet import Paper


@pytest.mark.parametrize("key", DIALS)
def test_an_evening_by_another_value_names_it(key: str) -> None:
    """For each key and value: named, or without any effect on this evening."""
    chance = random.Random(key)
    for convention in CONVENTIONS.values():
        one = evening(chance, convention, hands=24)
        for value in values(key, convention):
            game = one.game._replace(convention=override(convention, {key: value}))
            other = replay(game, one.hands)
            if other.problems:
                continue
            paper = Paper(other.sheet.players, convention, columns(other, chance), game.target)
            found = compared(paper, one.played)
            if columns(other) == columns(one.played):
                assert found.agrees
            else:
                assert not found.agrees
                assert (key, value) in found.explained_by


def test_two_rules_are_found_where_no_single_one_explains() -> None:
    """A table with two habits: both are named together, within two seconds for sixty hands."""
    chance = random.Random(3)
    convention = CONVENTIONS["rostov"]
    one = evening(chance, convention, hands=60, comings=False)
    habits = {"whist.style": "greedy", "all_pass.zero_bonus": 5}
    game = one.game._replace(convention=override(convention, habits))
    other = replay(game, one.hands)
    assert not other.problems
    paper = Paper(other.sheet.players, convention, columns(other, chance), game.target)
    began = time.process_time()
    found = compared(paper, one.played)
    assert time.process_time() - began < 2
    assert found.explained_by == ()
    assert tuple(habits.items()) in found.explained_by_pairs


def test_where_nothing_explains_nothing_is_named() -> None:
    """Figures by no rule at all are followed by none."""
    one = evening(random.Random(1), CONVENTIONS["sochi"], hands=20, comings=False)
    drawn = columns(one.played)
    spoilt = {
        cell: tuple(figure._replace(total=figure.total * 3 + 1) for figure in figures)
        for cell, figures in drawn.items()
    }
    found = compared(Paper(one.game.players, one.game.convention, spoilt, 20), one.played)
    assert (found.explained_by, found.explained_by_pairs, found.slip) == ((), (), None)
