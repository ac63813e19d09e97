"""A season as JSON and as CSV: every figure exact, keys only ever added."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from preftally.formats.csv import disarmed
from preftally.formats.json import VERSION, WRITER, amount
from preftally.season.figures import DOWNS, KINDS, MISERE, SWINGS, Best, Declared, Person, Season
from preftally.season.people import questions
from preftally.season.rating import START, K, rating
from preftally.views.phrases import plain_money

_SCALE = "pool_whists × values.contract[six] / 20"
# The tables of CSV.
TABLES = ("players", "pairs", "evenings", "rating")


def season(
    found: Season,
    groups: Mapping[str, Season] | None = None,
    player: str = "",
    *,
    rated: bool = False,
) -> dict[str, Any]:
    """`stats --json`."""
    told = _figures(found, player)
    told |= {
        "skipped": [{"file": one.file, "reason": one.reason} for one in found.skipped],
        "duplicates": [list(one) for one in found.twins],
        "questions": [
            list(one) for one in questions(found.spellings, found.met, found.people)
        ],
        "undated": found.undated,
        "records": {what: _record(one) for what, one in found.records.items()},
    }  # fmt: skip
    if rated:
        told["rating"] = {"k": K, "start": START, "players": rating(found.rows)}
    if groups is not None:
        told["by"] = {name: _figures(one, player) for name, one in groups.items()}
    return told


def _figures(found: Season, player: str) -> dict[str, Any]:
    people = [one for one in found.ranked() if player in ("", one.name)]
    return {
        "version": VERSION,
        "evenings": found.evenings,
        "unfinished": found.unfinished,
        "hands": found.hands,
        "scale": "1" if found.raw else _SCALE,
        "scales": {} if found.raw else {
            name: [amount(one) for one in sorted(scales)]
            for name, scales in sorted(found.scales.items())
        },
        "players": {one.name: person(one) for one in people},
        "pairs": {
            one.name: {other: amount(one.pairs.get(other)) for other in one.pairs.names()}
            for one in people
        },
    }  # fmt: skip


def person(one: Person) -> dict[str, Any]:
    """One person's figures."""
    deviation = one.deviation
    told: dict[str, Any] = {
        "evenings": one.evenings,
        "unfinished": one.unfinished,
        "hands": one.hands,
        "rested": one.count("rested"),
        "net": amount(one.net),
        "per_evening": amount(one.net / one.evenings) if one.evenings else None,
        "per_hand": amount(one.net / one.hands) if one.hands else None,
        "deviation": None if deviation is None else f"{deviation:.3f}",
        "wins": one.wins,
        "places": one.places,
        "longest_run": one.longest,
        "best": None if one.best is None else _record(one.best),
        "worst": None if one.worst is None else _record(one.worst),
        "declared": {kind: _declared(one.declared(kind), kind) for kind in KINDS},
        "defended": _defended(one),
        "all_pass": {key: one.count(f"all_pass.{key}") for key in ("hands", "tricks", "none")},
        "swing": {kind: amount(one.swing(kind)) for kind in SWINGS},
    }
    if one.paid:
        told["money"] = plain_money(one.money)
        told["money_evenings"] = one.paid
    return told


def _declared(bids: Declared, kind: str) -> dict[str, Any]:
    told: dict[str, Any] = {"bid": bids.bid, "made": bids.count("made")}
    if kind != MISERE:
        told["unplayed"] = bids.count("unplayed")
        told["both_passed"] = bids.count("both_passed")
    told["down"] = bids.down
    told |= {one: bids.count(one) for one in DOWNS}
    if kind != MISERE:
        told["conceded"] = bids.count("conceded")
        told["overtricks"] = bids.count("over")
    told["undertricks"] = bids.count("under")
    told["swing"] = amount(bids.swing)
    return told


