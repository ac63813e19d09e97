"""`preftally drop`: take out an entry that should not be there."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli.answers import saying, show_done
from preftally.cli.numbers import positive
from preftally.cli.options import DryRunOption, SessionOption
from preftally.evening.change import proposed, write
from preftally.evening.edit import dropping
from preftally.lang import _
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
    dry_run: DryRunOption = False,
    session: SessionOption = None,
) -> None:
    """Take the entry out, with the comments that belong to it."""
    change = dropping(number)
    done = proposed(session, change) if dry_run else write(session, change, "drop")
    old = done.before.entry(number)
    title = _("Taken out: {hand}.").format(hand=f"{number}. {hands.sentence(old.hand)}")
    show_done(session, done, title, saying(session, "insert", number, old), dry=dry_run)
