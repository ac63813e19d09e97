"""`preftally redo`: bring back what undo took."""

from __future__ import annotations

from preftally.cli import output
from preftally.cli.answers import show, show_between, typed
from preftally.cli.numbers import count_of
from preftally.cli.options import CountOption, SessionOption, TimesArgument
from preftally.evening import undo
from preftally.lang import _
from preftally.views import actions

HELP = _("Bring back what undo took. The last first, as long as the session has not changed since.")
EXAMPLES = ("preftally redo",)


def command(
    times: TimesArgument = None,
    count: CountOption = None,
    session: SessionOption = None,
) -> None:
    """Do it again, and answer an entry as when it was recorded."""
    done = undo.redo(session, count_of(times, count))
    output.recorded()
    *_others, last = done.steps
    if len(done.steps) == 1 and last.what == "hand":
        show(done.after)
    else:
        for step in done.steps:
            output.say(actions.brought_back(*step))
        show_between(done, last.number)
    output.aside(_("To take it back: {command}").format(command=typed(session, "undo")))
