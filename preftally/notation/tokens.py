"""The words of a line at a table: whole names kept together, punctuation taken off.

A sentence that the program has printed, or that a chat has typeset, is taken apart
here: `S plays 7♠: 5 tricks, down 2; whist: W; pass: E.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from preftally.engine.model import Player
from preftally.notation import names, words

# What may stand behind a word and is none of it.
_MARKS = ",;:."
_DASHES = "—–―‒−"
_OPTION = re.compile(rf"[{_DASHES}-][{_DASHES}-]?(?=[^\W\d])")
# `W:1`, `W(1)`, `W - 1` as people write what somebody took.
_TAKEN = re.compile(r"(.+?)(?::|\()([0-9]{1,2})\)?")
# `без3`.
_GLUED = re.compile(r"([^\W\d]+)([0-9]{1,2}[,;:.]?)")
# The number of an entry, as it is printed before it.
_NUMBERED = re.compile(r"[0-9]+\.")


class Token(NamedTuple):
    """A word, the marks behind it, and the player if it is his whole name."""

    text: str
    marks: str = ""
    player: Player | None = None

    @property
    def goes_on(self) -> bool:
        """Whether what follows is one more of the same."""
        return "," in self.marks

    @property
    def opens(self) -> bool:
        """Whether what follows is what this word is about."""
        return ":" in self.marks

    @property
    def closes(self) -> bool:
        """Whether what follows is about something else."""
        return any(mark in ";." for mark in self.marks)


def dashes(word: str) -> str:
    """A word with two hyphens where a phone or a chat has made a dash of them."""
    found = _OPTION.match(word)
    if found is None or not set(found[0]) & set(_DASHES):
        return word
    return "--" + word[found.end() :]


def tokens(line: Sequence[str], players: Sequence[Player]) -> list[Token]:
    """The words of a line as they were meant to be separate."""
    pieces = [piece for word in line for piece in _pieces(dashes(word), players)]
    if len(pieces) > 1 and _NUMBERED.fullmatch(pieces[0]) and not _whole(pieces[0], players):
        del pieces[0]
    longest = 1 + max((name.count(" ") for name in players), default=0)
    found: list[Token] = []
    at = 0
    while at < len(pieces):
        for count in range(min(longest, len(pieces) - at), 0, -1):
            token = _named(" ".join(pieces[at : at + count]), players)
            if token is not None:
                break
        else:
            count, token = 1, _bare(pieces[at])
        if token.text:
            found.append(token)
        elif found:
            found[-1] = found[-1]._replace(marks=found[-1].marks + token.marks)
        at += count
    return found


def _whole(text: str, players: Sequence[Player]) -> Player | None:
    """The player whose whole name a text is."""
    wanted = names.key(text)
    return names.same(text, players) if wanted else None


def _pieces(word: str, players: Sequence[Player]) -> Iterator[str]:
    """One word as it was typed, or the words in it where it is no name of several."""
    if _begun(word, players):
        yield word
        return
    option, equals, value = word.partition("=")
    if option.startswith("--") and equals and words.role(option.removeprefix("--")):
        yield from (option, value)
        return
    for part in word.split():
        if _begun(part, players) or _whole(part, players):
            yield part
        else:
            for piece in re.split(r"(?<=[,;])(?=\S)", part):
                glued = _GLUED.fullmatch(piece)
                yield from glued.groups() if glued and _is_down(glued[1]) else (piece,)


def _is_down(word: str) -> bool:
    return words.small(word) == "down"


def _begun(word: str, players: Sequence[Player]) -> bool:
    """Whether a name with blanks or marks in it begins so."""
    bare = re.sub(r"=?[0-9]*$", "", word.rstrip(_MARKS))
    if not re.search(r"[\s,;]", bare):
        return False
    wanted = names.key(bare)
    return any(names.key(player).startswith(wanted) for player in players)


def _named(text: str, players: Sequence[Player]) -> Token | None:
    """A whole name with the marks behind it, or with the tricks that he took."""
    bare, marks = text, ""
    while bare:
        player = _whole(bare, players)
        if player is not None:
            return Token(bare, marks, player)
        if bare[-1] not in _MARKS:
            break
        bare, marks = bare[:-1], bare[-1] + marks
    if " " in bare:
        found = re.fullmatch(r"(.+?)=?([0-9]{1,2})", bare)
        player = _whole(found[1], players) if found else None
        if found and player is not None:
            return Token(f"{player}={found[2]}", marks)
    return None


def _bare(piece: str) -> Token:
    """A word that is no whole name: without its marks and brackets."""
    bare = piece.rstrip(_MARKS + ")")
    marks = piece[len(bare) :].replace(")", "")
    bare = bare.removeprefix("(")
    found = _TAKEN.fullmatch(bare)
    if found and not words.role(found[1]):
        bare = f"{found[1]}={found[2]}"
    return Token(bare, marks)
