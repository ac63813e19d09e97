"""Derive the table of look-alikes from Unicode's confusables.

    pip install confusable-homoglyphs
    python .ci/lookalikes.py [confusables.json]

The data is `confusables.txt` of Unicode's Technical Standard 39, as the package
`confusable-homoglyphs` ships it. Taken are single characters of the Latin, the Cyrillic
and the Greek alphabet, digits, and what stands for a hyphen or an apostrophe; letters
that are composed or mere variants are taken apart before the table is asked. What is
printed stands in `preftally/notation/lookalikes.py`; a test holds that it still does.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import Any

_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")
# Signs that stand inside names, each with all that looks like it.
_SIGNS = ("-", "'")


def confusables() -> dict[str, Any]:
    """Each character with those that it can be taken for, as the package has them."""
    named = sys.argv[1:]
    file = Path(named[0]) if named else files("confusable_homoglyphs") / "confusables.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _is_letter(one: str) -> bool:
    if one.isascii():
        return one.isalnum()
    alphabet = unicodedata.name(one, "").split(" ")[0]
    whole = unicodedata.normalize("NFKD", one) == one
    return alphabet in _ALPHABETS and unicodedata.category(one).startswith("L") and whole


def rows(data: dict[str, Any]) -> list[str]:
    """The characters that look alike, one row for each look."""
    group: dict[str, set[str]] = {}
    for one, others in data.items():
        for other in (other["c"] for other in others):
            if len(one) == len(other) == 1:
                joined = group.get(one, {one}) | group.get(other, {other})
                group.update(dict.fromkeys(joined, joined))
    looks = {frozenset(looks) for looks in group.values()}
    found = []
    for look in looks:
        sign = any(one in look for one in _SIGNS)
        ours = [one for one in look if _is_letter(one) or (sign and _is_sign(one))]
        found.append("".join(sorted(ours)))
    return sorted(row for row in found if len(row) > 1)


def _is_sign(one: str) -> bool:
    """Punctuation, or a mark of modifiers, as keyboards and editors put it there."""
    return unicodedata.category(one) in ("Pd", "Pi", "Pf", "Po", "Sk", "Sm", "Lm")


if __name__ == "__main__":
    sys.stdout.write("\n".join(rows(confusables())) + "\n")
