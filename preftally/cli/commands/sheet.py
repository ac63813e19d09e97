"""`preftally sheet`: the score sheet as it stands."""

from __future__ import annotations

from preftally.cli import output
from preftally.cli.evening import opened
from preftally.cli.options import JsonOption, SessionOption
from preftally.lang import _

HELP = _(
    "Show the sheet: pool and what is missing to the target, mountain, whists on each "
    "of the others, and the balance if the game ended now."
)
EXAMPLES = _("preftally sheet | preftally sheet --json | preftally sheet -s friday.toml")


def command(as_json: JsonOption = False, session: SessionOption = None) -> None:
    """Print the sheet of the good hands, then what is wrong, if anything is."""
    evening = opened(session)
    if as_json:
        from preftally.views import data

        output.show_json(data.sheet(evening.played))
    else:
        from preftally.cli.terminal import show_grid
        from preftally.views import sheet

        show_grid(sheet.grid(evening.played))
        for line in sheet.state(evening.played):
            output.say(line)
    evening.check()
