"""`preftally settle`: the settlement, and who pays whom."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.options import JsonOption, SessionOption
from preftally.cli.stake import agreed
from preftally.errors import WrongUsage
from preftally.evening.evening import opened
from preftally.lang import _

HELP = _(
    "Settle, and say who pays whom. The steps as on paper, everybody's net, and the fewest "
    "payments. A game that is not over is settled provisionally."
)
EXAMPLES = (
    "preftally settle",
    "preftally settle --stake 0.5",
    "preftally settle --json",
)


def command(
    stake: Annotated[
        str | None,
        typer.Option(
            "--stake",
            metavar="MONEY",
            show_default=False,
            help=_("What a whist is worth in money: 0.5 or 0,5."),
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help=_("The formula, and each net by it."))
    ] = False,
    as_json: JsonOption = False,
    session: SessionOption = None,
) -> None:
    """Print the settlement of the good hands, then what is wrong, if anything is."""
    price, text = agreed(stake)
    if as_json and explain:
        raise WrongUsage(_("--json and --explain are two answers"), _("ask for one of them"))
    evening = opened(session)
    if as_json:
        from preftally.formats import json as data

        output.show_json(data.settle(evening.played, price, text))
    elif explain:
        from preftally.views import explain as explanations

        for line in explanations.settlement(evening.played):
            output.say(line)
    else:
        from preftally.cli.terminal import show_grid
        from preftally.views import settling

        sheet, convention = evening.played.sheet, evening.played.game.convention
        provisional = not evening.played.table.finished
        for part in settling.paper(sheet, convention, provisional=provisional):
            if isinstance(part, str):
                output.say(part)
            else:
                show_grid(part)
        show_grid(settling.totals(sheet, convention, price))
        for line in settling.transfers(sheet, convention, price):
            output.say(line)
    evening.check()
