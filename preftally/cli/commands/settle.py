"""`preftally settle`: the settlement, and who pays whom."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.options import JsonOption, SessionOption, StakeOption
from preftally.cli.stake import agreed
from preftally.errors import WrongUsage
from preftally.evening.evening import opened
from preftally.lang import _
from preftally.notation.grammar import twice

HELP = _(
    "Settle, and say who pays whom. The fewest payments and everybody's net, then the steps as "
    "on paper. A game that is not over is settled provisionally."
)
EXAMPLES = (
    "preftally settle",
    "preftally settle 0.5",
    "preftally settle --short --stake 0,5",
    "preftally settle --json",
)


def command(
    money: Annotated[
        str,
        typer.Argument(
            metavar="[MONEY]", help=_("The stake, as with --stake."), show_default=False
        ),
    ] = "",
    stake: StakeOption = None,
    short: Annotated[
        bool, typer.Option("--short", help=_("The payments and the nets alone, without the steps."))
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help=_("The formula, and each net by it."))
    ] = False,
    as_json: JsonOption = False,
    session: SessionOption = None,
) -> None:
    """Print the settlement of the good hands, then what is wrong, if anything is."""
    if money and stake is not None:
        raise twice("--stake")
    if as_json + explain + short > 1:
        raise WrongUsage(
            _("--json, --explain and --short are three answers"), _("ask for one of them")
        )
    evening = opened(session)
    price, text = agreed(money or stake, evening.session.occasion.stake)
    if as_json:
        from preftally.formats import json as data

        output.show_json(data.settle(evening.played, price, text))
    elif explain:
        from preftally.views import explain as explanations

        for line in explanations.settlement(evening.played):
            output.say(line)
    else:
        from preftally.cli.terminal import show_page
        from preftally.views import settling

        played = evening.played
        provisional = not played.table.finished
        show_page(
            settling.page(
                played.sheet, played.game.convention, price, provisional=provisional, short=short
            )
        )
    evening.check()
