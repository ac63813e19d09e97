"""`preftally log`: the evening, a line a hand."""

from __future__ import annotations

import sys

from preftally.cli import output
from preftally.cli.options import JsonOption, SessionOption
from preftally.evening.evening import Evening, opened
from preftally.lang import _

HELP = _("Show the evening, hand by hand. Each with what it wrote and the balances after it.")
EXAMPLES = (
    "preftally log",
    "preftally log --json",
)


def command(as_json: JsonOption = False, session: SessionOption = None) -> None:
    """Print the good hands, then what is wrong, if anything is."""
    evening = opened(session)
    if as_json:
        _show_json(evening)
    else:
        from preftally.views import log

        notes = [one.note for one in evening.session.records]
        for line in log.lines(evening.played, notes):
            output.say(line)
        if output.shows(log.LEVELS, sys.stdout):
            for curve in log.curves(evening.played, output.width()):
                output.draw(curve)
    evening.check()


def _show_json(evening: Evening) -> None:
    from preftally import lang
    from preftally.formats import json as data

    details = [
        {"note": one.note, "at": one.at.isoformat() if one.at else None}
        for one in evening.session.records
    ]
    # What programs read does not change with the reader's language.
    with lang.speaking("en"):
        found = data.log(evening.played, details)
    output.show_json(found)
