"""What everything on the drawn sheet is written with: colours, lines, texts."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from preftally.formats.cells import SIDE

WIDTH = 1080
MARGIN = (WIDTH - SIDE) / 2
RIGHT = WIDTH - MARGIN
PAPER, INK, GREEN, RED = "#fbf9f4", "#1d1d1b", "#1b6b45", "#b3261e"
FAINT, HAIR, PALE = "#6b6962", "#8d8a80", "#dcd8cc"


def line(parent: Element, x: float, y: float, wide: float, colour: str = HAIR) -> None:
    """A level line, to write on or to part rows."""
    SubElement(parent, "path", {
        "class": "rule", "d": f"M{tenths(x)} {tenths(y)}h{tenths(wide)}", "stroke": colour,
    })  # fmt: skip


def write(
    parent: Element, text: str, x: float, y: float, size: float, *, bold: bool = False,
    anchor: str = "", fill: str = "", kind: str = "",
) -> Element:  # fmt: skip
    """A text whose line begins at a place, or ends there, or is centred on it."""
    given = {
        "class": kind, "x": tenths(x), "y": tenths(y), "font-size": tenths(size),
        "font-weight": "bold" if bold else "", "text-anchor": anchor, "fill": fill,
    }  # fmt: skip
    found = SubElement(parent, "text", {key: value for key, value in given.items() if value})
    found.text = text
    return found


def tenths(number: float) -> str:
    """A coordinate, to a tenth."""
    return f"{number:.1f}".removesuffix(".0")
