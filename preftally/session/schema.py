"""The JSON schema of a session file, from the same rows that read and write it.

Draft 2020-12: editors complete and check session files by it. It refuses what the reader
refuses as far as a schema can; who sits at the table and what adds up are beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from preftally.engine.conventions import CONVENTIONS, DIALS, Dial
from preftally.engine.model import LEVELS
from preftally.notation import words
from preftally.session import header
from preftally.session.hands import COMMON, KINDS, Key, Kind, tells

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of a whole file, as one JSON object."""
    head = {key.name: dict(key.schema) for key in header.KEYS.values()}
    return {
        "$schema": DRAFT,
        "title": "A session of preftally",
        **_table(
            {**head, "hand": {"type": "array", "items": {"$ref": "#/$defs/hand"}}},
            [key.name for key in header.KEYS.values() if key.needed],
        ),
        "$defs": {"rules": _rules(), "hand": {"oneOf": [_kind(kind) for kind in KINDS]}},
    }


def _table(properties: dict[str, Any], needed: Iterable[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(needed),
        "additionalProperties": False,
    }


def _kind(kind: Kind) -> dict[str, Any]:
    rows = {key.name: _value(key) for key in (*kind.keys, *COMMON)}
    return {"title": kind.name, **_table(rows, kind.needed)}


def _value(key: Key) -> dict[str, Any]:
    found = dict(key.codec.schema)
    if "contract" in found:
        kind = found.pop("contract")
        found["pattern"] = _word(kind) if tells(key) else _contract()
    return found


def _word(kind: str) -> str:
    return rf"^\s*({_any(words.KINDS[kind].all)})\s*$"


def _contract() -> str:
    levels = "|".join(map(str, LEVELS))
    suits = _any(one for word in words.SUITS.values() for one in word.all)
    return rf"^\s*({levels})\s*({suits})[\ufe0e\ufe0f]*\s*$"


def _any(spellings: Iterable[str]) -> str:
    """A pattern of any of some words, in any case; such patterns know no flags."""
    return "|".join("".join(map(_letter, one)) for one in dict.fromkeys(spellings))


def _letter(one: str) -> str:
    same = sorted({one.lower(), one.upper()} | ({"е", "Е", "ё", "Ё"} if one in "её" else set()))
    return f"[{''.join(same)}]" if len(same) > 1 else one


def _rules() -> dict[str, Any]:
    groups: dict[str, dict[str, Any]] = {}
    for path, dial in DIALS.items():
        group, _, key = path.partition(".")
        groups.setdefault(group, {})[key] = _dial(dial)
    found: dict[str, Any] = {group: _table(keys, ()) for group, keys in groups.items()}
    # The whole table of values of a built-in convention, by its name.
    found["values"] = {"oneOf": [found["values"], {"enum": list(CONVENTIONS)}]}
    # A key may also be written in quotes, with its dot.
    return _table({**found, **{path: _dial(dial) for path, dial in DIALS.items()}}, ())


def _dial(dial: Dial) -> dict[str, Any]:
    if dial.is_flag:
        return {"type": "boolean"}
    parts: list[dict[str, Any]] = [{"enum": list(dial.words)}] if dial.words else []
    if dial.numbers is not None:
        number = {"type": "integer", "minimum": dial.numbers[0], "maximum": dial.numbers[-1]}
        if dial.length is None:
            parts.append(number)
        else:
            ends = {"minItems": dial.length[0], "maxItems": dial.length[-1]}
            parts.append({"type": "array", "items": number, **ends})
    return parts[0] if len(parts) == 1 else {"anyOf": parts}
