"""What the page of an evening says, part by part, for its template."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from preftally.engine.model import Column, Entry, Player, is_dealt
from preftally.engine.replay import Replay, Step, sheets
from preftally.formats import svg
from preftally.formats.html.curve import balances, curve
from preftally.lang import _, decimal
from preftally.views import agreement, hands, phrases, reasons, report, sheet
from preftally.views.grid import Grid
from preftally.views.picture import picture
from preftally.views.report import Detail, Report
from preftally.views.state import left, series


class Written(NamedTuple):
    """An entry: who writes, where, how much, and the reason."""

    player: Player
    where: str
    amount: str
    why: str


class Told(NamedTuple):
    """A hand as it is told. `sheet` is the sheet after it, for the script: a row a line."""

    number: int
    sentence: str
    writes: str
    entries: Sequence[Written]
    remark: str
    balance: str
    sheet: str


def values(told: Report) -> dict[str, Any]:
    """All that the template asks for."""
    played = told.played
    nets = balances(played)
    order = [one.player for one in report.results(told)]
    return {
        "title": " · ".join([_("Preferans"), *report.occasion(told), _heading(told)]),
        "occasion": " · ".join([_("Preferans"), *report.occasion(told)]),
        "heading": _heading(told),
        "summary": list(_summary(told)),
        "results": report.results(told),
        "payments": report.transfers(told),
        "picture": Markup(svg.element(picture(told)._replace(rows=()))),
        "sheet": across(sheet.grid(played)),
        "state": list(_state(played)),
        "curve": curve(nets, order) if nets else None,
        "nets": _nets(nets, order),
        "order": order,
        "hands": list(_hands(told, nets)),
        "agreement": list(_agreement(played)),
        "words": _words(),
    }  # fmt: skip


def _heading(told: Report) -> str:
    """Who won, or is ahead."""
    winners = phrases.listed(report.winners(told))
    if not winners:
        return _("Nobody is ahead.")
    if told.played.table.finished:
        return _("Won: {players}").format(players=winners)
    return _("Ahead: {players}").format(players=winners)


def _summary(told: Report) -> Iterator[str]:
    yield sheet.summary(told.played)
    yield report.standing(told)
    if told.stake is not None:
        yield _("A whist is {stake}.").format(stake=decimal(told.stake_text))


def _state(played: Replay) -> Iterator[str]:
    """Below the sheet: those who left, who deals next, the series."""
    yield from left(played)
    if not played.table.finished:
        yield hands.next_deal(played.table)
    yield from series(played)


def across(grid: Grid) -> Grid:
    """The sheet with the players beside each other: so it fits a phone."""
    rows = list(zip(grid.headings, *grid.rows, strict=True))
    return Grid(list(rows[0]), [list(row) for row in rows[1:]])


def _nets(nets: Sequence[dict[Player, int]], order: Sequence[Player]) -> list[list[str]]:
    """The table behind the curve: a row for each entry, empty before one has joined."""
    return [
        [str(number), *(phrases.signed(net[one]) if one in net else "" for one in order)]
        for number, net in enumerate(nets, 1)
    ]


def _hands(told: Report, nets: Sequence[dict[Player, int]]) -> Iterator[Told]:
    played = told.played
    grids = _sheets(played)
    rows = zip(played.steps, told.details, nets, grids, strict=True)
    for number, (step, detail, net, grid) in enumerate(rows, 1):
        yield Told(
            number,
            hands.sentence(step.hand),
            hands.writes(step.entries),
            [_written(one) for one in step.entries],
            " · ".join(_remarks(step, detail)),
            ", ".join(f"{one} {phrases.signed(amount)}" for one, amount in net.items()),
            "\n".join("\t".join(row) for row in [grid.headings, *grid.rows]),
        )


def _sheets(played: Replay) -> Iterator[Grid]:
    """The sheet after each entry."""
    for now in sheets(played):
        table = played.table._replace(players=now.players)
        yield across(sheet.grid(played._replace(sheet=now, table=table)))


def _written(entry: Entry) -> Written:
    where = phrases.column(entry.column)
    if entry.column is Column.WHISTS:
        where = _("on {player}").format(player=entry.on)
    return Written(entry.player, where, phrases.signed(entry.amount), reasons.sentence(entry))


def _remarks(step: Step, detail: Detail) -> Iterator[str]:
    if detail.at is not None:
        yield detail.at.strftime("%H:%M")
    if step.table.resting and is_dealt(step.hand):
        yield _("{dealer} deals and rests").format(dealer=step.table.dealer)
    if detail.note:
        yield " ".join(detail.note.split())


def _agreement(played: Replay) -> Iterator[str]:
    yield agreement.opening(played.game)
    yield from agreement.sentences(played.game.convention, len(played.table.players))


def _words() -> dict[str, str]:
    """The headings and captions."""
    return {
        "settlement": _("Who pays whom"),
        "nobody": _("Nobody owes anybody anything."),
        "pays": _("pays"),
        "nets": _("Everybody's result"),
        "player": _("player"),
        "whists": _("whists"),
        "money": _("money"),
        "sheet": _("The sheet"),
        "curve": _("The balances"),
        "curve_text": _("The balances after each entry; the table below has the same figures."),
        "table": _("The same as a table"),
        "number": _("entry"),
        "hands": _("Hand by hand"),
        "none": _("No hand has been recorded yet."),
        "nothing": _("nothing is written"),
        "balance": _("balance: {balance}"),
        "agreement": _("What was agreed"),
    }  # fmt: skip
