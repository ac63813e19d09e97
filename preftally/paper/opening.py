"""A session that begins from a paper sheet: its last figures as opening corrections."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from preftally.engine.conventions import CONVENTIONS, Convention, Value, differences
from preftally.engine.model import TRICKS, AllPass, Amount, Column, Correction, Player, Sheet
from preftally.engine.replay import Game, Replay, replay
from preftally.errors import Refused
from preftally.lang import _
from preftally.paper.page import where
from preftally.paper.sheet import Cell, Paper, cells, less
from preftally.session.hands import Record
from preftally.views import phrases, problems


class Opening(NamedTuple):
    """The game that goes on, and the entries that stand before its first hand."""

    game: Game
    records: tuple[Record, ...]

    @property
    def base(self) -> Convention:
        """The built-in convention that the session will name."""
        return CONVENTIONS[self.game.convention.name]

    @property
    def rules(self) -> dict[str, Value]:
        """The keys in which the table differs from it."""
        found = differences(self.base, self.game.convention).items()
        return {key: new for key, (_old, new) in found}


def opening(paper: Paper, path: Path, target: int, dealer: Player, all_passes: int) -> Opening:
    """The session in which the sheet's figures stand, and `dealer` deals next.

    A sheet does not say how many all-passes the series has so far: they are entered as
    such, and the corrections after them bring every figure to that of the paper, so that
    the series, its price and its exit go on. Raises `Refused` for a sheet that cannot be
    entered: with fractions, or with pools that are too full.
    """
    if paper.convention.pool.end == "each":
        for player in paper.players:
            _check_room(paper, Cell(player, Column.POOL), target)
    began, passes = next(
        (game, passes)
        for game in (Game(paper.convention, paper.players, one, target) for one in paper.players)
        if (passes := _series(game, all_passes)).table.dealer == dealer
    )
    corrections = list(_corrections(paper, passes.sheet))
    done = replay(began, corrections, after=passes)
    if done.problems:
        raise _refused(problems.sentence(done.problems[0]), problems.hint(done.problems[0]))
    if any(_figure(done.sheet, cell) != paper.last(cell) for cell in cells(paper.players)):
        # The end of the game has written prizes.
        raise _refused(_("by its figures the game is over"), _("settle it: preftally paper"))
    note = _("the figures of the paper sheet {path}").format(path=path.name)
    series = _("an all-pass of the series, before the figures of {path}").format(path=path.name)
    return Opening(
        began,
        (
            *(Record(step.hand, series) for step in passes.steps),
            *(Record(one, note) for one in corrections),
        ),
    )


def _check_room(paper: Paper, cell: Cell, target: int) -> None:
    if paper.last(cell) > target:
        message = _("{cell}: {figure} is more than the pool of {target}").format(
            cell=where(cell), figure=phrases.mixed(paper.last(cell)), target=target
        )
        raise _refused(message, _("see what is wrong with it: preftally paper"))


def _refused(message: str, hint: str) -> Refused:
    return Refused(_("the paper sheet cannot be entered: {message}").format(message=message), hint)


def _series(game: Game, all_passes: int) -> Replay:
    """So many all-passes; what they write is taken back by the corrections."""
    played = replay(game, ())
    for _number in range(all_passes):
        one, *others = played.table.active
        taken = {one: TRICKS - 3 * len(others), **dict.fromkeys(others, 3)}
        played = replay(game, (AllPass(taken),), after=played)
    return played


def _corrections(paper: Paper, sheet: Sheet) -> Iterator[Correction]:
    """What brings a sheet to the figures of the paper, the pools at the end.

    A game that is over takes no more of the rest.
    """
    missing = {cell: _missing(paper, sheet, cell) for cell in cells(paper.players)}
    for cell, amount in missing.items():
        if amount and cell.on is not None:
            yield Correction(cell.player, whists=amount, on=cell.on)
        elif amount and cell.column is Column.MOUNTAIN:
            yield Correction(cell.player, mountain=amount)
    for cell, amount in missing.items():
        if amount and cell.column is Column.POOL:
            yield Correction(cell.player, pool=amount)


def _missing(paper: Paper, sheet: Sheet, cell: Cell) -> int:
    amount = less(paper.last(cell), _figure(sheet, cell))
    if not isinstance(amount, int):
        message = _("{cell}: {figure} is no whole number").format(
            cell=where(cell), figure=phrases.mixed(paper.last(cell))
        )
        raise _refused(message, _("a correction is whole: agree on a whole figure"))
    return amount


def _figure(sheet: Sheet, cell: Cell) -> Amount:
    if cell.on is not None:
        return sheet.whists[cell.player][cell.on]
    row = sheet.pool if cell.column is Column.POOL else sheet.mountain
    return row[cell.player]
