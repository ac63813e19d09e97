"""`preftally sheet`: the score sheet as it stands."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import players
from preftally.cli.options import JsonOption, SessionOption
from preftally.errors import WrongUsage
from preftally.evening.evening import opened
from preftally.lang import _

HELP = _(
    "Show the score sheet. Pool and what is missing to the target, mountain, whists on each "
    "of the others, and the balance if the game ended now."
)
EXAMPLES = (
    "preftally sheet",
    "preftally sheet --explain W",
    "preftally sheet --running",
    "preftally sheet --json",
    "preftally sheet --running --json",
)


def command(
    explain: Annotated[
        str,
        typer.Option(
            "--explain",
            metavar="PLAYER",
            autocompletion=players,
            show_default=False,
            help=_("Where a player's totals come from, hand by hand."),
        ),
    ] = "",
    running: Annotated[
        bool, typer.Option("--running", help=_("The columns as on paper: 2.6.10."))
    ] = False,
    as_json: JsonOption = False,
    session: SessionOption = None,
) -> None:
    """Print the sheet of the good hands, then what is wrong, if anything is."""
    if explain and (as_json or running):
        raise WrongUsage(_("--explain is an answer of its own"), _("leave --json or --running out"))
    evening = opened(session)
    if explain:
        from preftally.notation import names
        from preftally.views import explain as explanations

        seated = evening.played.table.players
        left = [player for player in evening.played.sheet.carried if player not in seated]
        one = names.find(explain, (*seated, *left))
        for line in explanations.player(evening.played, one):
            output.say(line)
    elif as_json:
        from preftally.formats import json as data

        output.show_json((data.running if running else data.sheet)(evening.played))
    elif running:
        from preftally.views import running as paper

        for line in paper.lines(evening.played):
            output.say(line)
    else:
        from preftally.cli.terminal import show_grid
        from preftally.views import sheet

        show_grid(sheet.grid(evening.played))
        for line in sheet.state(evening.played):
            output.say(line)
    evening.check()
