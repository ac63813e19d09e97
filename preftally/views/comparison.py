"""The same hands by two conventions, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from preftally.engine.model import Player
from preftally.engine.replay import Replay, sheets
from preftally.engine.settlement import balances, rounded, scale, whole
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


def scales(ours: Replay, theirs: Replay) -> tuple[Fraction, Fraction]:
    """What the whists of either side are divided by to be compared."""
    return scale(ours.game.convention), scale(theirs.game.convention)


def difference(ours: Replay, theirs: Replay) -> Moves:
    """How much more each has by theirs, in one unit; exact."""
    one, other = scales(ours, theirs)
    mine = balances(ours.sheet, ours.game.convention)
    yours = balances(theirs.sheet, theirs.game.convention)
    return {player: yours.get(player, 0) / other - mine[player] / one for player in mine}


def _apart(ours: Replay, theirs: Replay) -> dict[Player, int]:
    """The difference as it is shown: of what is shown, where whists are of one scale."""
    one, other = scales(ours, theirs)
    exact = difference(ours, theirs)
    if one != other and not sum(exact.values()):
        return rounded(exact)
    mine, yours = _nets(ours), _nets(theirs)
    return {player: yours.get(player, 0) - mine[player] for player in mine}


def grid(ours: Replay, theirs: Replay) -> Grid:
    """Everybody's balance by both, and the difference."""
    one, other = _names(ours, theirs)
    mine, yours, apart = _nets(ours), _nets(theirs), _apart(ours, theirs)
    rows = [
        [
            player,
            phrases.signed(mine[player]),
            phrases.signed(yours.get(player, 0)),
            phrases.signed(apart[player]),
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
    mine_by, yours_by = scales(ours, theirs)
    if mine_by != yours_by:
        told = [
            _("{convention} by {scale}").format(convention=name, scale=phrases.mixed(by))
            for name, by in ((one, mine_by), (other, yours_by))
        ]
        yield _("For the difference whists are divided, to be of one worth: {scales}.").format(
            scales=", ".join(told)
        )
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
    """What each hand moves the balances by, as played, where the two are not of one worth."""
    one, other = scales(ours, theirs)
    pairs = zip(_changes(ours), _changes(theirs), strict=False)
    for number, (mine, yours) in enumerate(pairs, 1):
        if any(mine[player] / one != yours[player] / other for player in mine):
            yield number, mine, yours


def _changes(played: Replay) -> Iterator[Moves]:
    before: dict[Player, Fraction] = {}
    for sheet in sheets(played):
        now = balances(sheet, played.game.convention)
        yield {player: now[player] - before.get(player, 0) for player in now}
        before = now
