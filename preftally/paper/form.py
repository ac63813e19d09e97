"""A paper sheet as the text of its file: an empty one to fill in, or one that is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from preftally.engine.conventions import Value
from preftally.engine.model import Column
from preftally.lang import _
from preftally.paper import figures
from preftally.paper.file import FORMAT
from preftally.paper.sheet import Cell, Figures, Paper, cells
from preftally.session.toml import toml_value


def empty(paper: Paper) -> Paper:
    """The sheet with nothing written on it."""
    return paper._replace(columns=dict.fromkeys(cells(paper.players), ()))


def text(
    paper: Paper, convention: str, rules: Mapping[str, Value], asked: frozenset[Cell] | None = None
) -> str:
    """The file that holds a sheet, ending with a line end.

    `convention` is its name, `rules` where the table differs. Where only the cells
    `asked` have been answered, the others say so.
    """
    return "\n".join(_rows(paper, convention, rules, asked)) + "\n"


def _rows(
    paper: Paper, convention: str, rules: Mapping[str, Value], asked: frozenset[Cell] | None
) -> Iterator[str]:
    yield "# " + _('Running totals as on paper, "2.6.10", or the last figure alone: 10.')
    yield "# " + _(
        "An empty column is 0, a half 17/2. What no hand wrote stands in brackets: 2.(5).9."
    )
    yield f"format = {FORMAT}"
    yield f"convention = {toml_value(convention)}"
    yield f"players = {toml_value(paper.players)}"
    if paper.target is not None:
        yield f"pool = {paper.target}"
    if paper.times:
        yield "times = true"
    if rules:
        yield from ("", "[rules]")
        yield from (f"{key} = {toml_value(value)}" for key, value in rules.items())
    for player in paper.players:
        yield from ("", f"[sheet.{_key(player)}]")
        for column in (Column.POOL, Column.MOUNTAIN):
            cell = Cell(player, column)
            yield f"{column.value} = {_value(paper.columns[cell])}{_mark([cell], asked)}"
        on = [cell for cell in paper.columns if cell.player == player and cell.on is not None]
        row = ", ".join(f"{_key(cell.on or '')} = {_value(paper.columns[cell])}" for cell in on)
        yield f"on = {{ {row} }}{_mark(on, asked)}"


def _value(column: Figures) -> str:
    return f'"{figures.written(column)}"'


def _mark(of: list[Cell], asked: frozenset[Cell] | None) -> str:
    return "" if asked is None or asked.issuperset(of) else "  # " + _("not answered yet")


def _key(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else toml_value(name)
