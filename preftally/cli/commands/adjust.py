"""`preftally adjust`: a correction, which is not a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli.complete import players
from preftally.cli.evening import Evening
from preftally.cli.options import NoteOption, SessionOption
from preftally.cli.recording import record
from preftally.engine.model import Correction
from preftally.lang import _
from preftally.session import names
from preftally.session.fields import Record

HELP = _(
    "Write a correction: a fine, a misdeal, a figure that was wrong. It is not a hand, "
    "and the deal does not move. Amounts are added; a minus takes off."
)
EXAMPLES = _(
    'preftally adjust E --mountain 2 --note "misdeal" | '
    "preftally adjust W --whists -6 --on S | preftally adjust S --pool 1"
)


def command(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help=_("Whose column."), autocompletion=players)
    ],
    pool: Annotated[
        int, typer.Option("--pool", metavar="N", help=_("Points of the pool."), show_default=False)
    ] = 0,
    mountain: Annotated[
        int,
        typer.Option(
            "--mountain", metavar="N", help=_("Points of the mountain."), show_default=False
        ),
    ] = 0,
    whists: Annotated[
        int,
        typer.Option(
            "--whists", metavar="N", help=_("Whists, on the player of --on."), show_default=False
        ),
    ] = 0,
    on: Annotated[
        str,
        typer.Option(
            "--on",
            metavar="PLAYER",
            help=_("On whom the whists are written."),
            autocompletion=players,
            show_default=False,
        ),
    ] = "",
    note: NoteOption = "",
    session: SessionOption = None,
) -> None:
    """Record the correction and say what it wrote."""

    def made(evening: Evening) -> Record:
        seated = evening.played.table.players
        hand = Correction(
            player=names.find(player, seated),
            pool=pool,
            mountain=mountain,
            whists=whists,
            on=names.find(on, seated) if on else None,
        )
        return Record(hand, names.check_text(note.strip(), _("the note")))

    record(session, made)
