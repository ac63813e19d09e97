"""A paper sheet as JSON: one object, keys only ever added, amounts exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from preftally.engine.conventions import Value
from preftally.formats.json import VERSION, amount, amounts, settled
from preftally.paper import page
from preftally.paper.against import Against
from preftally.paper.sheet import Cell, Paper
from preftally.paper.slips import Slip
from preftally.paper.soundness import Finding
from preftally.views.phrases import money


def settlement(
    paper: Paper, found: list[Finding], stake: Fraction | None, stake_text: str
) -> dict[str, Any]:
    """`paper --json`: everything of `settle --json`, and the findings."""
    done = settled(paper.sheet, paper.convention, stake, stake_text, provisional=paper.provisional)
    return {**done, "findings": [_finding(one, paper) for one in found]}


def _finding(one: Finding, paper: Paper) -> dict[str, Any]:
    return {
        **_cell(one.cell),
        "index": one.at,
        "figure": amount(one.figure),
        "step": amount(one.step),
        "why": page.why(one, paper),
        "rule": one.fault.value,
        "fits": [amount(total) for total in one.fits],
        "missing": [{**_cell(cell), "amount": amount(wanted)} for cell, wanted in one.wants],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {"player": cell.player, "column": cell.column.value, "on": cell.on}


def comparison(found: Against, stake: Fraction | None, stake_text: str) -> dict[str, Any]:
    """`paper --hands --json`."""
    costs = {player: found.cost(player) for player in found.paper.players}
    data: dict[str, Any] = {
        "version": VERSION,
        "agrees": found.agrees,
        "first": _first(found),
        "slip": None if found.slip is None else _slip(found.slip),
        "explained_by": [_rule(key, value) for key, value in found.explained_by],
        "explained_by_pairs": [
            [_rule(key, value) for key, value in pair] for pair in found.explained_by_pairs
        ],
        "balance": amounts(found.balance),
        "paper_balance": amounts(found.paper_balance),
        "cost": amounts(costs),
    }
    if stake is not None:
        from preftally.engine.settlement import cents

        data["stake"] = stake_text
        data["money"] = {one: money(units) for one, units in cents(costs, stake).items()}
    return data


def _first(found: Against) -> dict[str, Any] | None:
    if found.first is None:
        return None
    parting = found.first.parting
    paper, hands = parting.paper, parting.hands
    return {
        "hand": parting.hand,
        **_cell(found.first.cell),
        "paper": None if paper is None else amount(paper),
        "hands": None if hands is None else amount(hands),
    }


def _slip(one: Slip) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "hand": one.hand,
        **_cell(one.cell),
        "wrote": amount(one.wrote),
        "paper": amount(one.paper),
        "to": None if one.to is None else _cell(one.to),
    }


def _rule(key: str, value: Value) -> dict[str, Any]:
    return {"key": key, "value": list(value) if isinstance(value, tuple) else value}
