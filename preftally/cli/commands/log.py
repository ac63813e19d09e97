"""`preftally log`: the evening, a line an entry."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.numbers import positive
from preftally.cli.options import JsonOption, SessionOption
from preftally.evening.evening import Evening, opened
from preftally.lang import _

HELP = _(
    "Show the evening, entry by entry. A line each: as it is typed, what it wrote, and the "
    "balances where there is room."
)
EXAMPLES = (
    "preftally log",
    "preftally log 5",
    "preftally log --long",
    "preftally log --json",
)


def command(
    last: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]", parser=positive, help=_("Only the last entries."), show_default=False
        ),
    ] = None,
    long: Annotated[
        bool, typer.Option("--long", help=_("Each entry in full, on three lines."))
    ] = False,
    as_json: JsonOption = False,
    session: SessionOption = None,
) -> None:
    """Print the good hands, then what is wrong, if anything is."""
    count = last or 0
    evening = opened(session)
    if as_json:
        _show_json(evening, count)
    else:
        from preftally.views import log

        notes = [one.note for one in evening.session.records]
        played, width, cells = evening.played, output.width(), output.cells
        for line in (
            log.long(played, notes, count)
            if long
            else log.lines(played, notes, width, cells, count)
        ):
            output.say(line)
        if output.shows(log.LEVELS, sys.stdout):
            for curve in log.curves(played, width, cells):
                output.draw(curve)
    evening.check()


def _show_json(evening: Evening, count: int) -> None:
    from preftally import lang
    from preftally.formats import json as data

    details = [
        {"note": one.note, "at": one.at.isoformat() if one.at else None}
        for one in evening.session.records
    ]
    # What programs read does not change with the reader's language.
    with lang.speaking("en"):
        found = data.log(evening.played, details)
    found["hands"] = found["hands"][-count:]  # none means all of them
    output.show_json(found)
