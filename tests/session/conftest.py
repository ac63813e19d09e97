"""Every proof of this folder runs in a folder of its own, in English, with its own state."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Where the bytes are the subject, and not the disk, it is not waited for.
HASTY = ("test_bytes_kept", "test_edited_by_hand", "test_output", "test_truncated", "test_walk")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one; what `undo` keeps and the home lie beside it."""
    here = tmp_path / "evening"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # `run` sets this one itself; so it is given back at the end of the test.
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    for name in ("PREFTALLY_SESSION", "COLUMNS", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    return here


@pytest.fixture(autouse=True)
def haste(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting for the disk, for commands in this process, where nothing hangs on it."""
    if request.module.__name__ in HASTY:
        monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
