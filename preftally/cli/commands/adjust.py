"""`preftally adjust`: a correction, which is not a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli.answers import show_recorded
from preftally.cli.complete import players
from preftally.cli.entries import CORRECTION, takes
from preftally.cli.options import SessionOption
from preftally.lang import _
from preftally.notation.grammar import Said

HELP = _(
    "Write a correction. A fine, or a figure that was wrong: it is not a hand, and the "
    "deal does not move. Amounts are added; a minus takes off."
)
EXAMPLES = (
    'preftally adjust E --mountain 2 --note "misdeal"',
    "preftally adjust W --whists -6 --on S",
    "preftally adjust S --pool 1",
)


@takes(CORRECTION)
def command(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help=_("Whose column."), autocompletion=players)
    ],
    said: Said,
    session: SessionOption = None,
) -> None:
    """Record the correction and say what it wrote."""
    show_recorded(session, said._replace(words=("adjust", player)))
