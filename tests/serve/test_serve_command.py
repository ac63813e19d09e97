"""`preftally serve` as it is begun and ended."""

from __future__ import annotations

import builtins
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from preftally.cli.app import run
from preftally.serve import address

HEAD = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 20\n'


def test_it_says_the_address_at_once_and_ends_at_once(tmp_path: Path) -> None:
    """The first line is the address; who listens does not keep Ctrl-C from ending it."""
    (tmp_path / "preftally.toml").write_text(HEAD, encoding="utf-8")
    command = [sys.executable, "-m", "preftally", "--lang", "en", "serve"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PREFTALLY_STAKE": "0.5"},
    ) as going:  # fmt: skip
        assert going.stdout
        where = going.stdout.readline().strip()
        assert where.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(where, timeout=10) as page:
            assert "A whist is 0.5." in page.read().decode()
        with urllib.request.urlopen(f"{where}events", timeout=10) as events:
            assert events.readline() == b"event: page\n"
            began = time.monotonic()
            going.send_signal(signal.SIGINT)
            rest, errors = going.communicate(timeout=10)
        assert time.monotonic() - began < 2
    assert going.returncode == 0
    assert rest == ""
    assert "Traceback" not in errors


def test_without_a_session_there_is_nothing_to_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 3, as of any command that reads."""
    monkeypatch.chdir(tmp_path)
    assert run(["serve"]) == 3
    assert "there is no session" in capsys.readouterr().err


def test_a_port_that_is_taken_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, and what to do."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "preftally.toml").write_text(HEAD, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert run(["serve", "--port", str(taken.getsockname()[1])]) == 1
    assert "name another with --port" in capsys.readouterr().err
    assert run(["serve", "--port", "70000"]) == 2


def test_the_code_is_a_square_of_half_blocks() -> None:
    """As wide as two of its rows are high, with a light border."""
    rows = address.qr("http://192.168.1.17:8320/abcdefghijklmnopqrstuv/")
    assert rows
    assert len({len(row) for row in rows}) == 1
    assert len(rows) == (len(rows[0]) + 1) // 2
    assert set(rows[0]) == {"█"}
    assert set("".join(rows)) == set("█▀▄ ")


def test_without_the_extra_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is shown all the same."""
    real = builtins.__import__

    def without(name: str, *rest: object) -> object:
        if name == "segno":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)
    assert address.qr("http://192.168.1.17/") is None
