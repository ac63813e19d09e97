"""The drawn sheet as SVG: the classical drawing, and under it who pays whom.

The same bytes from the same picture on every machine: texts are measured by the bundled
font, and nothing is asked of the system. The element has no ids, no style and no script,
so that it may stand inside a page; what it is coloured by are presentation attributes,
which a page's own style overrules by the classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from preftally.formats import cells
from preftally.formats.cells import CENTRE, RADIUS, SIDE, Cell, Place
from preftally.formats.columns import PAD, column
from preftally.formats.measure import cut, largest, rows, width
from preftally.lang import _
from preftally.views.picture import Picture, Row, Seat, blank, picture
from preftally.views.report import Report

MARK = "<!-- preftally -->"
WIDTH = 1080
MARGIN = (WIDTH - SIDE) / 2
_RIGHT = WIDTH - MARGIN
PAPER, INK, GREEN, RED = "#fbf9f4", "#1d1d1b", "#1b6b45", "#b3261e"
FAINT, HAIR = "#6b6962", "#8d8a80"
# DejaVu Sans by which it is measured, and faces whose figures are as wide.
FAMILY = "DejaVu Sans, Bitstream Vera Sans, Verdana, sans-serif"
_STYLE = "text{font-kerning:none;font-variant-numeric:tabular-nums}"
_LABEL = 15


def written(report: Report) -> bytes:
    """The picture of an evening as a file."""
    return document(picture(report))


def form(players: int) -> bytes:
    """The empty form as a file."""
    return document(blank(players))


def document(shown: Picture) -> bytes:
    """A picture as a file of its own, with the mark by which we know it again."""
    root = _root(shown)
    style = Element("style")
    style.text = _STYLE
    root.insert(1, style)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n{MARK}\n'
    return (head + _text(root)).encode()


def element(shown: Picture) -> str:
    """A picture as an element to stand inside a page."""
    return _text(_root(shown))


def is_ours(raw: bytes) -> bool:
    """Whether a file carries our mark."""
    return MARK.encode() in raw[:200]


def _text(root: Element) -> str:
    """The markup, an element a line; a blank inside a text would be a part of it."""
    for one in root.iter():
        if one.tag != "text" and len(one):
            one.text = "\n"
            for child in one:
                child.tail = "\n"
    return tostring(root, encoding="unicode") + "\n"


def _root(shown: Picture) -> Element:
    root = Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "width": str(WIDTH), "role": "img",
        "font-family": FAMILY, "fill": INK,
    })  # fmt: skip
    SubElement(root, "title").text = shown.title
    paper = SubElement(root, "rect", {"class": "paper", "width": str(WIDTH), "fill": PAPER})
    drawing = SubElement(root, "g", {"transform": f"translate({_n(MARGIN)} {_n(MARGIN)})"})
    _sheet(drawing, shown)
    below = WIDTH + 12.0
    bottom = _blanks(root, shown, below) if shown.form else _settlement(root, shown, below)
    height = _n(bottom + MARGIN)
    root.set("height", height)
    root.set("viewBox", f"0 0 {WIDTH} {height}")
    paper.set("height", height)
    return root


# The drawing.


def _sheet(parent: Element, shown: Picture) -> None:
    count = len(shown.seats)
    frame = SubElement(parent, "g", {
        "class": "lines", "fill": "none", "stroke": HAIR, "stroke-width": "1.5",
        "stroke-linejoin": "round",
    })  # fmt: skip
    SubElement(frame, "rect", {"width": _n(SIDE), "height": _n(SIDE)})
    for line in cells.lines(count):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in line)
        SubElement(frame, "polyline", {"points": points})
    SubElement(frame, "circle", {"cx": _n(CENTRE), "cy": _n(CENTRE), "r": _n(RADIUS)})
    _centre(parent, *shown.centre)
    for seat, place in zip(shown.seats, cells.places(count), strict=True):
        _seat(parent, seat, place)


def _centre(parent: Element, pool: str, under: str) -> None:
    room = 2 * RADIUS - 24
    if pool:
        size = largest(pool, room, range(44, 12, -1), bold=True)
        y = CENTRE + (4 if under else size * 0.36)
        _write(parent, pool, CENTRE, y, size, bold=True, anchor="middle", kind="target")
    if under:
        size = largest(under, room - 8, range(19, 8, -1))
        _write(parent, under, CENTRE, CENTRE + 30, size, anchor="middle", kind="stake")


def _seat(parent: Element, seat: Seat, place: Place) -> None:
    turned = SubElement(parent, "g", {"class": "seat"})
    if place.turn:
        turned.set("transform", f"rotate({place.turn} {_n(CENTRE)} {_n(CENTRE)})")
    _name(turned, seat, place.name)
    _cell(turned, "mountain", _("mountain"), seat.mountain, place.mountain, RED)
    label = _("pool, full") if seat.full else _("pool")
    _cell(turned, "pool", label, seat.pool, place.pool, GREEN, full=seat.full)
    for (other, totals), cell in zip(seat.whists, place.whists, strict=True):
        _cell(turned, "whists", _("on: {player}").format(player=other), totals, cell, INK)


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
            "class": "dealer", "cx": _n(x + 8), "cy": _n(y - size * 0.36), "r": "8", "fill": GREEN,
        })  # fmt: skip
        SubElement(mark, "title").text = _("the dealer")
    if shown:
        _write(parent, shown, x + dot, y, size, bold=True, kind="name")


def _cell(
    parent: Element, kind: str, label: str, totals: Sequence[str], cell: Cell, colour: str,
    *, full: bool = False,
) -> None:  # fmt: skip
    group = SubElement(parent, "g", {"class": f"cell {kind}", "fill": colour})
    y = cell.bottom - 11
    left, right = cell.span(y - _LABEL, y + 0.25 * _LABEL)
    small = cut(label, _LABEL, right - left - 2 * PAD)
    _write(group, small, left + PAD, y, _LABEL, fill=FAINT, kind="label")
    figures = cell._replace(bottom=y - _LABEL)
    found = column(totals, figures, 30 if kind == "pool" else 27)
    for line in found.lines:
        text = _write(group, line.before, line.x, line.y, found.size)
        if line.last:
            SubElement(text, "tspan", {"font-weight": "bold"}).text = line.last
            x = line.x + width(line.before, found.size)
            if full:
                _closed(group, x, width(line.last, found.size, bold=True), line.y)


def _closed(parent: Element, x: float, wide: float, y: float) -> None:
    """Two rules under the last total, as an account is closed."""
    for below in (5, 9):
        SubElement(parent, "path", {
            "class": "closed", "d": f"M{_n(x)} {_n(y + below)}h{_n(wide)}", "stroke": GREEN,
            "stroke-width": "1.5",
        })  # fmt: skip


# Under the drawing.


def _settlement(parent: Element, shown: Picture, y: float) -> float:
    money = max((width(one.money, 28) for one in shown.rows), default=0)
    # Where the whists end: left of the money, where there is any.
    end = min(_RIGHT - 230, _RIGHT - money - 50) if money else _RIGHT
    y = _headline(parent, shown.headline, y, end)
    for row in shown.rows:
        y = _row(parent, row, y, end)
    y += 24
    for payment in shown.payments:
        y = _payment(parent, payment, y)
    y += 44
    for text in shown.footer:
        for line in rows(text, 20, SIDE):
            _write(parent, line, MARGIN, y, 20, fill=FAINT, kind="footer")
            y += 30
    return y - 30


def _headline(parent: Element, text: str, y: float, end: float) -> float:
    y += 26
    _write(parent, cut(text, 22, end - 150 - MARGIN), MARGIN, y, 22, fill=FAINT, kind="headline")
    _write(parent, _("whists"), end, y, 18, anchor="end", fill=FAINT, kind="label")
    if end < _RIGHT:
        _write(parent, _("money"), _RIGHT, y, 18, anchor="end", fill=FAINT, kind="label")
    return y + 18


def _row(parent: Element, row: Row, y: float, end: float) -> float:
    base = y + 35
    colour = RED if row.sign < 0 else GREEN if row.sign > 0 else INK
    _rule(parent, y)
    name = cut(row.name, 28, end - width(row.whists, 28, bold=True) - 30 - MARGIN)
    _write(parent, name, MARGIN, base, 28, kind="player")
    _write(parent, row.whists, end, base, 28, bold=True, anchor="end", fill=colour, kind="net")
    if row.money:
        _write(parent, row.money, _RIGHT, base, 28, anchor="end", fill=colour, kind="money")
    return y + 50


def _payment(parent: Element, payment: tuple[str, str, str], y: float) -> float:
    payer, to, amount = payment
    base = y + 35
    _rule(parent, y)
    _write(parent, amount, _RIGHT, base, 26, bold=True, anchor="end", kind="amount")
    room = SIDE - width(amount, 26, bold=True) - 40
    size, first, second = _pair(payer, to, room)
    arrow = MARGIN + width(first, size) + 16
    _write(parent, first, MARGIN, base, size, kind="payer")
    _write(parent, "→", arrow, base, size, fill=FAINT, kind="arrow")
    _write(parent, second, arrow + width("→", size) + 16, base, size, kind="to")
    return y + 50


def _pair(one: str, other: str, room: float) -> tuple[int, str, str]:
    """A size at which two names fit beside an arrow; at the smallest the longer is cut."""
    for size in range(26, 17, -1):
        left = room - width("→", size) - 32
        if width(one, size) + width(other, size) <= left:
            break
    half = left / 2
    first = cut(one, size, max(half, left - width(other, size)))
    return size, first, cut(other, size, left - width(first, size))


def _rule(parent: Element, y: float) -> None:
    SubElement(parent, "path", {
        "class": "rule", "d": f"M{_n(MARGIN)} {_n(y)}h{_n(SIDE)}", "stroke": "#dcd8cc",
    })  # fmt: skip


def _blanks(parent: Element, shown: Picture, y: float) -> float:
    """What is filled in under an empty form."""
    heads = [_("date"), _("place"), _("pool"), _("stake")]
    step = SIDE / len(heads)
    for number, head in enumerate(heads):
        x = MARGIN + number * step
        _write(parent, head, x, y + 44, 18, fill=FAINT, kind="label")
        start = x + width(head, 18) + 10
        _line(parent, start, y + 46, x + step - 20 - start)
    columns = [_("player"), _("mountain"), _("pool"), _("whists"), _("net"), _("money")]
    y += 104
    starts = [MARGIN, *(MARGIN + 320 + number * 136 for number in range(5))]
    for head, x in zip(columns, starts, strict=True):
        _write(parent, head, x, y, 18, fill=FAINT, kind="label")
    for _each in shown.seats:
        y += 52
        _line(parent, MARGIN, y, SIDE)
    return y


def _line(parent: Element, x: float, y: float, wide: float) -> None:
    SubElement(parent, "path", {
        "class": "rule", "d": f"M{_n(x)} {_n(y)}h{_n(wide)}", "stroke": HAIR,
    })  # fmt: skip


def _write(
    parent: Element, text: str, x: float, y: float, size: float, *, bold: bool = False,
    anchor: str = "", fill: str = "", kind: str = "",
) -> Element:  # fmt: skip
    given = {
        "class": kind, "x": _n(x), "y": _n(y), "font-size": _n(size),
        "font-weight": "bold" if bold else "", "text-anchor": anchor, "fill": fill,
    }  # fmt: skip
    found = SubElement(parent, "text", {key: value for key, value in given.items() if value})
    found.text = text
    return found


def _n(number: float) -> str:
    """A coordinate, to a tenth."""
    return f"{number:.1f}".removesuffix(".0")
