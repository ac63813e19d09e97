"""What `?` shows can be typed as it stands; Enter pressed twice is said."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from preftally import lang
from preftally.cli.app import run
from preftally.cli.guide import examples, typed
from preftally.engine.conventions import CONVENTIONS
from preftally.engine.replay import Game, replay
from preftally.notation.grammar import spoken
from preftally.notation.meaning import understood

TABLES = (
    ("W", "E", "S"),
    ("W", "N", "E", "S"),
    ("Ира", "Без К.", "Павел", "Паша"),
    ("Анна Петрова", "Анна К.", "Семён"),
)


@pytest.mark.parametrize("language", lang.LANGUAGES)
@pytest.mark.parametrize("players", TABLES, ids=" ".join)
def test_the_examples_are_understood(players: tuple[str, ...], language: str) -> None:
    """Each line of `?` means the entry whose sentence stands beside it."""
    played = replay(Game(CONVENTIONS["sochi"], players, players[0], 20), ())
    with lang.speaking(language):
        shown = list(examples(played))
        assert len(shown) > 8
        for hand in shown:
            line = typed(hand, played.table)
            assert understood(spoken(shlex.split(line)), played.table) == hand, line


def test_the_same_twice_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is recorded, and the warning names the way back; another hand brings none."""
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session = ["-s", str(tmp_path / "evening.toml")]
    assert run(["new", *session]) == 0
    warned = []
    for line in ("s 6c", "s 6c", "e 6c"):
        capsys.readouterr()
        assert run(["hand", *session, *line.split()]) == 0
        warned.append("undo" in capsys.readouterr().err)
    assert warned == [False, True, False]
