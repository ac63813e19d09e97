"""What `preftally` alone says: where the current session stands, or how to begin."""

from __future__ import annotations

from pathlib import Path

from preftally.cli import output
from preftally.evening.evening import opened, path_of
from preftally.lang import _
from preftally.session import file


def show_state(session: Path | None) -> None:
    """The state of the session in a few lines; without one, how to begin."""
    path = path_of(session)
    if not file.exists(path):
        output.say(_("There is no session {path} here.").format(path=path))
        output.say(_("Begin one:  preftally new --players Anna,Boris,Vera --convention sochi"))
        output.say(_("All commands:  preftally --help"))
        return
    evening = opened(session)
    from preftally.views import sheet

    output.say(_("Session {path}").format(path=path))
    for line in sheet.state(evening.played):
        output.say(line)
    evening.check()
