"""What the answer is drawn for."""

from __future__ import annotations

import os
import shutil
import sys

from preftally.cli import output
from preftally.views.grid import Grid, Terminal

# Where no terminal tells its width, no name needs to be shortened for it.
_UNLIMITED = 500


def terminal() -> Terminal:
    """The terminal behind stdout; a pipe or a file is as wide as it takes."""
    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns
    if not is_terminal and not os.environ.get("COLUMNS"):
        width = _UNLIMITED
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Terminal(
        width=width,
        colour=is_terminal and not plain,
        unicode=output.shows("╭─┬╮│", sys.stdout),
    )


def show_grid(grid: Grid) -> None:
    """A table of the answer."""
    output.say(grid.drawn(terminal()))
