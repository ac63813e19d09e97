"""`preftally undo`: take back what was done last."""

from __future__ import annotations

from preftally.cli import output
from preftally.cli.answers import show_between, typed
from preftally.cli.numbers import count_of
from preftally.cli.options import CountOption, SessionOption, TimesArgument
from preftally.evening import undo
from preftally.lang import _
from preftally.views import actions

HELP = _(
    "Take back what was done last. An entry, or what edit, insert, drop, rename or check --mend "
    "changed: the file is then what it was before, byte for byte. Repeatable to the start; redo "
    "brings it back."
)
EXAMPLES = (
    "preftally undo",
    "preftally undo 3",
)


def command(
    times: TimesArgument = None,
    count: CountOption = None,
    session: SessionOption = None,
) -> None:
    """Take back the last actions and say which they were."""
    undone = undo.undo(session, count_of(times, count))
    output.recorded()
    for step in undone.steps:
        output.say(actions.taken_back(*step))
    show_between(undone, len(undone.after.session.records) + 1)
    if undone.kept:
        output.aside(_("To bring it back: {command}").format(command=typed(session, "redo")))
    else:
        output.warn(_("it could not be kept for redo"))
