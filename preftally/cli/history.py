"""What was typed at the prompt, kept from one evening to the next; nobody else's to read."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from preftally.notation.unseen import unseen
from preftally.session import private

NAME = "history"
MOST_LINES = 1000


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """The lines of earlier evenings under the arrow keys; at the end, these with them.

    Nothing where this Python has no line editing, or where nobody sits at the keyboard.
    """
    editor = _editor()
    if editor is None:
        yield
        return
    for line in _lines():
        editor.add_history(line)
    begun = editor.get_current_history_length()
    try:
        yield
    finally:
        last = editor.get_current_history_length()
        typed = [editor.get_history_item(number) or "" for number in range(begun + 1, last + 1)]
        # Those that another prompt has kept in the meantime stay.
        lines = [*_lines(), *filter(_can_be_kept, typed)][-MOST_LINES:]
        if typed:
            private.write(NAME, "".join(f"{line}\n" for line in lines).encode())


def _editor() -> Any:
    if not sys.stdin.isatty():
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline


def _lines() -> list[str]:
    """The lines that are kept, the last one at the end."""
    found = private.read(NAME).decode(errors="replace").split("\n")
    return [line for line in found if line and _can_be_kept(line)][-MOST_LINES:]


def _can_be_kept(line: str) -> bool:
    """Whether a line comes back as it was typed, and does nothing to the terminal."""
    return bool(line.strip()) and unseen(line) < 0
