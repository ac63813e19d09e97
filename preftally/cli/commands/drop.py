"""`preftally drop`: take out an entry that should not be there."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.evening import Evening
from preftally.cli.mending import entry, mend, way_back
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption
from preftally.lang import _
from preftally.session import edit
from preftally.session.fields import Record
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

    def change(evening: Evening) -> tuple[str, tuple[Record, ...]]:
        old = entry(evening, number)
        output.say(_("Taken out: {hand}.").format(hand=f"{number}. {hands.sentence(old.hand)}"))
        records = evening.session.records
        return edit.dropped(evening.session, number), (*records[: number - 1], *records[number:])

    was, _now = mend(session, change, number)
    way_back("insert", number, was.session.records[number - 1])
