"""`preftally rename`: call a player otherwise."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.answers import typed
from preftally.cli.complete import players
from preftally.cli.options import SessionOption
from preftally.evening.rename import rename
from preftally.lang import _

HELP = _(
    "Call a player otherwise. In the head of the session, in every entry, and in those that "
    "undo has taken back."
)
EXAMPLES = ("preftally rename W Walter",)


def command(
    old: Annotated[str, typer.Argument(metavar="PLAYER", help=_("Who."), autocompletion=players)],
    new: Annotated[str, typer.Argument(metavar="NAME", help=_("The new name."))],
    session: SessionOption = None,
) -> None:
    """Change the name wherever it stands."""
    was, now, done = rename(session, old, new)
    output.recorded()
    output.say(_("{old} is now called {new}.").format(old=was, new=now))
    if done.kept:
        output.aside(_("To take it back: {command}").format(command=typed(session, "undo")))
    else:
        back = typed(session, "rename", now, was)
        output.aside(_("To reverse it: {command}").format(command=back))
