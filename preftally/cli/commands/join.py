"""`preftally join`: a fourth player sits down."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli.answers import show_recorded
from preftally.cli.options import NoteOption, SessionOption
from preftally.lang import _
from preftally.notation.grammar import Said

HELP = _(
    "A fourth player sits down. He deals next, and begins with the average pool and "
    "mountain of the others, rounded against him."
)
EXAMPLES = ("preftally join Gleb",)


def command(
    player: Annotated[str, typer.Argument(metavar="NAME", help=_("The newcomer's name."))],
    note: NoteOption = "",
    session: SessionOption = None,
) -> None:
    """Record that he sits down."""
    show_recorded(session, Said(("join", player), note=note))
