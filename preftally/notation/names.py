"""Names of players: what a name may be, and which player a word means."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from preftally.errors import WrongUsage
from preftally.lang import _

# Marks that turn the direction of what follows; the harmless ones inside words stay allowed.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LATIN = "aceopxykmtbhABCEHKMOPTXY"
_CYRILLIC = "асеорхукмтвнАВСЕНКМОРТХУ"
_LOOKALIKES = str.maketrans(_LATIN + _CYRILLIC, _CYRILLIC + _LATIN)


def unprintable(text: str) -> str:
    """The first character that has no place in a name or a note, or an empty string."""
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _TURNING:
            return character
    return ""


def key(name: str) -> str:
    """What two spellings of one name have in common: trimmed, folded, normalized."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def check_note(note: str) -> str:
    """A note, trimmed, if it can be shown and stored. Raises as `check_text`."""
    return check_text(note.strip(), _("the note"))


def check_text(text: str, what: str) -> str:
    """The text, if it can be shown and stored.

    Raises `WrongUsage` for control characters and for bytes that are no UTF-8.
    """
    odd = unprintable(text)
    if odd:
        raise WrongUsage(
            _("{what} has a character that cannot be printed: U+{code:04X}").format(
                what=what, code=ord(odd)
            ),
            _("leave it out; letters of any language, digits and signs are fine"),
        )
    return text


def roster(names: Sequence[str]) -> tuple[str, ...]:
    """Three or four different names, trimmed.

    Raises `WrongUsage` for any other number, an empty name, a name with control
    characters, or two names that differ in case, blanks or Unicode form only.
    """
    trimmed = tuple(name.strip() for name in names)
    for name in trimmed:
        check_text(name, _("a player's name"))
        if not name:
            raise WrongUsage(_("a player's name is empty"), _("give every player a name"))
    if len(trimmed) not in (3, 4):
        raise WrongUsage(
            _("{n} players: Preferans is scored for three or four").format(n=len(trimmed)),
            _("name them clockwise: --players Anna,Boris,Vera"),
        )
    seen: dict[str, str] = {}
    for name in trimmed:
        twin = seen.setdefault(key(name), name)
        if twin is not name or trimmed.count(name) > 1:
            raise WrongUsage(
                _("two players have one name: {one} and {other}").format(one=twin, other=name),
                _("tell them apart: {one} K., {one} P.").format(one=name),
            )
    return trimmed


def closest(word: str, words: Iterable[str]) -> str:
    """The word that this one was probably meant to be, or an empty string."""
    from difflib import get_close_matches  # only for a mistake

    folded = {one.casefold(): one for one in words}
    found = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else ""


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A hint that names the nearest word, or all of them."""
    words = list(words)
    near = closest(word, words)
    if near:
        return _("did you mean {near}?").format(near=near)
    return _("one of: {words}").format(words=", ".join(words))


def find(word: str, players: Sequence[str]) -> str:
    """The player whom a word means: his name, or a prefix that fits him only.

    Raises `WrongUsage` when it fits nobody or several.
    """
    wanted = key(word)
    exact = [player for player in players if key(player) == wanted]
    fitting = exact or [player for player in players if wanted and key(player).startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise WrongUsage(
            _("{word} could be {players}").format(word=word, players=_(" or ").join(fitting)),
            _("type one letter more"),
        )
    longer = [player for player in players if wanted.startswith(key(player))]
    hint = did_you_mean(longer[0] if longer else word, players)
    lookalike = key(word.translate(_LOOKALIKES))
    for player in players:
        # A letter of the other alphabet is named, never silently taken for its twin.
        if wanted and key(player).startswith(lookalike):
            hint = _("{player} is spelt with {letter}; the letter typed only looks like it").format(
                player=player, letter=_named(player[: len(word)], word)
            )
    raise WrongUsage(_("{word} is not a player").format(word=word or '""'), hint)


def _named(written: str, typed: str) -> str:
    """The first letter in which two words differ, with its alphabet."""
    for letter, other in zip(written, typed, strict=False):
        if key(letter) != key(other):
            return with_alphabet(letter)
    return written


def with_alphabet(letter: str) -> str:
    """A letter with its alphabet, since the Cyrillic and the Latin ones look alike."""
    word = unicodedata.name(letter, "").split(" ")[0]
    alphabets = {"LATIN": _("Latin"), "CYRILLIC": _("Cyrillic")}
    alphabet = alphabets.get(word, "")
    return f"{letter} ({alphabet})" if alphabet else letter
