"""How people write contracts: `7S`, `7♠`, `7п`, `10NT`, `misere`, `распасы`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias, cast

from preftally.engine.model import LEVELS, Contract, Suit
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import words

Kind: TypeAlias = Literal["misere", "pass", "misdeal"]
Word: TypeAlias = Contract | Kind

_DIGITS = tuple("0123456789")
_SHAPE = re.compile(r"([0-9]+)\s*(.*)", re.DOTALL)
# A picture selector after a suit sign, as phones put it there.
_PICTURE = "\ufe0f\ufe0e"


def looks_like(text: str) -> bool:
    """Whether a word can only be meant as a contract."""
    folded = words.folded(text)
    return bool(words.kind(folded)) or (folded[:1] in _DIGITS and not folded.isdigit())


def is_one(text: str) -> bool:
    """Whether a text is a contract, whatever else it could be."""
    try:
        read(text)
    except WrongUsage:
        return False
    return True


def level(text: str) -> int | None:
    """The level that a word by itself may be, `7` or `семь`, its suit being another word."""
    folded = words.folded(text)
    if folded.isascii() and folded.isdigit() and len(folded) < 3:
        return int(folded)
    return words.number(folded)


@lru_cache(maxsize=512)
def read(text: str) -> Word:
    """The contract that a word means.

    Raises `WrongUsage` for anything else; a letter that could be two things is
    refused and named, never guessed.
    """
    folded = words.folded(text).strip(_PICTURE)
    kind = words.kind(folded)
    if kind:
        return cast(Kind, kind)
    first, _blank, rest = folded.partition(" ")
    if words.number(first) is not None:
        folded = f"{words.number(first)} {rest}"
    shape = _SHAPE.fullmatch(folded)
    if shape is None:
        raise WrongUsage(_("{text} is not a contract").format(text=text or '""'), _near(folded))
    level, suit = shape.groups()
    if int(level[:4]) not in LEVELS or level.startswith("0"):
        raise WrongUsage(
            _("{text}: a contract is six to ten tricks, not {level}").format(
                text=text, level=level
            ),
            _("for example: {contracts}").format(contracts=", ".join(_examples())),
        )
    trump = words.suit(suit)
    if trump is None:
        raise WrongUsage(
            _("{text}: {suit} is not a suit").format(text=text, suit=_described(suit))
            if suit
            else _("{text}: in which suit?").format(text=text),
            _("S C D H N (or п т б ч бк, or ♠ ♣ ♦ ♥): {level}S, {level}п").format(level=level),
        )
    return Contract(int(level), trump)


def _described(suit: str) -> str:
    """The odd letter with its alphabet, since Н and H look alike."""
    from preftally.notation.names import with_alphabet

    return with_alphabet(suit.upper()) if len(suit) == 1 else suit


def _near(folded: str) -> str:
    from preftally.notation.names import closest

    near = closest(folded, words.every(words.KINDS))
    if near:
        return _("did you mean {near}?").format(near=near)
    kinds = (words.KINDS["misere"].shown(), words.KINDS["pass"].shown())
    return _("for example: {contracts}").format(contracts=", ".join((*_examples(), *kinds)))


def _examples() -> list[str]:
    levels = ((6, Suit.SPADES), (7, Suit.DIAMONDS), (8, Suit.NO_TRUMP), (10, Suit.HEARTS))
    return [f"{level}{words.SUITS[suit].shown()}" for level, suit in levels]
