"""`preftally schema`: the JSON schema of session files, for editors."""

from __future__ import annotations

from preftally.cli import output
from preftally.lang import _

HELP = _(
    "Print the JSON schema of a session file. Editors complete and check session files by "
    "it. It needs no session."
)
EXAMPLES = ("preftally schema > preftally.schema.json",)


def command() -> None:
    """Print it."""
    from preftally.session.schema import schema  # only here: nothing else reads it

    output.show_json(schema())
