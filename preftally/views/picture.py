"""What stands on the drawn sheet: names and figures by their places, all as text.

A picture knows no game, so that any sheet can be drawn: an evening's, one that was
written on paper, an empty form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from preftally.engine.model import Amount, Player, clockwise_from
from preftally.engine.replay import Replay
from preftally.lang import _, decimal
from preftally.views import phrases, report, sheet
from preftally.views.report import Report
from preftally.views.running import Totals, columns

# The fractions that have a character of their own.
_FRACTIONS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖",
    "3/5": "⅗", "4/5": "⅘", "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝",
    "7/8": "⅞",
}  # fmt: skip


class Seat(NamedTuple):
    """One player's part: running totals, oldest first.

    `whists` are pairs of an opponent and the totals on him, the opponents clockwise.
    `full` closes the pool, `deals` marks the dealer.
    """

    name: str
    pool: Sequence[str] = ()
    mountain: Sequence[str] = ()
    whists: Sequence[tuple[str, Sequence[str]]] = ()
    full: bool = False
    deals: bool = False


class Row(NamedTuple):
    """A line of the settlement; `sign` is that of the net."""

    name: str
    whists: str
    money: str
    sign: int


class Picture(NamedTuple):
    """The drawing and what stands under it.

    `seats` are clockwise from the one below. `centre` is the pool, and a smaller line
    under it. `payments` are who pays, whom, and how much. `footer` are small lines.
    Without `rows` it is the drawing alone. A `form` is to be filled in by hand.
    """

    title: str
    seats: Sequence[Seat]
    centre: tuple[str, str] = ("", "")
    headline: str = ""
    rows: Sequence[Row] = ()
    payments: Sequence[tuple[str, str, str]] = ()
    footer: Sequence[str] = ()
    form: bool = False


def figure(amount: Amount) -> str:
    """An amount as it is set on a sheet: `12½`."""
    whole, blank, part = phrases.mixed(amount).rpartition(" ")
    sign = "-" if not blank and part.startswith("-") else ""
    part = part.removeprefix("-") if sign else part
    if part not in _FRACTIONS:
        return phrases.mixed(amount)
    return f"{sign}{whole}{_FRACTIONS[part]}"


def picture(told: Report) -> Picture:
    """The picture of an evening: the drawing is of those who sit, the settlement of all."""
    played = told.played
    return Picture(
        title=title(told),
        seats=seats(played),
        centre=centre(told),
        headline=report.standing(told),
        rows=[
            Row(one.player, phrases.signed(one.whists), one.money, _sign(one.exact))
            for one in report.results(told)
        ],
        payments=report.transfers(told),
        footer=[" · ".join([sheet.summary(played).rstrip("."), *report.occasion(told)])],
    )


def title(told: Report) -> str:
    """What the picture is of, for those who cannot see it."""
    nets = ", ".join(f"{one.player} {phrases.signed(one.whists)}" for one in report.results(told))
    return _("The sheet of {players}. {standing} {nets}").format(
        players=phrases.listed(told.played.table.players), standing=report.standing(told), nets=nets
    )


def seats(played: Replay) -> list[Seat]:
    """The seats clockwise, each with its columns."""
    table, game = played.table, played.game
    limited = game.convention.pool.end == "each"
    return [
        Seat(
            player,
            _set(row.pool),
            _set(row.mountain),
            [(other, _set(row.on.get(other, ()))) for other in _opponents(table.players, player)],
            full=limited and played.sheet.pool[player] >= game.target,
            deals=player == table.dealer and not table.finished,
        )
        for player, row in columns(played).items()
    ]


def _opponents(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    return clockwise_from(players, player)[:-1]


def _set(totals: Totals) -> list[str]:
    return [figure(one) for one in totals]


def _sign(amount: Amount) -> int:
    return (amount > 0) - (amount < 0)


def centre(told: Report) -> tuple[str, str]:
    """The pool that is played to, and the stake."""
    game = told.played.game
    end, target = game.convention.pool.end, game.target
    pool = {"total": str(target * len(told.played.table.players)), "none": "∞"}.get(
        end, str(target)
    )
    return pool, decimal(told.stake_text)


def blank(players: int) -> Picture:
    """The empty form for three or four."""
    seat = Seat("", whists=[("", ())] * (players - 1))
    return Picture(_("An empty sheet"), [seat] * players, form=True)
