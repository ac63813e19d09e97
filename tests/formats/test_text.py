"""The text for a chat: forty cells, figures never cut."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from preftally import lang
from preftally.engine.conventions import CONVENTIONS
from preftally.engine.model import Correction
from preftally.engine.replay import Game, replay
from preftally.formats import text
from preftally.views import report
from preftally.views.report import Detail, Report

NAMES = st.lists(
    st.text(st.characters(exclude_categories=["C", "Z", "M"]), min_size=1, max_size=60),
    min_size=3, max_size=4, unique_by=str.casefold,
)  # fmt: skip


def told(names: list[str], amounts: list[int], stake: Fraction | None = None) -> Report:
    """An evening of corrections."""
    game = Game(CONVENTIONS["sochi"], tuple(names), names[0], 20)
    hands = [
        Correction(one, mountain=amount)
        for one, amount in zip(names, amounts, strict=False)
        if amount
    ]
    return Report(replay(game, hands), [Detail()] * len(hands), stake, "0.5" if stake else "")


@settings(deadline=None, max_examples=60)
@given(NAMES, st.lists(st.integers(-99_999, 99_999), min_size=4, max_size=4), st.booleans())
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_line_is_wider_than_forty_cells(
    language: str, names: list[str], amounts: list[int], paid: bool
) -> None:
    """Whatever the names are, every figure is whole, and the last line is the mark."""
    evening = told(names, amounts, Fraction(1, 2) if paid else None)
    with lang.speaking(language):
        lines = list(text.lines(evening))
        transfers = report.transfers(evening)
        results = [(one.whists, one.money) for one in report.results(evening)]
    assert max(map(cell_len, lines)) <= 40
    for whists, money in results:
        net = f"{whists:+}" if whists else "0"
        assert any(line.endswith(f": {net}" + f" = {money}" * paid) for line in lines)
    for _payer, _to, amount in transfers:
        assert any(line.endswith(f": {amount}") for line in lines)
    assert lines[-1] == "preftally"


def test_a_payment_of_long_names_takes_two_lines() -> None:
    """Both people stand in it, as far as there is room."""
    names = ["Константинопольская", "Мария-Антуанетта", "Ян"]
    lines = list(text.lines(told(names, [0, 3, 0])))
    at = lines.index("Мария-Антуанетта pays")
    assert lines[at + 1] == "  Константинопольская: 10 whists"


def test_a_file_is_known_by_its_last_line() -> None:
    """And a text that only speaks of us is not ours."""
    assert text.is_ours(text.written(told(["W", "E", "S"], [])))
    assert not text.is_ours(b"I use\npreftally\nevery day\n")
