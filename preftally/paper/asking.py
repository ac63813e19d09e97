"""The figures of a paper sheet asked for, one after the other, in the order of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from preftally.errors import PreftallyError, WrongUsage
from preftally.lang import _
from preftally.paper import figures
from preftally.paper.page import where
from preftally.paper.sheet import Cell, Figures, Paper, cells

BACK = ("back", "назад", "<")
SAVE = ("save", "запиши", "сохрани")
HELP = ("?", "help", "помощь", "справка")


class Question(NamedTuple):
    """The cell that is asked for, and which one of how many it is."""

    cell: Cell
    number: int
    of: int
    known: Figures | None

    @property
    def prompt(self) -> str:
        """`3/12 Anna, whists on Boris> `, with what was answered before."""
        known = "" if self.known is None else f" [{figures.written(self.known)}]"
        return f"{self.number}/{self.of} {where(self.cell)}{known}> "


class Asking:
    """The answers so far. `line` gives the next line for a prompt, or `None` at the end.

    `save` writes the sheet as it is to a file that is named; `told` shows a line, and
    `wrong` an error after which the same is asked again.
    """

    def __init__(
        self,
        paper: Paper,
        line: Callable[[str], str | None],
        save: Callable[[str, Paper], None],
        told: Callable[[str], None],
        wrong: Callable[[PreftallyError], None],
    ) -> None:
        self.paper = paper
        self.cells = list(cells(paper.players))
        self.answers: dict[Cell, Figures] = {}
        self.line = line
        self.save = save
        self.told = told
        self.wrong = wrong

    @property
    def answered(self) -> Paper:
        """The sheet as far as it is answered; the rest is empty."""
        columns = {cell: self.answers.get(cell, ()) for cell in self.cells}
        return self.paper._replace(columns=columns)

    def run(self) -> Paper:
        """Ask for every cell. Raises `WrongUsage` where the input ends before."""
        at = 0
        while at < len(self.cells):
            cell = self.cells[at]
            question = Question(cell, at + 1, len(self.cells), self.answers.get(cell))
            line = self.line(question.prompt)
            if line is None:
                raise WrongUsage(
                    _("the input ended after {n} of {all} figures").format(
                        n=len(self.answers), all=len(self.cells)
                    ),
                    _("a line for each cell, 0 for an empty one; ? shows their order"),
                )
            try:
                at = self._answered(at, cell, line.strip())
            except PreftallyError as error:
                self.wrong(error)
        return self.answered

    def _answered(self, at: int, cell: Cell, line: str) -> int:
        """Take one line; gives the number of the cell that is asked for next."""
        word, _blank, rest = line.partition(" ")
        folded = word.casefold()
        if folded in HELP:
            for text in self._help():
                self.told(text)
        elif folded in BACK:
            return max(0, at - 1)
        elif folded in SAVE:
            self.save(rest.strip(), self.answered)
        elif line or cell not in self.answers:
            self.answers[cell] = figures.read(line)
            return at + 1
        else:
            return at + 1
        return at

    def _help(self) -> Iterator[str]:
        yield _("2.6.10 or 10: a column as on paper, or its last figure; 0: an empty one.")
        yield _("back: the cell before; Enter keeps what was answered; save FILE: write a file.")
        yield _("In order: {cells}.").format(cells="; ".join(where(one) for one in self.cells))
