"""The drawn sheet as SVG: the classical drawing, and under it who pays whom.

The same bytes from the same picture on every machine: texts are measured by the bundled
font, and nothing is asked of the system. The element has no ids, no style and no script,
so that it may stand inside a page; what it is coloured by are presentation attributes,
which a page's own style overrules by the classes.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from preftally.formats import drawn, under
from preftally.formats.pen import INK, MARGIN, PAPER, WIDTH, tenths
from preftally.views.picture import Picture, blank, picture
from preftally.views.report import Report

MARK = "<!-- preftally -->"
# DejaVu Sans by which it is measured, and faces whose figures are as wide.
FAMILY = "DejaVu Sans, Bitstream Vera Sans, Verdana, sans-serif"
_STYLE = (
    "text{font-kerning:none;font-variant-numeric:tabular-nums}"
    # A browser prints it on one page, whatever the paper, and without its tone.
    "@media print{@page{margin:12mm}svg{width:100%;height:auto;max-height:100vh}.paper{fill:none}}"
)


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
    drawing = SubElement(root, "g", {"transform": f"translate({tenths(MARGIN)} {tenths(MARGIN)})"})
    drawn.sheet(drawing, shown)
    height = tenths(_under(root, shown) + MARGIN)
    root.set("height", height)
    root.set("viewBox", f"0 0 {WIDTH} {height}")
    paper.set("height", height)
    return root


def _under(root: Element, shown: Picture) -> float:
    """Where the picture ends; without a settlement it is the drawing alone."""
    below = WIDTH + 12.0
    if shown.form:
        return under.blanks(root, shown, below)
    return under.settlement(root, shown, below) if shown.rows else WIDTH - MARGIN
