"""`preftally undo`: take the last entries back."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.mending import show_changes, typed, way_back
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption
from preftally.errors import Refused
from preftally.evening.evening import Changed, Evening, write
from preftally.lang import _
from preftally.session import edit, undone
from preftally.session.undone import Undone, fingerprint
from preftally.views import hands, phrases

HELP = _(
    "Take the last entry back. The file is then what it was before it. Repeatable to the "
    "start; redo brings it back."
)
EXAMPLES = (
    "preftally undo",
    "preftally undo --count 3",
)


def command(
    count: Annotated[
        int,
        typer.Option("--count", metavar="N", parser=positive, help=_("How many entries.")),
    ] = 1,
    session: SessionOption = None,
) -> None:
    """Remove the last entries and say which they were."""
    lines: list[str] = []
    kept: list[Undone] = []
    was: list[Evening] = []

    def change(evening: Evening) -> Changed:
        records = evening.session.records
        if not records:
            raise Refused(_("there is nothing to take back"), _("no hand has been recorded yet"))
        if count > len(records):
            raise Refused(
                _("there is no more to take back than {entries}").format(
                    entries=phrases.entries(len(records))
                ),
                _("take back fewer: --count {n}").format(n=len(records)),
            )
        kept.extend(undone.waiting(evening.target, evening.session.raw))
        was.append(evening)
        now = evening.session
        for number in range(len(records), len(records) - count, -1):
            start, end, left = edit.span(now.text, now.pieces, number)
            lines.append(f"{number}. {hands.sentence(records[number - 1].hand)}")
            before = now
            now = now.cut_to(now.text[:start] + left + now.text[end:], number - 1)
            kept.append(
                Undone(
                    before.text[start:end],
                    start,
                    fingerprint(now.raw),
                    fingerprint(before.raw),
                    left,
                )
            )
        return Changed(now.text, records[:-count], 0)

    after = write(session, change)
    output.recorded()
    for line in lines:
        output.say(_("Taken back: {hand}.").format(hand=line))
    show_changes(was[0], after, len(after.session.records) + 1)
    if undone.keep(after.target, kept):
        output.aside(_("To bring it back: {command}").format(command=typed(session, "redo")))
    else:
        output.warn(_("it could not be kept for redo"))
        records = was[0].session.records
        for number in range(len(records) - count + 1, len(records) + 1):
            way_back(session, "insert", number, records[number - 1])
