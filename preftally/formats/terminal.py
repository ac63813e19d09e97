"""Tables that fit: figures are never cut; names shorten, and at last the layout stacks."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.table import Table
from rich.text import Text

from preftally.notation.unseen import shown
from preftally.views.grid import Grid

# Rather than shorten names below this many cells, a table is split in two.
_SHORT = 8
# A name is shortened to this many cells at the least, the sign of the cut included.
_SHORTEST = 4


class Terminal(NamedTuple):
    """What a table is drawn for: its width in cells, its colours, its characters."""

    width: int
    colour: bool
    unicode: bool


def drawn(grid: Grid, terminal: Terminal) -> str:
    """A table as text, as wide as the terminal at the most where that can be."""
    headings = [shown(one) for one in grid.headings]
    rows = [[shown(one) for one in row] for row in grid.rows]
    return _Drawing(headings, rows, grid.accents, grid.apart).drawn(terminal)


class _Drawing(NamedTuple):
    """A grid on its way to a terminal."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    accents: frozenset[int]
    apart: frozenset[int]

    def drawn(self, terminal: Terminal) -> str:
        """The table as text, as wide as the terminal at the most where that can be."""
        whole = self._fitted(terminal, _SHORT if self.apart else _SHORTEST)
        if whole is not None:
            return whole
        parts = [part._fitted(terminal, _SHORTEST) for part in self._split()]
        drawn = [part for part in parts if part is not None]
        return "\n".join(drawn) if len(drawn) == len(parts) else self._stacked(terminal)

    def _split(self) -> list[_Drawing]:
        columns = range(1, len(self.headings))
        return [
            self._only([0, *(one for one in columns if (one in self.apart) is apart)])
            for apart in (False, True)
        ]

    def _only(self, columns: Sequence[int]) -> _Drawing:
        return _Drawing(
            [self.headings[column] for column in columns],
            [[row[column] for column in columns] for row in self.rows],
            frozenset(at for at, column in enumerate(columns) if column in self.accents),
            frozenset(),
        )

    def _fitted(self, terminal: Terminal, shortest: int) -> str | None:
        """The table with names as long as they fit, if they do at all."""
        for longest in range(max(self._longest_name(), shortest), shortest - 1, -1):
            if self._width(longest) <= terminal.width:
                return self._table(longest, terminal)
        return None

    def _short(self, name: str, longest: int) -> str:
        """A name in so many cells, still another one than those of the other rows."""
        names = {row[0] for row in self.rows}
        if len({shortened(one, longest) for one in names}) == len(names):
            return shortened(name, longest)
        if cell_len(name) <= longest:
            return name
        tail = chop_cells(name[::-1], max(longest // 2, 1))[0][::-1]
        return shortened(name, longest - cell_len(tail)) + tail

    def _longest_name(self) -> int:
        names = [row[0] for row in self.rows]
        words = [word for heading in self.headings for word in heading.split()]
        return max(cell_len(one) for one in [*names, *words])

    def _widths(self, longest: int) -> list[int]:
        names = max(min(cell_len(row[0]), longest) for row in self.rows)
        widths = [max(names, _wrapped(self.headings[0], longest))]
        for column in range(1, len(self.headings)):
            figures = max(cell_len(row[column]) for row in self.rows)
            widths.append(max(figures, _wrapped(self.headings[column], longest)))
        return widths

    def _width(self, longest: int) -> int:
        widths = self._widths(longest)
        return sum(widths) + 3 * len(widths) + 1

    def _table(self, longest: int, terminal: Terminal) -> str:
        widths = self._widths(longest)
        table = Table(box=box.ROUNDED if terminal.unicode else box.ASCII, safe_box=False)
        for number, heading in enumerate(self.headings):
            words = [self._short(word, longest) for word in heading.split()]
            table.add_column(
                Text("\n".join(words)) if len(words) > 1 else Text("".join(words)),
                justify="right" if number else "left",
                no_wrap=True,
                width=widths[number],
            )
        for row in self.rows:
            cells = [Text(self._short(row[0], longest), style="bold")]
            cells += [self._figure(column, row[column]) for column in range(1, len(row))]
            table.add_row(*cells)
        return _printed(table, terminal)

    def _figure(self, column: int, figure: str) -> Text:
        if column not in self.accents:
            return Text(figure)
        return Text(figure, style="red" if figure.startswith("-") else "green")

    def _stacked(self, terminal: Terminal) -> str:
        """A block for each row, where even short names leave no room side by side."""
        lines = []
        for row in self.rows:
            lines += chop_cells(row[0], max(terminal.width, 2)) or [""]
            line = " "
            for heading, figure in zip(self.headings[1:], row[1:], strict=True):
                part = f" {shortened(heading, terminal.width - cell_len(figure) - 5)} {figure};"
                if cell_len(line + part) > terminal.width and line.strip():
                    lines.append(line)
                    line = " "
                line += part
            lines.append(line.rstrip(";"))
        return "\n".join(lines)


def _wrapped(heading: str, longest: int) -> int:
    """How wide a heading is that stands one word below the other."""
    return max((min(cell_len(word), longest) for word in heading.split()), default=0)


def shortened(name: str, longest: int) -> str:
    """A name in so many cells at the most, its cut marked."""
    if cell_len(name) <= longest or longest < 2:
        return name
    first = chop_cells(name, longest - 1)
    return (first[0] if first else "") + "…"


def _printed(table: Table, terminal: Terminal) -> str:
    """A Rich table as text."""
    console = Console(
        file=io.StringIO(),
        width=max(terminal.width, 20),
        force_terminal=terminal.colour,
        color_system="standard" if terminal.colour else None,
        no_color=not terminal.colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    console.print(table)
    file = console.file
    assert isinstance(file, io.StringIO)
    return "\n".join(line.rstrip() for line in file.getvalue().rstrip("\n").split("\n"))
