"""`preftally end`: the table stops here, by agreement."""

from __future__ import annotations

from preftally.cli.answers import show_recorded
from preftally.cli.options import NoteOption, SessionOption
from preftally.lang import _
from preftally.notation.grammar import Said

HELP = _(
    "The table stops here, by agreement. The settlement is then final, and the prizes are "
    "written, where there are any; undo takes the end back."
)
EXAMPLES = ('preftally end --note "time"',)


def command(note: NoteOption = "", session: SessionOption = None) -> None:
    """Record the end and say what it wrote."""
    show_recorded(session, Said(("end",), note=note))
