"""The drawing itself: lines, names, and the columns in their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from preftally.formats import cells
from preftally.formats.cells import CENTRE, RADIUS, SIDE, Cell, Place
from preftally.formats.columns import PAD, column
from preftally.formats.measure import cut, largest, width
from preftally.formats.pen import FAINT, GREEN, HAIR, INK, RED, tenths, write
from preftally.lang import _
from preftally.views.picture import Picture, Seat


class Written(NamedTuple):
    """What stands in a cell: whose it is, of which kind, its small letters, its totals."""

    player: str
    kind: str
    label: str
    totals: Sequence[str]


# The size of the small letters that say what a cell is.
_LABEL = 15


def sheet(parent: Element, shown: Picture) -> None:
    """Frames, spokes and circle, and in them what everybody has written."""
    count = len(shown.seats)
    frame = SubElement(parent, "g", {
        "class": "lines", "fill": "none", "stroke": HAIR, "stroke-width": "1.5",
        "stroke-linejoin": "round",
    })  # fmt: skip
    SubElement(frame, "rect", {"width": tenths(SIDE), "height": tenths(SIDE)})
    for points in cells.lines(count):
        joined = " ".join(f"{tenths(x)},{tenths(y)}" for x, y in points)
        SubElement(frame, "polyline", {"points": joined})
    SubElement(frame, "circle", {"cx": tenths(CENTRE), "cy": tenths(CENTRE), "r": tenths(RADIUS)})
    _centre(parent, *shown.centre)
    for seat, place in zip(shown.seats, cells.places(count), strict=True):
        _seat(parent, seat, place)


def _centre(parent: Element, pool: str, under: str) -> None:
    room = 2 * RADIUS - 24
    if pool:
        size = largest(pool, room, range(44, 12, -1), bold=True)
        y = CENTRE + (4 if under else size * 0.36)
        write(parent, pool, CENTRE, y, size, bold=True, anchor="middle", kind="target")
    if under:
        size = largest(under, room - 8, range(19, 4, -1))
        write(parent, under, CENTRE, CENTRE + 30, size, anchor="middle", kind="stake")


def _seat(parent: Element, seat: Seat, place: Place) -> None:
    turned = SubElement(parent, "g", {"class": "seat"})
    if place.turn:
        turned.set("transform", f"rotate({place.turn} {tenths(CENTRE)} {tenths(CENTRE)})")
    _name(turned, seat, place.name)
    mountain = Written(seat.name, "mountain", _("mountain"), seat.mountain)
    _cell(turned, mountain, place.mountain, RED)
    pool = Written(seat.name, "pool", _("pool, full") if seat.full else _("pool"), seat.pool)
    _cell(turned, pool, place.pool, GREEN, full=seat.full)
    for (other, totals), cell in zip(seat.whists, place.whists, strict=True):
        on = Written(seat.name, "whists", _("on: {player}").format(player=other), totals)
        _cell(turned, on, cell, INK)


def _name(parent: Element, seat: Seat, cell: Cell) -> None:
    y = cell.bottom - 12
    dot = 24.0 if seat.deals else 0.0
    for size in range(28, 12, -1):
        left, right = cell.span(y - 0.76 * size, y + 0.24 * size)
        room = right - left - 2 * PAD - dot
        if width(seat.name, size, bold=True) <= room:
            break
    shown = cut(seat.name, size, room, bold=True)
    wide = width(shown, size, bold=True) + dot
    x = max(min(CENTRE - wide / 2, right - PAD - wide), left + PAD)
    if seat.deals:
        mark = SubElement(parent, "circle", {
            "class": "dealer", "cx": tenths(x + 8), "cy": tenths(y - size * 0.36), "r": "8",
            "fill": GREEN,
        })  # fmt: skip
        SubElement(mark, "title").text = _("the dealer")
    if shown:
        write(parent, shown, x + dot, y, size, bold=True, kind="name")


def _cell(parent: Element, what: Written, cell: Cell, colour: str, *, full: bool = False) -> None:
    group = SubElement(parent, "g", {"class": f"cell {what.kind}", "fill": colour})
    if what.totals:
        # Shown where one points at the cell: all of it, whatever there is room for.
        title = f"{what.player}, {what.label}: {'.'.join(what.totals)}"
        SubElement(group, "title").text = title
    y = cell.bottom - 11
    left, right = cell.span(y - _LABEL, y + 0.25 * _LABEL)
    small = cut(what.label, _LABEL, right - left - 2 * PAD)
    write(group, small, left + PAD, y, _LABEL, fill=FAINT, kind="label")
    figures = cell._replace(bottom=y - _LABEL)
    found = column(what.totals, figures, 30 if what.kind == "pool" else 27)
    for one in found.lines:
        text = write(group, one.before, one.x, one.y, found.size)
        if one.last:
            SubElement(text, "tspan", {"font-weight": "bold"}).text = one.last
            x = one.x + width(one.before, found.size)
            if full:
                _closed(group, x, width(one.last, found.size, bold=True), one.y)


def _closed(parent: Element, x: float, wide: float, y: float) -> None:
    """Two rules under the last total, as an account is closed."""
    for below in (5, 9):
        SubElement(parent, "path", {
            "class": "closed", "d": f"M{tenths(x)} {tenths(y + below)}h{tenths(wide)}",
            "stroke": GREEN, "stroke-width": "1.5",
        })  # fmt: skip
