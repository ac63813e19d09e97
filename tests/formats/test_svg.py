"""The drawn sheet: each figure inside its cell, the same bytes, nothing left out."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preftally.formats import svg
from preftally.formats.cells import Cell, places
from preftally.formats.measure import width
from preftally.views.picture import Picture, Row, Seat, blank

NS = "{http://www.w3.org/2000/svg}"
LONG = ("Константинопольская!", "Мария-Антуанетта Щер", "WWWWWWWWWWWWWWWWWWWW", "Ян")

NAMES = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" <>&]"), min_size=1, max_size=20
)
TOTALS = st.lists(
    st.integers(-20_000, 99_999).map(str) | st.integers(0, 99_999).map(lambda one: f"{one}½"),
    max_size=60,
)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    """Any sheet of three or four."""
    count = draw(st.sampled_from([3, 4]))
    names = [draw(NAMES) for _ in range(count)]
    seats = [
        Seat(
            names[at],
            draw(TOTALS),
            draw(TOTALS),
            [(names[(at + k) % count], draw(TOTALS)) for k in range(1, count)],
            full=draw(st.booleans()),
            deals=draw(st.booleans()),
        )
        for at in range(count)
    ]
    return Picture("title", seats, ("1000", "0.333333333"))


def seats(raw: bytes) -> list[ET.Element]:
    """The groups of the seats of a drawing."""
    return [one for one in ET.fromstring(raw).iter(f"{NS}g") if one.get("class") == "seat"]


def extent(text: ET.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a text that begins at its x."""
    size, x, y = (float(text.get(key, "0")) for key in ("font-size", "x", "y"))
    wide = width(text.text or "", size, bold=text.get("font-weight") == "bold")
    wide += sum(width(part.text or "", size, bold=True) for part in text)
    assert text.get("text-anchor") is None
    # Figures stand on their line; 0.73 is the height of a capital.
    return x, y - 0.73 * size, x + wide, y


def cells_of(seat: ET.Element, cells: list[Cell]) -> Iterator[tuple[Cell, ET.Element]]:
    """Each text of a seat that is written in a cell, with the cell."""
    groups = [one for one in seat if "cell" in one.get("class", "")]
    for cell, group in zip(cells, groups, strict=True):
        for text in group.iter(f"{NS}text"):
            yield cell, text


def outside(raw: bytes) -> list[str]:
    """The texts of a drawing that are not inside their cell."""
    drawn = seats(raw)
    found = []
    for seat, place in zip(drawn, places(len(drawn)), strict=True):
        cells = [place.mountain, place.pool, *place.whists]
        inside = list(cells_of(seat, cells))
        inside += [(place.name, one) for one in seat if one.get("class") == "name"]
        for cell, text in inside:
            left, top, right, bottom = extent(text)
            low, high = cell.span(top, bottom)
            if left < low or right > high or top < cell.top or bottom > cell.bottom:
                found.append("".join(text.itertext()))
    return found


@settings(deadline=None, max_examples=60)
@given(pictures())
def test_every_text_is_inside_its_cell(shown: Picture) -> None:
    """Whatever the names and the figures are."""
    assert outside(svg.document(shown)) == []


@settings(deadline=None, max_examples=60)
@given(pictures())
def test_no_figure_is_cut(shown: Picture) -> None:
    """A cell holds all the totals, or the last of them after an ellipsis; the last in any case."""
    for seat, drawn in zip(shown.seats, seats(svg.document(shown)), strict=True):
        groups = [one for one in drawn if "cell" in one.get("class", "")]
        columns = [seat.mountain, seat.pool, *(totals for _, totals in seat.whists)]
        for totals, group in zip(columns, groups, strict=True):
            texts = [one for one in group.iter(f"{NS}text") if one.get("class") != "label"]
            written = "".join("".join(one.itertext()) for one in texts)
            if written.startswith("…"):
                kept = written[1:].split(".")
                assert kept == list(totals)[-len(kept) :]
            else:
                assert written == ".".join(totals)
            bold = [part.text for one in texts for part in one]
            assert bold == list(totals[-1:])


@settings(deadline=None, max_examples=60)
@given(pictures())
def test_texts_of_a_cell_do_not_lie_over_each_other(shown: Picture) -> None:
    """The lines of a cell stand below each other, and its label below them."""
    for seat in seats(svg.document(shown)):
        for group in seat:
            boxes = sorted(extent(text)[1::2] for text in group.iter(f"{NS}text"))
            for (_, bottom), (top, _) in pairwise(boxes):
                assert bottom <= top


def crowded(count: int) -> Picture:
    """Sixty hands: five-digit totals, names of twenty letters."""
    chance = random.Random(60)

    def totals(number: int, start: int, step: int) -> list[str]:
        found = [start]
        for _ in range(number):
            found.append(found[-1] + chance.randint(1, step))
        return [str(one) for one in found[1:]]

    seats = [
        Seat(
            LONG[at],
            totals(18, 0, 9),
            totals(22, 10_000, 60),
            [(LONG[(at + k) % count], totals(24, 9_000, 400)) for k in range(1, count)],
            full=at == 0,
            deals=at == 1,
        )
        for at in range(count)
    ]
    rows = [Row(one, "+12345", "+6172.50", 1) for one in LONG[:count]]
    payments = [(LONG[0], LONG[1], "12345.00"), (LONG[1], LONG[2], "0.50")]
    return Picture("", seats, ("1000", "0.5"), "", rows, payments, ["a b " * 60])


