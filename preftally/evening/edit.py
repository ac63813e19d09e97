"""Changing an entry that is not the last: said again, put in, taken out.

Each gives the change; `change.write` does it, `change.proposed` only says what it would
do. Numbers count from 1, as `log` does.
"""

from __future__ import annotations

from collections.abc import Callable

from preftally.engine.model import Table
from preftally.evening.change import Change, Changed
from preftally.evening.evening import Evening
from preftally.evening.record import now
from preftally.session import edit
from preftally.session.hands import Record


def replacing(number: int, made: Callable[[Record, Table], Record]) -> Change:
    """Another record in the place of entry `number`, made from it at the table it found."""

    def change(evening: Evening) -> Changed:
        old, records = evening.entry(number), evening.session.records
        new = made(old, evening.table_of(number))
        changed = (*records[: number - 1], new, *records[number:])
        return Changed(edit.replaced(evening.session, number, new), changed, number)

    return change


def inserting(number: int, made: Callable[[Table], Record]) -> Change:
    """A record that was forgotten, before entry `number`; after the last by one number more."""

    def change(evening: Evening) -> Changed:
        records = evening.session.records
        if number != len(records) + 1:
            evening.entry(number)
        new = made(evening.table_of(number))._replace(at=now())
        changed = (*records[: number - 1], new, *records[number - 1 :])
        return Changed(edit.inserted(evening.session, number, new), changed, number)

    return change


def dropping(number: int) -> Change:
    """Entry `number` taken out."""

    def change(evening: Evening) -> Changed:
        evening.entry(number)
        records = evening.session.records
        left = (*records[: number - 1], *records[number:])
        return Changed(edit.dropped(evening.session, number), left, number, gone=True)

    return change
