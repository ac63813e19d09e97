"""`preftally drop`: take out an entry that should not be there."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.mending import entry, mend, show_changes, way_back
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption
from preftally.evening.evening import Changed, Evening
from preftally.lang import _
from preftally.session import edit
from preftally.views import hands

HELP = _(
    "Take an entry out. The later hands are replayed, and what changes is shown. Refused "
    "if a later hand could then not be."
)
EXAMPLES = ("preftally drop 3",)


def command(
    number: Annotated[
        int, typer.Argument(metavar="N", parser=positive, help=_("The entry, as log counts."))
    ],
    session: SessionOption = None,
) -> None:
    """Take the entry out, with the comments that belong to it."""

    def change(evening: Evening) -> Changed:
        entry(evening, number)
        records = evening.session.records
        left = (*records[: number - 1], *records[number:])
        return Changed(edit.dropped(evening.session, number), left, 0)

    was, after = mend(session, change)
    old = was.session.records[number - 1]
    output.say(_("Taken out: {hand}.").format(hand=f"{number}. {hands.sentence(old.hand)}"))
    show_changes(was, after, number)
    way_back(session, "insert", number, old)
