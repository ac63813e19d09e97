"""`preftally play`: the table's loop, a prompt that takes a hand in a few keystrokes."""

from __future__ import annotations

from preftally.cli.options import SessionOption
from preftally.lang import _

HELP = _(
    "Score an evening at a prompt. A hand takes a few keystrokes (S 7S 5 W: S declared seven "
    "spades and took five, W whisted); so do undo, sheet, why, settle, quit; ? lists them all. "
    "Every hand is on the disk before the next prompt."
)
EXAMPLES = (
    "preftally play",
    "preftally play < hands.txt",
)


def command(session: SessionOption = None) -> int:
    """Take lines until the end of the input or `quit`."""
    from preftally.cli import history, leaving
    from preftally.cli.prompt import Loop

    with leaving.terminal_kept(), history.kept():
        return Loop(session).run()
