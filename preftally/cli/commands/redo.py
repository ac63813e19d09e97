"""`preftally redo`: bring back what undo took."""

from __future__ import annotations

from preftally.cli import output
from preftally.cli.mending import typed
from preftally.cli.options import SessionOption
from preftally.cli.recording import show
from preftally.errors import Refused
from preftally.evening.evening import Changed, Evening, path_of, write
from preftally.lang import _
from preftally.session import file, undone
from preftally.session.undone import Undone, fingerprint

HELP = _(
    "Bring back what undo took. The last entry first, as long as the session has not changed since."
)
EXAMPLES = ("preftally redo",)


def command(session: SessionOption = None) -> None:
    """Put the entry back where it stood, and answer it as when it was recorded."""
    kept: list[Undone] = []

    def change(evening: Evening) -> Changed:
        now = evening.session
        kept.extend(undone.waiting(evening.target, now.raw))
        if not kept:
            raise Refused(
                _("there is nothing to bring back"),
                _("nothing was undone, or the session has changed since"),
            )
        last = kept.pop()
        text = now.text[: last.start] + last.text + now.text[last.start + len(last.left) :]
        if fingerprint(now.encoded(text)) != last.before:
            raise Refused(_("what undo kept does not fit this session"), _("record the hand again"))
        return Changed(text, file.parse(path_of(session), now.encoded(text)).records, 0)

    after = write(session, change)
    output.recorded()
    undone.keep(after.target, kept)
    show(after)
    output.aside(_("To take it back: {command}").format(command=typed(session, "undo")))