@pytest.mark.parametrize("count", [3, 4])
def test_a_crowded_sheet_shows_its_newest_figures(count: int) -> None:
    """Sixty hands fit; where a column is shortened, it still shows a dozen totals or more."""
    raw = svg.document(crowded(count))
    assert outside(raw) == []
    for seat in seats(raw):
        for group in seat:
            texts = ["".join(one.itertext()) for one in group.iter(f"{NS}text")]
            written = "".join(texts[1:])
            assert not written.startswith("…") or written.count(".") >= 12
    assert len(raw) < 30_000


@pytest.mark.parametrize("count", [3, 4])
def test_under_the_drawing_nothing_leaves_the_paper(count: int) -> None:
    """Names, nets, payments and small print stay between the margins, beside each other."""
    root = ET.fromstring(svg.document(crowded(count)))
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in root.findall(f"{NS}text"):
        size, x = float(text.get("font-size", "0")), float(text.get("x", "0"))
        wide = width(text.text or "", size, bold=text.get("font-weight") == "bold")
        left = x - wide if text.get("text-anchor") == "end" else x
        assert left >= 40
        assert left + wide <= 1040
        rows.setdefault(text.get("y", ""), []).append((left, left + wide))
    assert len(rows) >= count + 3
    for spans in rows.values():
        spans.sort()
        assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_whists_on_an_opponent_stand_nearest_to_him() -> None:
    """Of each seat's whist cells, the one on somebody is nearest to where he sits."""
    for count in (3, 4):
        turns = [place.turn for place in places(count)]
        drawn = seats(svg.document(named(count)))
        for at, seat in enumerate(drawn):
            labels = ["".join(one.itertext()) for one in seat.iter(f"{NS}text")]
            on = [label.removeprefix("on: ") for label in labels if label.startswith("on: ")]
            for label, cell in zip(on, places(count)[at].whists, strict=True):
                x = sum(corner[0] for corner in cell.corners) / 4
                turned = (turns[int(label)] - turns[at]) % 360
                side = {90: x < 400, 180: 400 < x < 600, 270: x > 600}
                assert side[turned] or (count == 3 and turned == 180 and x != 500)


def named(count: int) -> Picture:
    """Players by the numbers of their seats."""
    seats = [
        Seat(str(at), whists=[(str((at + k) % count), ()) for k in range(1, count)])
        for at in range(count)
    ]
    return Picture("", seats)


@pytest.mark.parametrize(
    "name",
    ["<img src=x onerror=alert(1)>", "]]>", "{{7*7}}", "שרה", "🙂🙂", "a&b", '"', "--><script>"],
)
def test_a_hostile_name_is_text(name: str) -> None:
    """Names come out as they were typed, and are never markup."""
    shown = Picture(name, [Seat(name)._replace(whists=[(name, ())] * 2)] * 3, rows=[
        Row(name, "+1", "", 1)])  # fmt: skip
    root = ET.fromstring(svg.document(shown))
    texts = [one.text for one in root.iter(f"{NS}text") if one.get("class") == "player"]
    assert texts == [name]
    tags = {one.tag.removeprefix(NS) for one in root.iter()}
    assert tags <= {"svg", "title", "style", "rect", "g", "polyline", "circle", "text", "path"}


def test_the_element_can_stand_inside_a_page() -> None:
    """Nothing in it could meet something of the page: no id, no style, no script, no address."""
    root = ET.fromstring(svg.element(blank(4)))
    for one in root.iter():
        assert one.tag.removeprefix(NS) not in {"style", "script", "image", "use"}
        assert not {"id", "style", "href"} & set(one.keys())


@pytest.mark.parametrize("count", [3, 4])
def test_the_empty_form_has_cells_and_no_figure(count: int) -> None:
    """A form names its cells and holds nothing else."""
    raw = svg.form(count)
    assert len(seats(raw)) == count
    text = "".join(ET.fromstring(raw).itertext())
    assert not any(one.isdigit() for one in text.replace(svg._STYLE, ""))
    assert text.count("on:") == count * (count - 1)


def test_our_own_file_is_known_again(tmp_path: Path) -> None:
    """By its mark, near its beginning."""
    assert svg.is_ours(svg.form(3))
    assert not svg.is_ours(svg.form(3).replace(svg.MARK.encode(), b""))
    assert not svg.is_ours(b"")


def test_without_a_settlement_it_is_the_drawing_alone() -> None:
    """A page that tells the rest in its own way takes the square only."""
    root = ET.fromstring(svg.element(named(4)))
    assert (root.get("width"), root.get("height")) == ("1080", "1080")
    assert not root.findall(f"{NS}text")


def test_a_cell_tells_all_of_it_where_one_points_at_it() -> None:
    """Whose, what, and every total, also those for which there was no room."""
    shown = crowded(4)
    raw = svg.document(shown).decode()
    assert f"<title>{LONG[0]}, mountain: {'.'.join(shown.seats[0].mountain)}</title>" in raw
    assert f"<title>{LONG[3]}, on: {LONG[0]}: " in raw
