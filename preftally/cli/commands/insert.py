"""`preftally insert`: record a hand that was forgotten."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli.answers import show_done, typed
from preftally.cli.entries import ENTRY, takes
from preftally.cli.numbers import positive
from preftally.cli.options import DryRunOption, SessionOption
from preftally.evening.change import proposed, write
from preftally.evening.edit import inserting
from preftally.evening.record import meant
from preftally.lang import _
from preftally.notation.grammar import Said
from preftally.views import hands

HELP = _(
    "Record a hand that was forgotten. Before entry N, in the same words as hand; the later "
    "hands are replayed. Refused if one of them could then not be."
)
EXAMPLES = ("preftally insert 3 7S 6 --whist W --pass E",)


@takes(ENTRY)
def command(
    number: Annotated[
        int,
        typer.Argument(metavar="N", parser=positive, help=_("Before which entry, as log counts.")),
    ],
    said: Said,
    dry_run: DryRunOption = False,
    session: SessionOption = None,
) -> None:
    """Put the entry in its place."""
    change = inserting(number, lambda table: meant(said, table))
    done = proposed(session, change) if dry_run else write(session, change, "insert")
    title = f"{number}. {hands.sentence(done.after.entry(number).hand)}."
    show_done(session, done, title, typed(session, "drop", str(number)), dry=dry_run)
