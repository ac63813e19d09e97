"""The stake: how it is typed, and which one holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from preftally.cli import stake
from preftally.errors import WrongUsage


def test_the_option_holds_before_the_head_before_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without any of them there is no stake."""
    monkeypatch.delenv("PREFTALLY_STAKE", raising=False)
    assert stake.agreed(None) == (None, "")
    monkeypatch.setenv("PREFTALLY_STAKE", "0,25")
    assert stake.agreed(None) == (Fraction(1, 4), "0.25")
    assert stake.agreed(None, "2") == (2, "2")
    assert stake.agreed(".5", "2") == (Fraction(1, 2), "0.5")


@pytest.mark.parametrize(("option", "where"), [("x", "--stake"), (None, "PREFTALLY_STAKE")])
def test_what_is_no_money_is_refused_with_its_place(
    option: str | None, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that one knows what to mend."""
    monkeypatch.setenv("PREFTALLY_STAKE", "-1")
    with pytest.raises(WrongUsage, match=where):
        stake.agreed(option)
