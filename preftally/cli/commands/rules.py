"""`preftally rules`: the rules that are scored, on a page or by its sections."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from preftally.cli import law, output
from preftally.cli.complete import rules
from preftally.lang import _, current

HELP = _(
    "Read the rules. The whole page, or one section by its number or by a word of its heading; "
    "what each key does, and what each convention holds under it."
)
EXAMPLES = (
    "preftally rules",
    "preftally rules 4",
    "preftally rules 2.3",
    "preftally rules all-pass",
    "preftally rules > rules.md",
)


def command(
    section: Annotated[
        str,
        typer.Argument(
            metavar="[SECTION]",
            autocompletion=rules,
            help=_("A section: its number, or a word of its heading."),
            show_default=False,
        ),
    ] = "",
) -> None:
    """Show the page: drawn on a terminal, elsewhere as it is."""
    text = law.section(law.numbered(section), current()) if section else law.page(current())
    if not sys.stdout.isatty():
        output.raw(text)
        return
    # The parser of Markdown is loaded where somebody reads, and nowhere else.
    from preftally.cli.terminal import terminal
    from preftally.formats import prose

    output.draw(prose.drawn(text, terminal()))
