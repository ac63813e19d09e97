"""What the answer is drawn for."""

from __future__ import annotations

import sys

from preftally.cli import output
from preftally.formats.terminal import Terminal, drawn
from preftally.views.grid import Grid, Page


def terminal() -> Terminal:
    """The terminal behind stdout."""
    is_terminal = sys.stdout.isatty()
    return Terminal(
        width=output.width(),
        colour=is_terminal and not output.is_plain(),
        unicode=output.shows("╭─┬╮│", sys.stdout),
    )


def show_grid(grid: Grid) -> None:
    """A table of the answer."""
    output.draw(drawn(grid, terminal()))


def show_page(page: Page) -> None:
    """Lines and tables of the answer, one below the other."""
    for part in page:
        if isinstance(part, str):
            output.say(part)
        else:
            show_grid(part)
