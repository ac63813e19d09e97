"""What can stand next: the words that completion offers, in the shell and at the prompt.

Quick, and silent on every error: a session that cannot be read has no players here.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from preftally.notation import words


class Begun(str):
    """A word that goes on from what was typed.

    Whether it does is decided here, by what names and words have in common; the library,
    which would compare letter by letter, lets it through. So `an` finds Anna.
    """

    __slots__ = ()

    def startswith(self, *_typed: Any) -> bool:
        """Always."""
        return True


# The session that the words before name, where a shell asks (`shells`).
_named: list[Path] = []


def on_session(*path: Path) -> None:
    """Complete the players of this session from now on; without one, of the usual."""
    _named[:] = path


def players(incomplete: str) -> list[str]:
    """The players of the session: those of its head, and who joined."""
    from preftally.session import file

    try:
        path = file.locate(_named[0] if _named else None, os.environ)
        text = path.read_bytes().decode("utf-8-sig") if path.is_file() else ""
        names = _seated(text)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    return called(names, incomplete)


def _seated(text: str) -> list[str]:
    head = text[: re.search(r"^[ \t]*\[\[|\Z", text, re.MULTILINE).start()]  # type: ignore[union-attr]
    later = re.findall(r"^[ \t]*(join[ \t]*=.*)", text[len(head) :], re.MULTILINE)
    found = [*tomllib.loads(head)["players"], *(tomllib.loads(row)["join"] for row in later)]
    return [name for name in dict.fromkeys(found) if isinstance(name, str)]


def called(players: Iterable[str], incomplete: str) -> list[str]:
    """The names that begin so, as they can be typed: without what nobody sees in them."""
    from preftally.notation import names, unseen

    return [Begun(unseen.without(name)) for name in players if names.begins(incomplete, name)]


def contracts(incomplete: str) -> list[str]:
    """All contracts, misère, all-pass and misdeal; by other words where those are begun."""
    suits, kinds = words.SUITS.values(), words.KINDS.values()
    shown = [f"{level}{suit.english[0]}" for level in range(6, 11) for suit in suits]
    found = _beginning([*shown, *(kind.english[0] for kind in kinds)], incomplete)
    if found or not incomplete:
        return found
    every = [f"{level}{one}" for level in range(6, 11) for suit in suits for one in suit.all]
    return _beginning([*every, *(one for kind in kinds for one in kind.all)], incomplete)


def hand_words(incomplete: str) -> list[str]:
    """What may stand in the short form: contracts, and players by their names."""
    return [*contracts(incomplete), *players(incomplete)]


def convention_words(incomplete: str) -> list[str]:
    """What `conventions` does, and with which."""
    return [*_beginning(("list", "show", "export"), incomplete), *conventions(incomplete)]


def conventions(incomplete: str) -> list[str]:
    """The built-in conventions."""
    from preftally.engine.conventions import CONVENTIONS

    return _beginning(CONVENTIONS, incomplete)


def rules(incomplete: str) -> list[str]:
    """The sections of the rules, by number and by word; before a letter is typed, by number."""
    from preftally.cli import law

    return _beginning(law.offered() if incomplete else law.headings("en"), incomplete)


def keys(incomplete: str) -> list[str]:
    """The keys of a convention, each with its equals sign, and the words they may hold."""
    from preftally.engine.conventions import DIALS

    key, equals, _value = incomplete.partition("=")
    if not equals:
        return _beginning([f"{key}=" for key in DIALS], incomplete)
    dial = DIALS.get(key)
    values = () if dial is None else ("true", "false") if dial.is_flag else dial.words
    return _beginning([f"{key}={value}" for value in values], incomplete)


def _beginning(known: Iterable[str], incomplete: str) -> list[str]:
    start = words.folded(incomplete)
    return [Begun(word) for word in known if words.folded(word).startswith(start)]
