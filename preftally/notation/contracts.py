"""How people write contracts: `7S`, `7♠`, `7п`, `10NT`, `misere`, `распасы`."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, TypeAlias

from preftally.engine.model import LEVELS, Contract, Suit
from preftally.errors import WrongUsage
from preftally.lang import _

Word: TypeAlias = Contract | Literal["misere", "pass", "misdeal"]

_SUITS = {
    Suit.SPADES: ("s", "♠", "♤", "п", "пик", "пики", "spade", "spades"),
    Suit.CLUBS: ("c", "♣", "♧", "т", "треф", "трефы", "club", "clubs"),
    Suit.DIAMONDS: ("d", "♦", "♢", "б", "бубен", "бубны", "diamond", "diamonds"),
    Suit.HEARTS: ("h", "♥", "♡", "ч", "черв", "черви", "червы", "heart", "hearts"),
    Suit.NO_TRUMP: ("n", "nt", "бк", "notrump", "notrumps"),
}
_BY_WORD = {word: suit for suit, words in _SUITS.items() for word in words}
_WORDS: dict[str, Literal["misere", "pass", "misdeal"]] = {
    **dict.fromkeys(("misere", "misère", "mizer", "мизер"), "misere"),
    **dict.fromkeys(("pass", "all-pass", "allpass", "raspasy", "распасы", "распас"), "pass"),
    **dict.fromkeys(("misdeal", "пересдача"), "misdeal"),
}
_SHAPE = re.compile(r"([0-9]+)[ ]?(.*)", re.DOTALL)
# A picture selector after a suit sign, as phones put it there.
_PICTURE = "\ufe0f\ufe0e"


def looks_like(text: str) -> bool:
    """Whether a word can only be meant as a contract."""
    folded = text.strip().casefold()
    return folded in _WORDS or (folded[:1] in tuple("0123456789") and not folded.isdigit())


def read(text: str) -> Word:
    """The contract that a word means.

    Raises `WrongUsage` for anything else; a letter that could be two things is
    refused and named, never guessed.
    """
    folded = unicodedata.normalize("NFC", text.strip().casefold()).strip(_PICTURE)
    if folded in _WORDS:
        return _WORDS[folded]
    shape = _SHAPE.fullmatch(folded)
    if shape is None:
        raise WrongUsage(_("{text} is not a contract").format(text=text or '""'), _near(folded))
    level, suit = shape.groups()
    if int(level[:4]) not in LEVELS or level.startswith("0"):
        raise WrongUsage(
            _("{text}: a contract is six to ten tricks, not {level}").format(
                text=text, level=level
            ),
            _("for example 6S, 7D, 8NT, 10H"),
        )
    if suit not in _BY_WORD:
        raise WrongUsage(
            _("{text}: {suit} is not a suit").format(text=text, suit=_described(suit)),
            _("S C D H N (or п т б ч бк, or ♠ ♣ ♦ ♥): {level}S, {level}п").format(level=level),
        )
    return Contract(int(level), _BY_WORD[suit])


def _described(suit: str) -> str:
    """The odd letter with its alphabet, since Н and H look alike."""
    from preftally.notation.names import with_alphabet

    return with_alphabet(suit.upper()) if len(suit) == 1 else suit or _("nothing")


def _near(folded: str) -> str:
    from preftally.notation.names import closest

    near = closest(folded, _WORDS)
    if near:
        return _("did you mean {near}?").format(near=near)
    return _("for example 6S, 7D, 8NT, 10H, misere, pass")
