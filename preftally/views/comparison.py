"""The same hands by two conventions, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from preftally.engine.model import Player
from preftally.engine.replay import Replay, sheets
from preftally.engine.settlement import balances, whole
from preftally.lang import _
from preftally.views import hands, phrases, problems
from preftally.views.grid import Grid

# What a hand moves the balances by, exact.
Moves: TypeAlias = dict[Player, Fraction]


def _names(ours: Replay, theirs: Replay) -> tuple[str, str]:
    """Both by their names; one with rules of its own has a star, this table's comes first."""
    names = [
        one.name + "*" * (phrases.convention(one) != one.name)
        for one in (ours.game.convention, theirs.game.convention)
    ]
    return names[0], names[1] + "*" * (names[0] == names[1] and names[0].endswith("*"))


def _nets(played: Replay) -> dict[Player, int]:
    return whole(played.sheet, played.game.convention)


def grid(ours: Replay, theirs: Replay) -> Grid:
    """Everybody's balance by both, and the difference."""
    one, other = _names(ours, theirs)
    mine, yours = _nets(ours), _nets(theirs)
    rows = [
        [
            player,
            phrases.signed(mine[player]),
            phrases.signed(yours.get(player, 0)),
            phrases.signed(yours.get(player, 0) - mine[player]),
        ]
        for player in mine
    ]
    return Grid([_("player"), one, other, _("difference")], rows, frozenset({1, 2, 3}))


def lines(ours: Replay, theirs: Replay) -> Iterator[str]:
    """The hands that made the difference, each with what it moved by both."""
    one, other = _names(ours, theirs)
    for name, played in ((one, ours), (other, theirs)):
        if name.endswith("*"):
            stars = "*" * name.count("*")
            yield f"{stars} {phrases.convention(played.game.convention)}"
    found = list(different(ours, theirs))
    if not found and len(theirs.steps) == len(ours.steps):
        yield _("No hand makes a difference.")
    for number, mine, yours in found:
        yield f"{number}. {hands.sentence(ours.steps[number - 1].hand)}"
        yield f"   {one}: {_moved(mine)}"
        yield f"   {other}: {_moved(yours)}"
    if theirs.problems:
        yield _("By {name} hand {n} could not be: {why}. What follows is not counted.").format(
            name=other, n=len(theirs.steps) + 1, why=problems.sentence(theirs.problems[0])
        )


def _moved(change: Moves) -> str:
    return ", ".join(f"{player} {phrases.signed(amount)}" for player, amount in change.items())


def different(ours: Replay, theirs: Replay) -> Iterator[tuple[int, Moves, Moves]]:
    """What each hand moves the balances by, where the two conventions disagree."""
    pairs = zip(_changes(ours), _changes(theirs), strict=False)
    for number, (mine, yours) in enumerate(pairs, 1):
        if mine != yours:
            yield number, mine, yours


def _changes(played: Replay) -> Iterator[Moves]:
    before: dict[Player, Fraction] = {}
    for sheet in sheets(played):
        now = balances(sheet, played.game.convention)
        yield {player: now[player] - before.get(player, 0) for player in now}
        before = now
