"""How wide a text is in the bundled font: the same on every machine, no font asked.

The widths stand in `font/widths.json`, which `.ci/font.py` writes with the font.
Kerning is off wherever these texts are drawn, so that a width is a sum.
"""

from __future__ import annotations

import functools
import json
import unicodedata
from collections.abc import Mapping
from pathlib import Path

FONT = Path(__file__).parent / "font"
FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
ELLIPSIS = "…"

_EM = 2048
# Another font will draw what this one lacks: nothing but a wide picture is wider.
_FOREIGN, _PICTURE = 2400, 2900


@functools.cache
def _advances(weight: str) -> Mapping[str, int]:
    text = (FONT / "widths.json").read_text(encoding="utf-8")
    return {one: int(width) for width, row in json.loads(text)[weight].items() for one in row}


def has(character: str) -> bool:
    """Whether the bundled font can draw a character."""
    return character in _advances("regular")


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text at a size, in the units of the size; never too small."""
    advances = _advances("bold" if bold else "regular")
    return sum(_advance(one, advances) for one in text) * size / _EM


def _advance(character: str, advances: Mapping[str, int]) -> int:
    known = advances.get(character)
    if known is not None:
        return known
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return _FOREIGN if unicodedata.category(character).startswith("L") else _PICTURE


def cut(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """A text that is not wider than the room; where it is cut, an `…` says so."""
    if width(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width(kept + ELLIPSIS, size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def largest(text: str, room: float, sizes: range, *, bold: bool = False) -> int:
    """The first of some sizes, from the largest, at which a text has room; else the last."""
    return next((one for one in sizes if width(text, one, bold=bold) <= room), sizes[-1])


def rows(text: str, size: float, room: float) -> list[str]:
    """A text broken between its words into rows; a word that is wider alone is cut."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and width(longer, size) > room:
            found.append(word)
        else:
            found[-1] = longer
    return [cut(row, size, room) for row in found]
