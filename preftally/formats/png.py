"""The drawn sheet as a picture of points, by resvg and the bundled font alone.

resvg-py (extra `png`) is a small renderer without dependencies of its own. Where it
finds no font it draws no text and says nothing: so the font comes along, the system's
are not looked at, and what it lacks is shown as a box.
"""

from __future__ import annotations

import struct
import zlib

from preftally.errors import Refused
from preftally.formats import svg
from preftally.formats.measure import FILES, FONT, has
from preftally.lang import _
from preftally.views.picture import Picture, blank, picture
from preftally.views.report import Report

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = len(_SIGNATURE) + 25
_MARK = b"Software\0preftally"


def written(report: Report) -> bytes:
    """The picture of an evening. Raises `Refused` without the extra `png`."""
    return rendered(picture(report))


def form(players: int) -> bytes:
    """The empty form. Raises `Refused` without the extra `png`."""
    return rendered(blank(players))


def is_ours(raw: bytes) -> bool:
    """Whether a picture has our text chunk."""
    return raw.startswith(_SIGNATURE) and _chunk(b"tEXt", _MARK) in raw


def rendered(shown: Picture) -> bytes:
    """A picture in points, 1080 wide, with our mark."""
    try:
        import resvg_py
    except ImportError:
        raise Refused(
            _("a PNG is drawn by resvg-py, which is not installed"),
            _("get it with: pip install 'preftally[png]'; or write an .svg"),
        ) from None
    drawn = resvg_py.svg_to_bytes(
        svg_string=_drawable(svg.document(shown).decode()),
        skip_system_fonts=True,
        font_files=[str(FONT / name) for name in FILES],
    )
    return _marked(bytes(drawn))


def _drawable(text: str) -> str:
    """The text with a box for each character that the font lacks."""
    return "".join(one if has(one) or one == "\n" else "□" for one in text)


def _marked(raw: bytes) -> bytes:
    return raw[:_HEADER] + _chunk(b"tEXt", _MARK) + raw[_HEADER:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
