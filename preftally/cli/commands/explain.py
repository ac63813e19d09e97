"""`preftally explain`, `why` for short: each entry of a hand with its rule."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption
from preftally.errors import Refused
from preftally.evening.evening import opened
from preftally.lang import _

HELP = _(
    "Explain a hand, figure by figure. Each entry with the rule that wrote it; without N, "
    "the last hand. `why` is the same."
)
EXAMPLES = (
    "preftally explain",
    "preftally why 3",
)


def command(
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]", parser=positive, help=_("The entry, as log counts."), show_default=False
        ),
    ] = None,
    session: SessionOption = None,
) -> None:
    """Explain one entry of the good ones."""
    from preftally.views import explain

    evening = opened(session)
    steps = evening.played.steps
    if not steps:
        evening.check()
        raise Refused(_("there is nothing to explain"), _("no hand has been recorded yet"))
    number = number or len(steps)
    if number > len(steps):
        evening.check()
        evening.entry(number)
    for line in explain.hand(evening.played, number):
        output.say(line)
    evening.check()
