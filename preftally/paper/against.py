"""A paper sheet beside a session: where they part first, and what it costs."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from preftally.engine.conventions import Value
from preftally.engine.model import Amount, Player
from preftally.engine.replay import Replay
from preftally.engine.settlement import balances
from preftally.errors import Refused
from preftally.lang import _
from preftally.notation import names
from preftally.paper.following import followed
from preftally.paper.laid import Parting, Wrote, laid, written
from preftally.paper.sheet import Cell, Paper
from preftally.paper.slips import Slip, slip


class First(NamedTuple):
    """The first divergence in the order of play: the cell, and what stands on each side."""

    cell: Cell
    parting: Parting
    wrote: Amount | None


class Against(NamedTuple):
    """What the comparison found.

    `explained_by` are the rules under which every column agrees, each alone;
    `explained_by_pairs` pairs of them, looked for only where no single one does.
    """

    paper: Paper
    played: Replay
    first: First | None
    slip: Slip | None
    explained_by: tuple[tuple[str, Value], ...]
    explained_by_pairs: tuple[tuple[tuple[str, Value], tuple[str, Value]], ...]
    balance: dict[Player, Fraction]
    paper_balance: dict[Player, Fraction]

    @property
    def agrees(self) -> bool:
        """Whether every column is what the hands wrote."""
        return self.first is None

    def cost(self, player: Player) -> Fraction:
        """What the paper gives a player beyond the hands, in whists."""
        return self.paper_balance[player] - self.balance.get(player, Fraction(0))


def compared(paper: Paper, played: Replay) -> Against:
    """Lay each column beside the replay's. Raises `Refused` for other players."""
    paper = _respelt(paper, played)
    columns, wrote = laid(paper.columns), written(played)
    partings = {
        cell: parting
        for cell, column in columns.items()
        if (parting := column.parting(wrote.get(cell, []))) is not None
    }
    convention = played.game.convention
    balance = balances(played.sheet, convention)
    paper_balance = balances(paper.sheet._replace(carried=played.sheet.carried), convention)
    if not partings:
        return Against(paper, played, None, None, (), (), balance, paper_balance)
    singles, pairs = followed(columns, played)
    return Against(
        paper, played, _first(partings, wrote, played),
        slip(columns, wrote, partings, paper, convention), singles, pairs,
        balance, paper_balance,
    )  # fmt: skip


def _first(partings: dict[Cell, Parting], wrote: dict[Cell, list[Wrote]], played: Replay) -> First:
    """Of several columns that one hand parts, the one that it wrote in first."""
    after = len(played.steps) + 1

    def order(cell: Cell) -> tuple[int, int]:
        hand = partings[cell].hand
        if hand is None:
            return after, list(partings).index(cell)
        places = [
            (entry.player, entry.column, entry.on) for entry in played.steps[hand - 1].entries
        ]
        place = next((n for n, one in enumerate(places) if one[:2] == cell[:2]
                      and cell.on in (None, one[2])), len(places))  # fmt: skip
        return hand, place

    cell = min(partings, key=order)
    parting = partings[cell]
    amounts = [one.amount for one in wrote.get(cell, ()) if one.hand == parting.hand]
    return First(cell, parting, amounts[0] if amounts else None)


def _respelt(paper: Paper, played: Replay) -> Paper:
    """The sheet with the session's players; their names may differ in case."""
    seated = played.table.players
    by_key = {names.key(player): player for player in seated}
    spelt = {player: by_key.get(names.key(player)) for player in paper.players}
    strangers = [player for player, found in spelt.items() if found is None]
    if strangers or len(paper.players) != len(seated):
        raise Refused(
            _("the paper sheet is of {paper}, the session of {session}").format(
                paper=", ".join(paper.players), session=", ".join(seated)
            ),
            _("name the players alike in both"),
        )

    def moved(cell: Cell) -> Cell:
        on = None if cell.on is None else spelt[cell.on]
        return Cell(spelt[cell.player] or "", cell.column, on)

    columns = {moved(cell): figures for cell, figures in paper.columns.items()}
    return paper._replace(players=seated, columns=columns)
