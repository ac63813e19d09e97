"""A season as one page: the table, the pairs, the curve, every evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from preftally.engine.model import Player
from preftally.formats.html import frame, is_ours
from preftally.formats.html.curve import curve
from preftally.lang import _
from preftally.season.figures import Row, Season
from preftally.views import phrases
from preftally.views import season as views
from preftally.views.grid import Grid

__all__ = ["is_ours", "written"]

# The curve has a label for each line, and so many have room beside it.
_LINES = 8


class Table(NamedTuple):
    """A table with the heading of its section; `accents` are columns with signs."""

    heading: str
    grid: Grid


class Told(NamedTuple):
    """An evening as it is told: what is seen of it, and what when it is opened."""

    number: int
    date: str
    winner: str
    about: str
    nets: Sequence[tuple[Player, str, str]]


def written(season: Season, *, rated: bool = False) -> bytes:
    """The page as a file; the same bytes from the same season."""
    return frame.render("season.html", None, **values(season, rated=rated)).raw


def values(season: Season, *, rated: bool) -> dict[str, Any]:
    """All that the template asks for."""
    title = _("Preferans: a season")
    return {
        "title": title,
        "heading": title,
        "summary": [views.heading(season), views.scale(season)],
        "tables": list(_tables(season, rated=rated)),
        "curve": _curve(season),
        "records": [*[*views.records(season)][1:], *views.durations(season)],
        "evenings": [_told(number, row) for number, row in enumerate(season.rows, 1)],
        "remarks": list(views.remarks(season)),
        "words": {
            "curve": _("The balances"),
            "curve_text": _("Everybody's net after each evening."),
            "records": _("Records"),
            "evenings": _("Evening by evening"),
            "player": _("player"),
            "net": _("net"),
        },
    }


def _tables(season: Season, *, rated: bool) -> Iterator[Table]:
    people = season.ranked()
    yield Table(_("Everybody's result"), views.results(people))
    yield Table(_("Places"), views.places(people))
    for grid in views.money(people):
        yield Table(_("Money"), grid)
    yield Table(_("Who won of whom"), views.pairs(people))
    yield Table(_("Won by kind of hand"), views.swings(people))
    yield Table(_("As declarer"), views.declarers(people))
    yield Table(_("By level"), views.levels(people))
    yield Table(_("As defender"), views.defenders(people))
    if rated:
        for part in views.ratings(season):
            if isinstance(part, Grid):
                yield Table(_("Rating"), part)


def _curve(season: Season) -> object:
    """The nets over the evenings, of those who have the most to show."""
    totals = list(season.curves())
    if len(totals) < 2:
        return None
    people = sorted(season.ranked(), key=lambda one: -one.evenings)[:_LINES]
    order = [one.name for one in season.ranked() if one in people]
    whole = [{name: int(net) for name, net in one.items() if name in order} for one in totals]
    whole = [one for one in whole if one]
    whole[-1] = views.whole({one.name: one.net for one in season.ranked()})
    return curve(whole, order)


def _told(number: int, row: Row) -> Told:
    nets = views.whole(row.nets)
    order = sorted(nets, key=lambda name: -row.nets[name])
    about = [row.convention, phrases.hands(row.hands), row.place, row.file]
    if not row.finished:
        about.insert(2, _("unfinished"))
    return Told(
        number,
        row.date or _("without a date"),
        f"{order[0]} {phrases.signed(nets[order[0]])}",
        ", ".join(one for one in about if one),
        [(name, phrases.signed(nets[name]), _sign(nets[name])) for name in order],
    )


def _sign(net: int) -> str:
    return "won" if net > 0 else "owed" if net < 0 else "even"
