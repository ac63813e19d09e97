"""What a paper sheet comes to, in words: the findings, the comparison with the hands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from preftally.engine.conventions import Value
from preftally.engine.model import Amount, Column
from preftally.engine.settlement import cents
from preftally.lang import _, many
from preftally.paper import figures
from preftally.paper.against import Against, First
from preftally.paper.sheet import Cell, Figures, Paper
from preftally.paper.slips import Slip
from preftally.paper.soundness import Fault, Finding
from preftally.session.toml import toml_value
from preftally.views import hands, phrases
from preftally.views.grid import Grid


def where(cell: Cell) -> str:
    """A cell of the sheet: `Vera, mountain`; `Vera, whists on Boris`."""
    if cell.on is not None:
        return _("{player} → {other}, whists").format(player=cell.player, other=cell.on)
    return _("{player}, {column}").format(player=cell.player, column=phrases.column(cell.column))


def judged(paper: Paper, found: list[Finding]) -> Iterator[str]:
    """What cannot be, each with its cell, and what would fit."""
    for one in found:
        column = _up_to(paper.columns[one.cell], one.at)
        yield _("{cell}: {column}: {why}").format(
            cell=where(one.cell), column=column, why=why(one, paper)
        )
        if one.wants:
            missing = "; ".join(
                f"{where(cell)} {phrases.signed(amount)}" for cell, amount in one.wants
            )
            yield "   " + _("missing, for example: {amounts}").format(amounts=missing)
        if one.fits:
            totals = _(" or ").join(phrases.mixed(total) for total in one.fits)
            yield "   " + _("would fit: {totals}").format(totals=totals)
    if not found:
        yield _("Nothing on the sheet is impossible in itself.")


def why(one: Finding, paper: Paper) -> str:
    """Why a figure cannot be."""
    step = phrases.mixed(max(one.step, -one.step))
    match one.fault:
        case Fault.ABOVE_TARGET:
            return _("the pool ends at {target}").format(target=paper.target)
        case Fault.FALLS if one.cell.column is Column.MOUNTAIN:
            return _("it falls by {step}, and nothing takes so much off").format(step=step)
        case Fault.FALLS:
            return _("it falls by {step}, and only a mountain may fall").format(step=step)
        case Fault.NO_VALUE:
            return _("no hand writes {step} there").format(step=step)
        case Fault.ALONE:
            return _("a hand that writes {step} there writes more, which is not on the sheet"
                     ).format(step=step)  # fmt: skip
        case Fault.TOGETHER:
            return _("no hands write all that stands here and beside it, up to this {step}").format(
                step=step)  # fmt: skip


def _up_to(column: Figures, at: int) -> str:
    """The column as far as a figure, the beginning of a long one left out."""
    shown = figures.written(column[max(0, at - 2) : at + 1])
    return f"…{shown}" if at > 2 else shown


def comparison(found: Against, stake: Fraction | None) -> Iterator[str | Grid]:
    """Whether the paper is what the hands wrote; if not, where it parts from them first."""
    if found.first is None:
        yield _("The paper agrees with the hands: {columns}, {entries}.").format(
            columns=many("{n} column", "{n} columns", len(found.paper.columns)),
            entries=phrases.entries(len(found.played.steps)),
        )
        return
    yield from _first(found, found.first)
    if found.slip is not None:
        yield _slip(found.slip)
    yield from _followed(found)
    yield _("What it costs, if it ended now:")
    yield _costs(found, stake)


def _first(found: Against, first: First) -> Iterator[str]:
    cell, parting = first.cell, first.parting
    before = _ending(found.paper.columns[cell], parting.before)
    totals = (parting.paper, parting.hands)
    paper, ours = (
        _("nothing") if total is None else before + phrases.mixed(total) for total in totals
    )
    if parting.hand is None:
        yield _("After the last hand: {cell}: paper {paper}, by the hands {hands}.").format(
            cell=where(cell), paper=paper, hands=ours
        )
        return
    parts = _("hand {n}: {cell}: paper {paper}, by the hands {hands}")
    line = parts.format(n=parting.hand, cell=where(cell), paper=paper, hands=ours)
    if first.wrote is not None and len(found.paper.columns[cell]) != 1:
        has = 0 if parting.paper is None else parting.paper - parting.before
        line += "; " + _("the hand wrote {wrote}, the paper has {has}").format(
            wrote=phrases.mixed(first.wrote), has=phrases.mixed(has)
        )
    yield line + "."
    yield "   " + hands.sentence(found.played.steps[parting.hand - 1].hand) + "."


def _ending(column: Figures, before: Amount) -> str:
    """The figure before, with a point, where the column has it."""
    return f"{phrases.mixed(before)}." if before and len(column) > 1 else ""


def _slip(one: Slip) -> str:
    cell, wrote, paper = where(one.cell), phrases.mixed(one.wrote), phrases.mixed(one.paper)
    number = "" if one.hand is None else str(one.hand)
    if one.to is not None:
        text = _("One slip: the {wrote} of hand {n} stand in {to}, not in {cell}.")
        return text.format(wrote=wrote, n=number, to=where(one.to), cell=cell)
    if one.kind == "sum":
        text = _("One slip of the sum: hand {n} wrote {wrote} in {cell}, the sum grew by {paper}.")
    elif not one.wrote:
        text = _("One slip: {cell} has {paper} that no hand wrote.")
    elif not one.paper:
        text = _("One slip: the {wrote} of hand {n} are missing in {cell}.")
    else:
        text = _("One slip of the amount: hand {n} wrote {wrote} in {cell}, the paper has {paper}.")
    return text.format(cell=cell, n=number, wrote=wrote, paper=paper)


def _followed(found: Against) -> Iterator[str]:
    for key, value in found.explained_by:
        yield _("Your paper follows {key} = {value}.").format(key=key, value=shown(value))
    for (key, value), (other, its) in found.explained_by_pairs:
        yield _("Your paper follows {key} = {value} with {other} = {its}.").format(
            key=key, value=shown(value), other=other, its=shown(its)
        )
    if not (found.explained_by or found.explained_by_pairs or found.slip):
        yield _("No other rule, and no two of them, make every column agree.")


def shown(value: Value) -> str:
    """The value of a key as people write it; a word without its quotes."""
    return value if isinstance(value, str) else toml_value(value)


def _costs(found: Against, stake: Fraction | None) -> Grid:
    players = list(found.paper.players)
    costs = {player: found.cost(player) for player in players}
    money = cents(costs, stake) if stake is not None else {}
    headings = [_("player"), _("by the hands"), _("on paper"), _("difference")]
    rows = [
        [
            player,
            phrases.signed(found.balance[player]),
            phrases.signed(found.paper_balance[player]),
            phrases.signed(costs[player]),
            *([phrases.money(money[player])] if money else []),
        ]
        for player in players
    ]
    return Grid([*headings, *([_("money")] if money else [])], rows, frozenset(range(1, 4)))
