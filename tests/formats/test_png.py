"""The picture in points: our mark, our font, and a sentence where there is no renderer."""

from __future__ import annotations

import struct
import sys
import zlib

import pytest

from preftally.errors import Refused
from preftally.formats import png
from preftally.views.picture import Picture, Seat


def chunks(raw: bytes) -> dict[bytes, bytes]:
    """The chunks of a picture, each checked by its sum."""
    found, at = {}, 8
    while at < len(raw):
        length, kind = struct.unpack(">I4s", raw[at : at + 8])
        data = raw[at + 8 : at + 8 + length]
        (checked,) = struct.unpack(">I", raw[at + 8 + length : at + 12 + length])
        assert checked == zlib.crc32(kind + data)
        found[kind] = data
        at += 12 + length
    return found


def test_a_picture_is_1080_wide_and_has_our_mark() -> None:
    """A text chunk says who wrote it; the chunks are whole and in order."""
    raw = png.form(4)
    found = chunks(raw)
    assert next(iter(found)) == b"IHDR"
    assert struct.unpack(">I", found[b"IHDR"][:4]) == (1080,)
    assert found[b"tEXt"] == b"Software\0preftally"
    assert png.is_ours(raw)
    assert not png.is_ours(raw.replace(b"preftally", b"elsewhere"))


def test_figures_are_drawn() -> None:
    """The font is found: a figure more is another picture, and the same picture is the same."""
    empty = Picture("", [Seat("", whists=[("", ())] * 2)] * 3)
    one = Picture("", [Seat("", ["8"], whists=[("", ())] * 2)] * 3)
    assert png.rendered(empty) != png.rendered(one)
    assert png.rendered(one) == png.rendered(one)


def test_what_the_font_lacks_is_a_box() -> None:
    """An emoji is seen to stand there, though not which."""
    smiling = Picture("", [Seat("🙂", whists=[("", ())] * 2)] * 3)
    boxed = Picture("", [Seat("□", whists=[("", ())] * 2)] * 3)
    nothing = Picture("", [Seat("", whists=[("", ())] * 2)] * 3)
    assert len({png.rendered(one) for one in (smiling, boxed, nothing)}) >= 2
    assert png.rendered(smiling) != png.rendered(nothing)


def test_without_the_renderer_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Refused) as refused:
        png.form(3)
    assert "preftally[png]" in refused.value.hint


def test_the_systems_fonts_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the bundled files are asked for, so that every machine draws the same."""
    import resvg_py

    asked: dict[str, object] = {}

    def drawn(**options: object) -> bytes:
        asked.update(options)
        return resvg_py_drawn(**options)

    resvg_py_drawn = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", drawn)
    png.form(3)
    assert asked["skip_system_fonts"] is True
    assert asked["font_files"] == [str(png.FONT / name) for name in png.FILES]
