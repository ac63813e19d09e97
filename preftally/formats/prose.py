"""Pages of text for a terminal: Markdown, drawn by Rich.

Apart from the tables of `terminal`, since it loads a parser of Markdown and what colours code.
"""

from __future__ import annotations

import io
from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, TableElement
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.theme import Theme

from preftally.formats.terminal import Terminal

# As wide as a table may be while it is measured.
_UNLIMITED = 500
# Longer lines are hard to read.
_WIDEST = 100
# Rich's own have a dark ground, which a light terminal shows as stains.
_THEME = Theme(
    {
        "markdown.code": "cyan",
        "markdown.h1": "bold",
        "markdown.h2": "bold magenta",
        "markdown.h3": "bold",
        "markdown.h4": "bold",
        "markdown.item.bullet": "none",
    }
)


class _Whole(TableElement):
    """A table that breaks no word: where its columns do not fit, each row is a block."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table, *_rest = super().__rich_console__(console, options)
        assert isinstance(table, Table)
        unlimited = options.update(width=_UNLIMITED)
        if Measurement.get(console, unlimited, table).minimum <= options.max_width:
            yield table
        else:
            yield from self._stacked()

    def _stacked(self) -> RenderResult:
        assert self.header is not None
        assert self.header.row is not None
        assert self.body is not None
        _first, *headings = (cell.content.plain for cell in self.header.row.cells)
        for row in self.body.rows:
            name, *values = (cell.content for cell in row.cells)
            yield name
            pairs = zip(headings, values, strict=True)
            told = (f"{heading}: {value.plain}" for heading, value in pairs if value.plain)
            yield Padding("; ".join(told), (0, 0, 0, 2))
        yield ""


class _Page(Markdown):
    elements: ClassVar[dict[str, Any]] = {**Markdown.elements, "table_open": _Whole}


def drawn(markdown: str, terminal: Terminal) -> str:
    """A page as text, as wide as the terminal at the most; its lines end without blanks."""
    # Rich asks the file for its encoding, and draws tables in plain signs where that is ASCII.
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8" if terminal.unicode else "ascii")
    console = Console(
        file=file,
        width=min(terminal.width, _WIDEST),
        theme=_THEME,
        force_terminal=terminal.colour,
        color_system="standard" if terminal.colour else None,
        legacy_windows=False,
        _environ={},
    )
    with console.capture() as capture:
        console.print(_Page(markdown, hyperlinks=False))
    lines = [line.rstrip() for line in capture.get().rstrip().split("\n")]
    return "\n".join(lines if terminal.unicode else (line.replace("•", "-") for line in lines))
