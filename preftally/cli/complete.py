"""Completion in the shell: quick, and silent on every error."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable


def players(incomplete: str) -> list[str]:
    """The players of the current session; only the head of the file is read."""
    try:
        path = os.environ.get("PREFTALLY_SESSION") or "preftally.toml"
        with open(path, encoding="utf-8-sig") as file:
            head = file.read().partition("[[hand]]")[0]
        names = [name for name in tomllib.loads(head)["players"] if isinstance(name, str)]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return _beginning(names, incomplete)


def contracts(incomplete: str) -> list[str]:
    """All contracts, misère and all-pass."""
    suits = ("S", "C", "D", "H", "NT")
    words = [f"{level}{suit}" for level in range(6, 11) for suit in suits]
    return _beginning([*words, "misere", "pass"], incomplete)


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


def keys(incomplete: str) -> list[str]:
    """The keys of a convention, each with its equals sign, and the words they may hold."""
    from preftally.engine.conventions import DIALS

    key, equals, _value = incomplete.partition("=")
    if not equals:
        return _beginning([f"{key}=" for key in DIALS], incomplete)
    dial = DIALS.get(key)
    words = () if dial is None else ("true", "false") if dial.is_flag else dial.words
    return _beginning([f"{key}={word}" for word in words], incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    start = incomplete.casefold()
    return [word for word in words if word.casefold().startswith(start)]
