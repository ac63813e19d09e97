"""`preftally hand`: record one hand with one short line."""

from __future__ import annotations

from preftally.cli.answers import show, show_dry, show_recorded
from preftally.cli.entries import HAND, takes
from preftally.cli.options import DryRunOption, SessionOption
from preftally.evening.record import try_out
from preftally.lang import _
from preftally.notation.grammar import Said

HELP = _(
    "Record a hand. Say the contract, what the declarer took, who whisted and who passed. "
    "The declarer is the one who is named as neither; --by says so outright."
)
EXAMPLES = (
    "preftally hand 7S 5 --whist W --pass E",
    "preftally hand 6D 7 --whist E=2 --whist S=1",
    "preftally hand misere 2 --by E",
    "preftally hand pass W=1 E=5 S=4",
)


@takes(HAND)
def command(said: Said, dry_run: DryRunOption = False, session: SessionOption = None) -> None:
    """Understand the words, record the hand, and say what it wrote."""
    if dry_run:
        show(try_out(session, said).after)
        show_dry()
    else:
        show_recorded(session, said)
