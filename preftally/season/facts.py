"""The facts of one evening: all that a season wants of it, small enough to be kept.

They depend on nothing but the bytes of the file: not on its name, on who is one person
under two names, or on today. Amounts are in twelfths of a whist (see `tally`).
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from preftally.engine.conventions import Convention
from preftally.engine.model import Amount, Joined, Player, Sheet
from preftally.engine.replay import Replay
from preftally.engine.settlement import scale
from preftally.engine.swing import divisor
from preftally.season.tally import PARTS, Counted, counted

# Where a row of pairs says what was carried when somebody left.
CARRIED = ""

# An amount in JSON: a number where it is whole, else a fraction in a string.
Kept = int | str


class Facts(NamedTuple):
    """An evening. The players are all who sat, in the order of their seats and comings.

    `seats` are counted from 1; `started` is when the first hand was written down, and
    `seconds` from then to the last, over so many hands as `timed`. `mark` is the same for
    two files of one evening.
    """

    convention: str
    scale: str
    finished: bool
    hands: int
    date: str
    started: str
    seconds: int
    timed: int
    place: str
    stake: str
    players: list[Player]
    seats: list[int]
    counts: list[dict[str, int]]
    swings: list[dict[str, Kept]]
    squares: list[Kept]
    cost: list[Kept]
    pairs: list[dict[Player, Kept]]
    records: dict[str, list[Any]]
    mark: str
    # The places of those whom a season is to count; all of them, if there is no such list.
    shown: list[int] | None = None


class Occasion(NamedTuple):
    """When and where an evening was, and for what, as far as its head says so."""

    date: datetime.date | None = None
    place: str = ""
    stake: str = ""


def facts(played: Replay, times: Iterable[datetime.datetime | None], occasion: Occasion) -> Facts:
    """The facts of an evening; `times` are those of its entries."""
    found = counted(played)
    players = list(found.tallies) if found.tallies else list(played.game.players)
    seats = _seats(played)
    players.sort(key=lambda one: (seats[one], one))
    stamps = list(times)
    ats = [one for one in stamps if one is not None]
    day = occasion.date or (ats[0].date() if ats else None)
    rows = pairs(played.sheet, played.game.convention)
    return Facts(
        convention=played.game.convention.name,
        scale=str(scale(played.game.convention)),
        finished=played.table.finished,
        hands=played.deals,
        date=day.isoformat() if day else "",
        started=ats[0].isoformat() if ats else "",
        seconds=_seconds(ats),
        timed=len(ats),
        place=occasion.place,
        stake=occasion.stake,
        players=players,
        seats=[seats[one] for one in players],
        pairs=[{other: _kept(one) for other, one in rows.get(player, {}).items()}
               for player in players],
        mark=_mark(played, stamps),
        **_tallied(found, players),
    )  # fmt: skip


def _tallied(found: Counted, players: list[Player]) -> dict[str, Any]:
    tallies = [found.tallies[one] for one in players] if found.tallies else []
    return {
        "counts": [one.counts for one in tallies],
        "swings": [{key: _kept(amount) for key, amount in one.swings.items()} for one in tallies],
        "squares": [_kept(one.squares) for one in tallies],
        "cost": [_kept(one.cost) for one in tallies],
        "records": {
            what: [_kept(one.amount), one.player, one.number] for what, one in found.records.items()
        },
    }


def pairs(sheet: Sheet, convention: Convention) -> dict[Player, dict[Player, Amount]]:
    """How much each has won of each, in twelfths: the third step of the settlement.

    `eᵢⱼ = wᵢⱼ − wⱼᵢ + [P (pᵢ − pⱼ) − M (gᵢ − gⱼ)] / q`. What was carried when somebody left
    stands under `CARRIED`; the row of one who left is that alone. A row adds up to the net.
    """
    rates = convention.settlement
    each = PARTS // divisor(len(sheet.players), convention)
    worth = {
        one: each * (rates.pool_whists * sheet.pool[one] - rates.mountain_whists * mountain)
        for one, mountain in sheet.mountain.items()
    }
    rows = {
        one: {
            other: PARTS * (row[other] - sheet.whists[other][one]) + worth[one] - worth[other]
            for other in sheet.players
            if other != one
        }
        for one, row in sheet.whists.items()
    }
    for player, amount in sheet.carried.items():
        rows.setdefault(player, {})[CARRIED] = PARTS * amount
    return rows


def _seats(played: Replay) -> dict[Player, int]:
    """Where each sat down, counted from 1 in the order of the table."""
    seats = {player: seat for seat, player in enumerate(played.game.players, 1)}
    tables = [*(step.table for step in played.steps[1:]), played.table]
    for step, table in zip(played.steps, tables, strict=False):
        if isinstance(step.hand, Joined):
            seats.setdefault(step.hand.player, table.players.index(step.hand.player) + 1)
    return seats


def _seconds(ats: list[datetime.datetime]) -> int:
    """From the first to the last; none where times with an offset and without are mixed."""
    if len(ats) < 2 or len({one.tzinfo is None for one in ats}) > 1:
        return 0
    return max(int((ats[-1] - ats[0]).total_seconds()), 0)


def _mark(played: Replay, stamps: list[datetime.datetime | None]) -> str:
    """The same for the same players and hands with the same times; without any, for the hands."""
    told: list[Any] = [*played.game.players]
    told += stamps if any(stamps) else [step.hand for step in played.steps]
    return hashlib.blake2b(repr(told).encode(), digest_size=8).hexdigest()


def _kept(amount: Amount) -> Kept:
    if type(amount) is int:
        return amount
    return amount.numerator if amount.denominator == 1 else str(amount)


def amount_of(kept: Kept) -> Amount:
    """The amount that JSON keeps."""
    return Fraction(kept) if type(kept) is str else kept  # type: ignore[return-value]


def dumped(one: Facts | None) -> bytes:
    """Facts as they are kept; `None` stands for a file that is no session."""
    return json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode()


def loaded(raw: bytes) -> Facts | None:
    """Facts that were kept. Raises `ValueError` or `TypeError` for anything else."""
    found = json.loads(raw)
    return None if found is None else Facts(*found)


def nets(one: Facts) -> Mapping[Player, Amount]:
    """Everybody's net in twelfths: what his row of pairs adds up to."""
    return {
        player: sum(map(amount_of, row.values()))
        for player, row in zip(one.players, one.pairs, strict=True)
    }
