"""`preftally leave`: one of four players goes."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli.answers import show_recorded
from preftally.cli.complete import players
from preftally.cli.options import NoteOption, SessionOption
from preftally.lang import _
from preftally.notation.grammar import Said

HELP = _(
    "One of four players goes. He is settled with as the sheet stands, and what the others "
    "thereby get or owe is carried to the end."
)
EXAMPLES = ("preftally leave Gleb",)


def command(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help=_("Who goes."), autocompletion=players)
    ],
    note: NoteOption = "",
    session: SessionOption = None,
) -> None:
    """Record that he goes."""
    show_recorded(session, Said(("leave", player), note=note))
