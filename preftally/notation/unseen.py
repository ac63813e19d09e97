"""Characters that nobody sees: where one stands in a text, and how it is shown.

Controls and the marks that turn the direction of what follows (`unprintable`) have no
place in any text of ours. Others are only invisible (`unseen`): zero-width letters,
soft hyphens, selectors, tags, fillers, blanks that are drawn as nothing. Whatever is
printed goes through `shown`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

# Marks that turn the direction of what follows; the harmless ones inside words stay allowed.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINER = "\u200d"
_KEYCAP = "\u20e3"
# The text and the picture form of a sign, as phones put them behind it.
_FORMS = frozenset("\ufe0e\ufe0f")
# Drawn as nothing, though Unicode calls them letters, marks and symbols.
_NOTHING = (
    frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
    | frozenset(map(chr, range(0xFE00, 0xFE10)))
    | frozenset(map(chr, range(0xE0100, 0xE01F0)))
)
# Signs before Arabic numbers, and the like: Unicode counts them with the invisible ones.
_DRAWN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
_RESERVED = range(0xE0000, 0xE1000)


def unprintable(text: str) -> str:
    """The first character that has no place in a name or a note, or an empty string."""
    if text.isprintable():
        return ""
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _TURNING:
            return character
    return ""


def unseen(text: str) -> int:
    """Where the first character stands that nobody sees; -1 if all can be seen."""
    if text.isprintable() and _NOTHING.isdisjoint(text):
        return -1
    return next((at for at in range(len(text)) if _is_unseen(text, at)), -1)


def _is_unseen(text: str, at: int) -> bool:
    one = text[at]
    kind = unicodedata.category(one)
    if kind in ("Cc", "Cs", "Zl", "Zp") or one in _NOTHING or ord(one) in _RESERVED:
        return not (one in _FORMS and _has_form(text, at))
    if one == _JOINER:
        return not _joins_pictures(text, at)
    return kind == "Cf" and one not in _DRAWN


def _has_form(text: str, at: int) -> bool:
    """Whether a selector stands behind a sign that has two forms."""
    before = text[at - 1 : at]
    if text[at + 1 : at + 2] == _KEYCAP:
        return bool(before) and before in "0123456789#*"
    return bool(before) and unicodedata.category(before) in ("So", "Sm")


def _joins_pictures(text: str, at: int) -> bool:
    """Whether a joiner makes one picture of two."""
    before = text[:at].rstrip("\ufe0f")[-1:]
    after = text[at + 1 : at + 2]
    return bool(before and after) and (
        unicodedata.category(before) in ("So", "Sk") and unicodedata.category(after) == "So"
    )


def without(text: str) -> str:
    """A text without what nobody sees in it."""
    if text.isprintable() and _NOTHING.isdisjoint(text):
        return text
    return "".join(
        one for one in text if one not in _NOTHING and unicodedata.category(one) not in _SILENT
    )


_SILENT = ("Cc", "Cf", "Cs")


def code(character: str) -> str:
    """A character by its number, as programmers write it."""
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:  # a byte of a file's name that is no UTF-8
        number -= 0xDC00
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def shown(text: str, written: Callable[[str], str] = code) -> str:
    """A text as it may be printed: what nobody sees in it stands there by its code.

    Line ends and tabs stay; they are the caller's.
    """
    if text.isprintable() and _NOTHING.isdisjoint(text):
        return text
    return "".join(
        written(one) if one not in "\n\t" and _is_unseen(text, at) else one
        for at, one in enumerate(text)
    )
