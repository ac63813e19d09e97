"""`preftally compare`: the same hands settled by another convention."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import conventions
from preftally.cli.options import JsonOption, SessionOption
from preftally.engine.conventions import CONVENTIONS, override
from preftally.engine.replay import replay
from preftally.errors import WrongUsage
from preftally.evening.evening import opened
from preftally.lang import _
from preftally.notation.grammar import twice
from preftally.session import house

HELP = _(
    "Settle by another convention. The same hands side by side, with those that made the "
    "difference."
)
EXAMPLES = (
    "preftally compare rostov",
    "preftally compare -c ours.toml",
)


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME|FILE]",
            autocompletion=conventions,
            help=_("The other convention, as with --convention."),
            show_default=False,
        ),
    ] = "",
    convention: Annotated[
        str,
        typer.Option(
            "--convention",
            "-c",
            metavar="NAME|FILE",
            autocompletion=conventions,
            help=_("The other convention, built-in or a house's file."),
            show_default=False,
        ),
    ] = "",
    as_json: JsonOption = False,
    session: SessionOption = None,
) -> None:
    """Replay by both and show the difference."""
    if name and convention:
        raise twice("--convention")
    if not name and not convention:
        raise WrongUsage(
            _("with which convention?"),
            _("one of: {words}").format(words=", ".join(CONVENTIONS)),
        )
    base, rules = house.convention(name or convention)
    evening = opened(session)
    ours = evening.played
    game = ours.game._replace(convention=override(base, rules))
    theirs = replay(game, (step.hand for step in ours.steps))
    from preftally.formats import json
    from preftally.views import comparison

    if as_json:
        output.show_json(json.compare(ours, theirs))
    else:
        from preftally.cli.terminal import show_grid

        show_grid(comparison.grid(ours, theirs))
        for line in comparison.lines(ours, theirs):
            output.say(line)
    evening.check()
