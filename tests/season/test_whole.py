"""A session read in one go is what it is when it is read hand by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from evenings import evening_of_four, evening_of_three

from preftally.session import file, whole

PATH = Path("preftally.toml")
HEAD = b'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 20\n'
HAND = b'\n[[hand]]\ncontract = "misere"\ndeclarer = "E"\ntricks = 0\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)


def test_it_is_the_same_session() -> None:
    """Every kind of entry, three and four players, with rules and people who come."""
    for raw in (evening_of_three(), evening_of_four(), HEAD, HEAD + HAND):
        found, careful = whole.read(PATH, raw), file.parse(PATH, raw)
        assert found is not None
        assert found == careful._replace(cut=())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        HEAD + b"hand = [{ contract = 'misdeal' }]\n",
        HEAD + HAND + b"\n[rules]\nwhist.half_whist = false\n",
        HEAD + b"\n[rules]\nwhist.half_whist = false\n" + HAND + b"\n[rules.pool]\nend = 'none'\n",
        HEAD + HAND + b"\n [rules.pool]\nend = 'none'\n",
        HEAD + HAND[:-1],
        HEAD + HAND + b"\0\0\0",
        HEAD + HAND + b"note = '\xff'\n",
        HEAD + HAND.replace(b"= 0", b"= 1000000000000"),
        HEAD + HAND + b"colour = 'red'\n",
        HEAD + b"stake = 10000000000\n",
        HEAD.replace(b"= 1", b"= 2"),
        HEAD + HAND + b"\n[hand.more]\nx = 1\n",
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_the_judge(raw: bytes) -> None:
    """Nothing that `file.parse` finds fault with is read."""
    assert whole.read(PATH, raw) is None
