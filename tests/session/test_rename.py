"""A player is called otherwise everywhere, and nothing else changes."""

from __future__ import annotations

import re

import pytest
from evenings import SESSION, begin, call, done, evening

HEAD = """\
# Ana's evening
format = 1
convention = "sochi"
players = [  # clockwise
  "Ana", "Boris",
  "Vera",
]
dealer = "ANA"  # of the first hand
pool = 20

[rules]
whist.style = "greedy"
"""
ENTRIES = (
    ("hand", "7S", "5", "--whist", "Ana", "--pass", "Boris", "--note", "Ana sighs"),
    ("hand", "6D", "7", "--whist", "Ana=2", "--whist", "Boris=1"),
    ("hand", "pass", "Ana=1", "Boris=5", "Vera=4", "--dealer", "Ana"),
    ("adjust", "Boris", "--whists", "4", "--on", "Ana"),
    ("join", "Gleb"),
    ("hand", "misere", "0", "--by", "Ana"),
)


def written() -> bytes:
    """An evening with a player in every role, a hand of it undone."""
    begin(head=HEAD)
    for words in ENTRIES:
        done(*words)
    done("undo")
    return SESSION.read_bytes()


def test_a_name_changes_wherever_it_stands() -> None:
    """Head, entries and what was undone have the new name; comments and notes stay."""
    raw = written()
    done("rename", "an", "Anna")
    text = SESSION.read_text(encoding="utf-8")
    assert evening().played.table.players == ("Anna", "Gleb", "Boris", "Vera")
    assert re.findall(r".*\bana\b.*", text, re.IGNORECASE) == [
        "# Ana's evening",
        'note = "Ana sighs"',
    ]
    done("redo")
    assert 'declarer = "Anna"' in SESSION.read_text(encoding="utf-8").splitlines()
    done("undo", "2")
    assert SESSION.read_bytes() == raw
    done("redo")
    assert SESSION.read_text(encoding="utf-8") == text


def test_who_joined_can_be_called_otherwise_too() -> None:
    """The newcomer's entry has the name."""
    written()
    done("rename", "Gleb", "Хлеб")
    assert evening().played.table.players[1] == "Хлеб"


@pytest.mark.parametrize(
    "words",
    [("Ana", "Boris"), ("Ana", "Воris"), ("Ana", "gleb"), ("Ana", "Ana"), ("Nobody", "Anna"),
     ("Ana", ""), ("Ana", "undo"), ("Ana",)],
    ids=" ".join,
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused(words: tuple[str, ...]) -> None:
    """One that another has, or looks like, or that means something; nothing is written."""
    raw = written()
    outcome = call("rename", *words)
    assert outcome.status == 2
    assert outcome.err.startswith("error:")
    assert SESSION.read_bytes() == raw


def test_only_the_case_of_a_name_may_change() -> None:
    """`Ana` becomes `ANA`."""
    written()
    done("rename", "Ana", "ANA")
    assert evening().played.table.players[0] == "ANA"
