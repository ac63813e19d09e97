"""Every proof of this folder runs in a folder of its own, in English, with its own state."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from evenings import alone

# Where the bytes are the subject, and not the disk, it is not waited for.
HASTY = ("test_bytes_kept", "test_edited_by_hand", "test_output", "test_truncated", "test_walk")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    return alone(tmp_path, monkeypatch)


@pytest.fixture(autouse=True)
def haste(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting for the disk, for commands in this process, where nothing hangs on it."""
    if request.module.__name__ in HASTY:
        monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