def _defended(one: Person) -> dict[str, Any]:
    keys = ("whist", "pass", "half", "dealer_whist", "alone", "partner", "tricks")
    return {
        **{key: one.count(key) for key in keys},
        "chances": one.chances,
        "over_duty": amount(one.over_duty),
        "short": one.count("short"),
        "short_cost": amount(one.swings.get("cost")),
        "swing_whist": amount(one.swings.get("defended.whist")),
        "swing_pass": amount(one.swings.get("defended.pass")),
        "swing_half": amount(one.swings.get("defended.half")),
    }


def _record(one: Best) -> dict[str, Any]:
    return {
        "amount": amount(one.amount),
        "player": one.player or None,
        "file": one.file,
        "date": one.date or None,
        "number": one.number or None,
    }


def as_json(told: Mapping[str, Any]) -> bytes:
    """The object as a file, which says who wrote it."""
    named = {"version": VERSION, "written_by": WRITER, **told}
    return (json.dumps(named, ensure_ascii=False, indent=2) + "\n").encode()


def as_csv(
    table: str, found: Season, groups: Mapping[str, Season] | None = None, player: str = ""
) -> bytes:
    """One table; its header row is the mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in _rows(table, found, groups, player):
        writer.writerow(row)
    return text.getvalue().encode()


def headers() -> Iterator[Sequence[str]]:
    """The header rows of all tables, by which a file of ours is known."""
    for table in TABLES:
        yield _header(table)
    yield ["by", *_header("players")]


def is_ours(raw: bytes) -> bool:
    """Whether a file begins with one of our header rows."""
    first = raw.partition(b"\n")[0].removesuffix(b"\r")
    return first in {",".join(one).encode() for one in headers()}


def _header(table: str) -> list[str]:
    match table:
        case "pairs":
            return ["player", "of", "net"]
        case "evenings":
            return ["date", "place", "file", "convention", "finished", "hands", "player", "net"]
        case "rating":
            return ["player", "rating"]
        case _:
            return ["player", *(key for key, _cell in _flat(person(Person(""))))]


def _rows(
    table: str, found: Season, groups: Mapping[str, Season] | None, player: str
) -> Iterator[list[object]]:
    by: list[object] = ["by"] if groups is not None and table == "players" else []
    yield [*by, *_header(table)]
    people = [one for one in found.ranked() if player in ("", one.name)]
    match table:
        case "pairs":
            for one in people:
                for other in one.pairs.names():
                    yield [disarmed(one.name), disarmed(other), amount(one.pairs.get(other))]
        case "evenings":
            yield from _evenings(found, player)
        case "rating":
            for name, points in rating(found.rows).items():
                yield [disarmed(name), points]
        case _:
            for name, group in (groups or {"": found}).items():
                for one in group.ranked():
                    if player in ("", one.name):
                        label: list[object] = [disarmed(name)] if by else []
                        yield [*label, disarmed(one.name), *_cells(one)]


def _evenings(found: Season, player: str) -> Iterator[list[object]]:
    for row in found.rows:
        for name, net in row.nets.items():
            if player in ("", name):
                yield [
                    row.date, disarmed(row.place), disarmed(row.file), row.convention,
                    str(row.finished).lower(), row.hands, disarmed(name), amount(net),
                ]  # fmt: skip


def _cells(one: Person) -> Iterable[object]:
    found = dict(_flat(person(one)))
    return ["" if found.get(key) is None else found[key] for key in _header("players")[1:]]


def _flat(told: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """The figures of a person by one key each: `declared_6_bid`; evenings are no figures."""
    for key, value in told.items():
        if isinstance(value, Mapping):
            if key not in ("best", "worst"):
                yield from _flat(value, f"{before}{key}_")
            continue
        if isinstance(value, list):
            yield from ((f"place_{at}", one) for at, one in enumerate(value, 1))
        elif key not in ("best", "worst"):
            yield before + key, value
    if not before and "money" not in told:
        yield "money", ""
        yield "money_evenings", ""
