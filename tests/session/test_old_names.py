"""Names that version 0.1 took and `new` refuses by now: such an evening goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from evenings import SESSION, call, done, one_error, records

OLD: Sequence[Sequence[str]] = (
    ("Пётр", "Петр", "Вера"),
    ("C", "С", "Вера"),
    ("Анна", "Анна\u200b", "Aнна"),
    ("“Анна", "Борис", "Вера”"),
    ("Анна  К.", "Анна К.", "Вера"),
    ("undo", "pass", "7S"),
    ("1", "2", "3"),
)


def quoted(name: str) -> str:
    """A name in the file."""
    return json.dumps(name, ensure_ascii=False)


@pytest.mark.parametrize("players", OLD, ids=ascii)
def test_an_evening_with_such_names_is_read_and_goes_on(players: Sequence[str]) -> None:
    """In the file and in the options each name is its own player's; what is written is read."""
    one, two, three = map(quoted, players)
    SESSION.write_text(
        f'format = 1\nconvention = "sochi"\nplayers = [{one}, {two}, {three}]\n'
        f"dealer = {one}\npool = 100\n\n[[hand]]\n"
        f'contract = "6S"\ndeclarer = {three}\npass = [{one}, {two}]\n'
        f"\n[[hand]]\ncontract = \"pass\"\ntaken = {{ {one} = 1, {two} = 5, {three} = 4 }}\n",
        encoding="utf-8",
    )  # fmt: skip
    done("check")
    assert json.loads(done("sheet", "--json").out)["players"] == list(players)
    first, second, third = players
    for by, whist, passed in (players, (second, third, first), (third, first, second)):
        done("hand", "7S", "5", "--by", by, "--whist", whist, "--pass", passed)
        hand = records()[-1].hand
        assert (hand.declarer, hand.whist, hand.passed) == (by, (whist,), (passed,))  # type: ignore[union-attr]
        done("undo")
        done("redo")
        assert records()[-1].hand == hand
    done("adjust", second, "--mountain", "2")
    done("edit", "3", "6S", "6", "--by", first, "--pass", second, "--pass", third)
    done("check")
    for words in (("sheet",), ("log",), ("settle",), ("explain",)):
        done(*words)


@pytest.mark.parametrize("players", OLD, ids=ascii)
def test_nobody_sits_down_to_such_an_evening_by_such_a_name(players: Sequence[str]) -> None:
    """`new` refuses all of them."""
    outcome = call("new", "--players", ",".join(players))
    if players[0].startswith("“"):
        assert outcome.status == 0  # a pair around the whole, which is dropped
    else:
        one_error(outcome, 2)
