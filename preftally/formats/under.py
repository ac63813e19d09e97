"""What stands under the drawing: the settlement, or the blanks of a form."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from preftally.formats.cells import SIDE
from preftally.formats.measure import cut, rows, width
from preftally.formats.pen import FAINT, GREEN, INK, MARGIN, PALE, RED, RIGHT, line, write
from preftally.lang import _
from preftally.views.picture import Picture, Row


def settlement(parent: Element, shown: Picture, y: float) -> float:
    """The nets, who pays whom, the small print; gives where it ends."""
    money = max((width(one.money, 28) for one in shown.rows), default=0)
    # Where the whists end: left of the money, where there is any.
    end = min(RIGHT - 230, RIGHT - money - 50) if money else RIGHT
    y = _headline(parent, shown.headline, y, end)
    for net in shown.rows:
        y = _row(parent, net, y, end)
    y += 24
    for payment in shown.payments:
        y = _payment(parent, payment, y)
    y += 44
    for text in shown.footer:
        for row in rows(text, 20, SIDE):
            write(parent, row, MARGIN, y, 20, fill=FAINT, kind="footer")
            y += 30
    return y - 30


def _headline(parent: Element, text: str, y: float, end: float) -> float:
    y += 26
    write(parent, cut(text, 22, end - 150 - MARGIN), MARGIN, y, 22, fill=FAINT, kind="headline")
    write(parent, _("whists"), end, y, 18, anchor="end", fill=FAINT, kind="label")
    if end < RIGHT:
        write(parent, _("money"), RIGHT, y, 18, anchor="end", fill=FAINT, kind="label")
    return y + 18


def _row(parent: Element, row: Row, y: float, end: float) -> float:
    base = y + 35
    colour = RED if row.sign < 0 else GREEN if row.sign > 0 else INK
    line(parent, MARGIN, y, SIDE, PALE)
    name = cut(row.name, 28, end - width(row.whists, 28, bold=True) - 30 - MARGIN)
    write(parent, name, MARGIN, base, 28, kind="player")
    write(parent, row.whists, end, base, 28, bold=True, anchor="end", fill=colour, kind="net")
    if row.money:
        write(parent, row.money, RIGHT, base, 28, anchor="end", fill=colour, kind="money")
    return y + 50


def _payment(parent: Element, payment: tuple[str, str, str], y: float) -> float:
    payer, to, amount = payment
    base = y + 35
    line(parent, MARGIN, y, SIDE, PALE)
    write(parent, amount, RIGHT, base, 26, bold=True, anchor="end", kind="amount")
    room = SIDE - width(amount, 26, bold=True) - 40
    size, first, second = _pair(payer, to, room)
    arrow = MARGIN + width(first, size) + 16
    write(parent, first, MARGIN, base, size, kind="payer")
    write(parent, "→", arrow, base, size, fill=FAINT, kind="arrow")
    write(parent, second, arrow + width("→", size) + 16, base, size, kind="to")
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


def blanks(parent: Element, shown: Picture, y: float) -> float:
    """What is filled in under an empty form; gives where it ends."""
    heads = [_("date"), _("place"), _("pool"), _("stake")]
    step = SIDE / len(heads)
    for number, head in enumerate(heads):
        x = MARGIN + number * step
        write(parent, head, x, y + 44, 18, fill=FAINT, kind="label")
        start = x + width(head, 18) + 10
        line(parent, start, y + 46, x + step - 20 - start)
    columns = [_("player"), _("mountain"), _("pool"), _("whists"), _("net"), _("money")]
    y += 104
    starts = [MARGIN, *(MARGIN + 320 + number * 136 for number in range(5))]
    for head, x in zip(columns, starts, strict=True):
        write(parent, head, x, y, 18, fill=FAINT, kind="label")
    for _each in shown.seats:
        y += 52
        line(parent, MARGIN, y, SIDE)
    return y
