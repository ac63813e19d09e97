"""A slip of the pen: one sum, one amount or one cell that is wrong, and all the rest is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from preftally.engine.conventions import Convention
from preftally.engine.model import Amount, Player
from preftally.paper.laid import Laid, Parting, Wrote
from preftally.paper.possible import writings
from preftally.paper.sheet import Cell, Paper


class Slip(NamedTuple):
    """What was written wrongly, after which everything agrees.

    `sum`: the amount is added up wrongly; `amount`: another one is written; `cell`: it
    is written into the cell `to`. `hand` is the number of the entry, `None` after the
    last; `wrote` is what it wrote, `paper` the amount that the paper has.
    """

    kind: str
    hand: int | None
    cell: Cell
    wrote: Amount
    paper: Amount
    to: Cell | None = None


def slip(
    columns: Mapping[Cell, Laid],
    wrote: Mapping[Cell, list[Wrote]],
    partings: Mapping[Cell, Parting],
    paper: Paper,
    convention: Convention,
) -> Slip | None:
    """The one slip that explains all partings, or nothing."""
    if len(partings) == 1:
        ((cell, parting),) = partings.items()
        return _within(cell, columns[cell], wrote.get(cell, []), parting, paper, convention)
    if len(partings) == 2:
        one, other = partings
        for cell, to in ((one, other), (other, one)):
            found = _moved(cell, to, columns, wrote)
            if found is not None:
                return found
    return None


def _within(
    cell: Cell, column: Laid, wrote: list[Wrote], parting: Parting, paper: Paper,
    convention: Convention,
) -> Slip | None:  # fmt: skip
    """A slip inside one column."""
    if not column.running:
        return _forgotten(cell, column, wrote)
    index = next((n for n, one in enumerate(wrote) if one.hand == parting.hand), None)
    if index is None:
        # The paper goes on: an amount that no hand wrote.
        amount = (parting.paper or 0) - parting.before
        more = [*wrote, Wrote(0, (amount,))]
        return Slip("amount", None, cell, 0, amount) if _fits(column, more) else None
    one = wrote[index]
    if parting.paper is not None:
        amount = parting.paper - parting.before
        # The later totals are right again, or all are as far off.
        is_last = column.totals[-1] == parting.paper
        right = parting.before + one.amount
        righted = tuple(right if total == parting.paper else total for total in column.totals)
        if not is_last and _fits(column._replace(totals=righted), wrote):
            return Slip("sum", one.hand, cell, one.amount, amount)
        if _fits(column, _with(wrote, index, (amount,))):
            kind = "amount" if _is_known(cell, amount, paper, convention) else "sum"
            return Slip(kind, one.hand, cell, one.amount, amount)
        between = [*wrote[:index], Wrote(one.hand, (amount,)), *wrote[index:]]
        if _fits(column, between):
            return Slip("amount", one.hand, cell, 0, amount)
    for place in range(index, -1, -1):
        for parts in _without_one(wrote[place].parts):
            if _fits(column, _with(wrote, place, parts)):
                left = wrote[place].amount - sum(parts)
                return Slip("amount", wrote[place].hand, cell, left, 0)
    return None


def _forgotten(cell: Cell, column: Laid, wrote: list[Wrote]) -> Slip | None:
    """The one amount without which a last figure is right, if there is just one."""
    found = [
        Slip("amount", one.hand, cell, one.amount - sum(parts), 0)
        for index, one in enumerate(wrote)
        for parts in _without_one(one.parts)
        if _fits(column, _with(wrote, index, parts))
    ]
    return found[0] if len(found) == 1 else None


def _moved(
    cell: Cell, to: Cell, columns: Mapping[Cell, Laid], wrote: Mapping[Cell, list[Wrote]]
) -> Slip | None:
    """An amount that is missing in one column and stands in another."""
    ours, theirs = wrote.get(cell, []), wrote.get(to, [])
    for place, one in enumerate(ours):
        for parts in _without_one(one.parts):
            amount = one.amount - sum(parts)
            if not _fits(columns[cell], _with(ours, place, parts)):
                continue
            if _fits(columns[to], _with_more(theirs, one.hand, amount)):
                return Slip("cell", one.hand, cell, amount, amount, to)
    return None


def _fits(column: Laid, wrote: Sequence[Wrote]) -> bool:
    return column.parting(wrote) is None


def _with(wrote: list[Wrote], index: int, parts: tuple[Amount, ...]) -> list[Wrote]:
    """The column with other amounts at one hand."""
    here = [Wrote(wrote[index].hand, parts)] if parts else []
    return [*wrote[:index], *here, *wrote[index + 1 :]]


def _with_more(wrote: list[Wrote], hand: int, amount: Amount) -> list[Wrote]:
    """The column with an amount more at one hand."""
    before = [one for one in wrote if one.hand < hand]
    here = tuple(part for one in wrote if one.hand == hand for part in one.parts)
    after = [one for one in wrote if one.hand > hand]
    return [*before, Wrote(hand, (*here, amount)), *after]


def _without_one(parts: tuple[Amount, ...]) -> list[tuple[Amount, ...]]:
    """Nothing in place of all the amounts, and all of them but one."""
    singles = [parts[:n] + parts[n + 1 :] for n in range(len(parts))]
    return list(dict.fromkeys([(), *singles]))


def _is_known(cell: Cell, amount: Amount, paper: Paper, convention: Convention) -> bool:
    """Whether some hand writes such an amount in such a cell."""
    players: tuple[Player, ...] = paper.players
    return any(
        amount in (sum(one.amounts[cell]), *one.amounts[cell])
        for one in writings(players, convention)
        if cell in one.amounts
    )
