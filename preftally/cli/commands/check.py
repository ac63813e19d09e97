"""`preftally check`: all that is wrong with a session, at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.answers import typed
from preftally.cli.options import SessionOption
from preftally.errors import NoSession
from preftally.evening.check import examine
from preftally.evening.mend import mend as mending
from preftally.lang import _
from preftally.views import phrases

HELP = _(
    "Find what is wrong with a session. All of it at once, with line and hand. With --mend "
    "the original is kept beside it, and the good hands stay."
)
EXAMPLES = (
    "preftally check",
    "preftally check --mend",
)


def command(
    mend: Annotated[
        bool, typer.Option("--mend", help=_("Keep the original beside it, and the good hands."))
    ] = False,
    session: SessionOption = None,
) -> None:
    """Report, and mend where that is asked for."""
    found = examine(session)
    for finding in found.findings:
        output.say(output.described(finding.error))
    if not found.findings:
        entries = phrases.entries(len(found.good))
        path = found.session.path
        output.say(_("{path}: {entries}, nothing is wrong.").format(path=path, entries=entries))
    elif mend:
        _mend(session)
    else:
        raise NoSession(
            _("{path}: {good} of {all} entries are good").format(
                path=found.session.path, good=len(found.good), all=len(found.session.cut)
            ),
            _("mend them in an editor; or keep the good ones: preftally check --mend"),
        )


def _mend(session: Path | None) -> None:
    done = mending(session)
    if done is None:
        return
    output.recorded()
    output.say(
        _("Mended: {entries} kept; the original is {aside}.").format(
            entries=phrases.entries(len(done.found.good)), aside=done.aside
        )
    )
    lost = sorted({finding.number for finding in done.found.findings})
    output.say(
        _("Left out: {numbers}. Put them back with: {command} …").format(
            numbers=", ".join(str(number) for number in lost),
            command=typed(session, "insert", str(lost[0])),
        )
    )
