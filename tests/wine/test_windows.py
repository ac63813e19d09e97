"""What differs on Windows, tried wherever the suite runs: line ends, marks, consoles, paths."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from preftally.cli.app import run

PREFTALLY = (sys.executable, "-X", "utf8=0", "-m", "preftally")
HAND = ("hand", "7п", "5", "--whist", "Анна", "--pass", "Борис", "--note", "рука")


def preftally(folder: Path, *words: str, encoding: str = "") -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, on a console of this encoding."""

    env = {**os.environ, "PYTHONIOENCODING": encoding, "PREFTALLY_LANG": "ru"}
    env["XDG_STATE_HOME"] = env["LOCALAPPDATA"] = str(folder.parent / "state")
    return subprocess.run(
        [*PREFTALLY, *words], cwd=folder, input=b"", capture_output=True, check=False, env=env
    )


@pytest.mark.parametrize("encoding", ["cp866", "cp1251", "utf-8"])
def test_an_evening_on_a_russian_console(tmp_path: Path, encoding: str) -> None:
    """In a folder with a Cyrillic name; what comes back from `undo` is what was taken."""
    folder = tmp_path / "Вечер у Анны"
    folder.mkdir()
    for words in (
        ("new", "--players", "Анна,Борис,Вера"), HAND, ("undo",), ("redo",), ("sheet",), ("log",),
        ("edit", "1", "6ч", "6", "--by", "Вера", "--pass", "Анна", "--pass", "Борис"), ("check",),
        ("settle", "--stake", "0,5"), ("conventions", "show"),
    ):  # fmt: skip
        ended = preftally(folder, *words, encoding=encoding)
        assert ended.returncode == 0, (words, ended.stderr.decode(encoding))
        assert "ошибка" not in ended.stderr.decode(encoding)
    assert "Вера" in preftally(folder, "sheet", encoding=encoding).stdout.decode(encoding)
    assert sorted(one.name for one in folder.iterdir()) == ["preftally.toml"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_line_ends_of_notepad_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: bytes
) -> None:
    """And its mark at the beginning; what was there before is there byte for byte."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    session = tmp_path / "preftally.toml"
    assert run(["new", "--players", "Анна,Борис,Вера"]) == 0
    raw = mark + session.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    session.write_bytes(raw)
    assert run(list(HAND)) == 0
    assert session.read_bytes().startswith(raw)
    assert run(["sheet"]) == 0
    assert run(["undo"]) == 0
    assert session.read_bytes() == raw


def test_json_is_the_same_on_every_console(tmp_path: Path) -> None:
    """What a console lacks is escaped."""
    assert preftally(tmp_path, "new", "--players", "Анна,Борис,Вера").returncode == 0
    for encoding in ("cp866", "cp1251", "utf-8", "ascii"):
        ended = preftally(tmp_path, "sheet", "--json", encoding=encoding)
        assert json.loads(ended.stdout.decode(encoding))["players"] == ["Анна", "Борис", "Вера"]


def test_two_writers_wait_for_each_other(tmp_path: Path) -> None:
    """One after the other; a refusal, if any, is in words and loses nothing."""
    assert preftally(tmp_path, "new", "--players", "Анна,Борис,Вера").returncode == 0
    many = [
        subprocess.Popen(
            [*PREFTALLY, "hand", "misdeal"],
            cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        for _number in range(4)
    ]  # fmt: skip
    ended = [(one.communicate()[1], one.returncode) for one in many]
    done = sum(status == 0 for _said, status in ended)
    assert (tmp_path / "preftally.toml").read_bytes().count(b"[[hand]]") == done
    assert done >= 1
    for said, status in ended:
        assert status in (0, 4)
        assert b"b'" not in said
