"""What a terminal shows: every command, every refusal, and the README's own session."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcript import of_document, replayed

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
FILES = sorted((HERE / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_is_what_the_terminal_shows(path: Path) -> None:
    """Each command of the transcript prints just what stands below it."""
    expected = path.read_bytes().decode()
    assert replayed(expected) == expected


def test_the_session_of_the_readme_is_true() -> None:
    """The commands of the README, run one after the other, print what it shows."""
    expected = of_document(README.read_bytes().decode())
    assert expected
    assert replayed(expected) == expected
