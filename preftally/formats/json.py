"""The same as JSON: one object, keys only ever added, amounts exact."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from preftally.engine.conventions import Convention
from preftally.engine.model import (
    Amount,
    Entry,
    Hand,
    Player,
    Sheet,
    is_dealt,
)
from preftally.engine.replay import (
    Replay,
    Step,
    hands_left,
    lowest_contract,
    sheets,
    would_write,
)
from preftally.engine.settlement import balances, cents, payments, rounded, scale
from preftally.engine.swing import swings
from preftally.lang import speaking
from preftally.session import hands
from preftally.views import comparison, reasons
from preftally.views.phrases import plain_money
from preftally.views.report import Report
from preftally.views.running import columns

VERSION = 1
WRITER = "preftally"


def amount(value: Amount) -> int | str:
    """A number where it is whole, and otherwise an exact fraction in a string."""
    fraction = Fraction(value)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)


def amounts(values: Mapping[Player, Amount]) -> dict[str, int | str]:
    """Amounts by player."""
    return {player: amount(value) for player, value in values.items()}


def sheet(played: Replay) -> dict[str, Any]:
    """`sheet --json`."""
    convention, table, now = played.game.convention, played.table, played.sheet
    return {
        "version": VERSION,
        "convention": convention.name,
        "players": list(now.players),
        "hands": played.deals,
        "target": played.game.target,
        "pool": amounts(now.pool),
        "mountain": amounts(now.mountain),
        "whists": {player: amounts(row) for player, row in now.whists.items()},
        "balance": amounts(balances(now, convention)),
        "dealer": table.dealer,
        "resting": table.resting,
        "all_passes": table.all_passes,
        "lowest_contract": lowest_contract(table, convention),
        "finished": table.finished,
        "ended": table.ended,
        "hands_left": hands_left(played),
        "would_write": [_would_write(entry) for entry in would_write(played)],
    }


def _would_write(entry: Entry) -> dict[str, Any]:
    return {
        "player": entry.player,
        "on": entry.on,
        "amount": amount(entry.amount),
        "rule": entry.why.rule.value,
    }


def running(played: Replay) -> dict[str, Any]:
    """`sheet --running --json`: the sheet, and each column by its totals."""
    return {
        **sheet(played),
        "running": {
            player: {
                "pool": [amount(one) for one in row.pool],
                "mountain": [amount(one) for one in row.mountain],
                "on": {other: [amount(one) for one in on] for other, on in row.on.items()},
            }
            for player, row in columns(played).items()
        },
    }


def settle(played: Replay, stake: Fraction | None, stake_text: str) -> dict[str, Any]:
    """`settle --json`; money only with a stake."""
    finished = played.table.finished
    return settled(
        played.sheet, played.game.convention, stake, stake_text, provisional=not finished
    )


def settled(
    sheet: Sheet,
    convention: Convention,
    stake: Fraction | None,
    stake_text: str,
    *,
    provisional: bool,
) -> dict[str, Any]:
    """The settlement of any sheet, one that was written on paper included."""
    exact = balances(sheet, convention)
    found: dict[str, Any] = {
        "version": VERSION,
        "provisional": provisional,
        "exact": amounts(exact),
        "whists": rounded(exact),
    }
    if stake is None:
        found["payments"] = [
            {"from": one.payer, "to": one.to, "amount": one.amount}
            for one in payments(rounded(exact))
        ]
        return found
    nets = cents(exact, stake)
    found["stake"] = stake_text
    found["money"] = {player: plain_money(net) for player, net in nets.items()}
    found["payments"] = [
        {"from": one.payer, "to": one.to, "amount": plain_money(one.amount)}
        for one in payments(nets)
    ]
    return found


def log(played: Replay, details: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """`log --json`; `details` holds the note and the time of each hand."""
    convention = played.game.convention
    steps = zip(played.steps, details, swings(played), sheets(played), strict=False)
    return {
        "version": VERSION,
        "hands": [
            {"number": number, **_hand(step.hand), **_dealing(step), **detail,
             "writes": [_write(entry) for entry in step.entries],
             "swing": amounts(moved), "balance": amounts(balances(now, convention))}
            for number, (step, detail, moved, now) in enumerate(steps, 1)
        ],
    }  # fmt: skip


def _dealing(step: Step) -> dict[str, Any]:
    if not is_dealt(step.hand):
        return {}
    return {"dealer": step.table.dealer, "resting": step.table.resting}


def _write(entry: Entry) -> dict[str, Any]:
    on = {} if entry.on is None else {"on": entry.on}
    return {
        "player": entry.player,
        "column": entry.column.value,
        **on,
        "amount": amount(entry.amount),
        "why": reasons.sentence(entry),
        "rule": entry.why.rule.value,
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return ({"contract": None, "declarer": None} if is_dealt(hand) else {}) | hands.shown(hand)


def compared(played: Replay) -> dict[str, Any]:
    """One side as JSON."""
    return {
        "convention": played.game.convention.name,
        "hands": played.deals,
        "finished": played.table.finished,
        "balance": amounts(balances(played.sheet, played.game.convention)),
        "scale": amount(scale(played.game.convention)),
    }


def compare(ours: Replay, theirs: Replay) -> dict[str, Any]:
    """`compare --json`."""
    return {
        "version": VERSION,
        "session": compared(ours),
        "other": compared(theirs),
        "difference": amounts(comparison.difference(ours, theirs)),
        "hands": [
            {"number": number, "session": amounts(mine), "other": amounts(yours)}
            for number, mine, yours in comparison.different(ours, theirs)
        ],
    }


def evening(told: Report) -> dict[str, Any]:
    """`report .json`: the sheet, the settlement and the log in one object."""
    return {
        "version": VERSION,
        "written_by": WRITER,
        "date": told.date.isoformat() if told.date else None,
        "place": told.place,
        "sheet": running(told.played),
        "settle": settle(told.played, told.stake, told.stake_text),
        "log": told_log(told),
    }


def told_log(told: Report) -> dict[str, Any]:
    """The log of a report: what programs read does not change with the reader's language."""
    details = [
        {"note": one.note, "at": one.at.isoformat() if one.at else None} for one in told.details
    ]
    with speaking("en"):
        return log(told.played, details)


def written(told: Report) -> bytes:
    """The evening as a file of one object."""
    return (json.dumps(evening(told), ensure_ascii=False, indent=2) + "\n").encode()


def is_ours(raw: bytes) -> bool:
    """Whether a file is an object that says who wrote it."""
    try:
        found = json.loads(raw)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("written_by") == WRITER
