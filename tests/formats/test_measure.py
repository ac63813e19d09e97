"""The texts of the drawing are measured by the font that is bundled."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from preftally.formats import measure
from preftally.formats.measure import FILES, FONT


@pytest.mark.parametrize("name", FILES)
def test_a_width_is_the_fonts_own(name: str) -> None:
    """Each character of the font is as wide as the font says, and no other is known."""
    font = TTFont(FONT / name)
    bold = "Bold" in name
    for code, glyph in font.getBestCmap().items():
        assert measure.width(chr(code), 2048, bold=bold) == font["hmtx"][glyph][0], hex(code)
    known = "".join(measure._advances("bold" if bold else "regular"))
    assert set(known) == {chr(code) for code in font.getBestCmap()}


@pytest.mark.parametrize("name", FILES)
def test_the_font_neither_kerns_nor_joins(name: str) -> None:
    """A text is as wide as its characters together."""
    assert not {"GPOS", "GSUB", "kern"} & set(TTFont(FONT / name).keys())


@pytest.mark.parametrize("name", FILES)
def test_figures_are_tabular(name: str) -> None:
    """All figures are of one width."""
    bold = "Bold" in name
    assert len({measure.width(one, 10, bold=bold) for one in "0123456789"}) == 1


def test_the_font_has_what_a_sheet_holds() -> None:
    """Both alphabets, suits, fractions, arrows, and the box for what it lacks."""
    wanted = "AZazÄžАЯаяЁёІіЇїҐґ0189+-.,:·…—→♠♣♦♥½⅓⅔¼¾⅛∞№₽€□"
    assert all(map(measure.has, wanted))
    assert not measure.has("🙂")


def test_a_cut_is_marked_and_fits() -> None:
    """What is too long ends with an ellipsis within the room; what fits is whole."""
    assert measure.cut("Анна", 20, 100) == "Анна"
    cut = measure.cut("Константинопольская", 20, 100)
    assert cut.endswith("…")
    assert measure.width(cut, 20) <= 100 < measure.width(cut[:-1] + "нн…", 20)


def test_what_the_font_lacks_is_never_taken_for_narrow() -> None:
    """A picture or a letter of another script is at least as wide as an em."""
    assert measure.width("🙂", 10) >= 10
    assert measure.width("漢", 10) >= 10
    assert measure.width("e\u0301", 10) == measure.width("e", 10)
