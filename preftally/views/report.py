"""What an evening comes to, for those who were not at the table: a value and its sentences."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from preftally.engine.model import Player
from preftally.engine.replay import Replay
from preftally.engine.settlement import Payment, balances, cents, payments, rounded
from preftally.lang import _
from preftally.views import phrases


class Detail(NamedTuple):
    """What an entry of the session says beside the game."""

    note: str = ""
    at: datetime.datetime | None = None


class Report(NamedTuple):
    """An evening as it is told.

    `details` has one for each step. `stake` is money for a whist, `stake_text` its usual
    spelling. With `decimal` an amount that is not whole is told as `12.5`, not `25/2`,
    where a format leaves the choice.
    """

    played: Replay
    details: Sequence[Detail] = ()
    stake: Fraction | None = None
    stake_text: str = ""
    date: datetime.date | None = None
    place: str = ""
    decimal: bool = False


class Result(NamedTuple):
    """A player's net: exact, in whole whists, and in cents where there is a stake."""

    player: Player
    exact: Fraction
    whists: int
    cents: int | None

    @property
    def money(self) -> str:
        """The net in money with its sign; empty without a stake."""
        if self.cents is None:
            return ""
        return ("+" if self.cents > 0 else "") + phrases.money(self.cents)


def results(report: Report) -> list[Result]:
    """Everybody's net, who left included; the best first, of equals who sits earlier."""
    exact = balances(report.played.sheet, report.played.game.convention)
    whole = rounded(exact)
    money = cents(exact, report.stake) if report.stake is not None else {}
    found = [Result(one, exact[one], whole[one], money.get(one)) for one in exact]
    return sorted(found, key=lambda one: -one.exact)


def transfers(report: Report) -> list[tuple[Player, Player, str]]:
    """Who pays, whom, and how much: money, or whists in words."""
    exact = balances(report.played.sheet, report.played.game.convention)
    if report.stake is None:
        return [_transfer(one, phrases.whists(one.amount)) for one in payments(rounded(exact))]
    found = payments(cents(exact, report.stake))
    return [_transfer(one, phrases.money(one.amount)) for one in found]


def _transfer(one: Payment, amount: str) -> tuple[Player, Player, str]:
    return one.payer, one.to, amount


def winners(report: Report) -> list[Player]:
    """Those with the most, if that is anything."""
    found = results(report)
    best = found[0].exact
    return [one.player for one in found if one.exact == best and best > 0]


def standing(report: Report) -> str:
    """Whether the settlement is final."""
    if report.played.table.finished:
        return _("The game is over.")
    return _("Provisional: the game is not over.")


def day(date: datetime.date) -> str:
    """A date as it is written in the reader's language."""
    return _("{year:04}-{month:02}-{day:02}").format(year=date.year, month=date.month, day=date.day)


def occasion(report: Report) -> Iterator[str]:
    """When and where it was, as far as that is known."""
    if report.date is not None:
        yield day(report.date)
    if report.place:
        yield report.place
