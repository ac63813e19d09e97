"""`preftally undo`: take the last entry back."""

from __future__ import annotations

from preftally.cli import output
from preftally.cli.evening import Evening, write
from preftally.cli.options import SessionOption
from preftally.errors import Refused
from preftally.lang import _
from preftally.session import edit
from preftally.session.fields import Record
from preftally.views import hands

HELP = _("Take the last entry back, hand or correction; the file is what it was before it.")
EXAMPLES = _("preftally undo")


def command(session: SessionOption = None) -> None:
    """Remove the last entry and say which it was."""
    taken: list[str] = []

    def change(evening: Evening) -> tuple[str, tuple[Record, ...]]:
        records = evening.session.records
        if not records:
            raise Refused(_("there is nothing to take back"), _("no hand has been recorded yet"))
        taken.append(f"{len(records)}. {hands.sentence(records[-1].hand)}")
        return edit.dropped(evening.session, len(records)), records[:-1]

    after = write(session, change)
    output.recorded()
    output.say(_("Taken back: {hand}.").format(hand=taken[0]))
    output.say(hands.next_deal(after.played.table))
