"""Names of players: what a name may be, when two are one, and which player a word means.

All that reads a name goes through here: the file, the options, the prompt, completion.
Two names are one if they differ in case, in `ё` and `е`, in composed and decomposed
letters, in blanks, in quotes around them, or in characters that nobody sees. A name that
only looks like another one is another one, and never taken beside it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation.lookalikes import mixed, skeleton, with_alphabet
from preftally.notation.unseen import unprintable, unseen, without

__all__ = ["unprintable", "with_alphabet"]

# As keyboards and chats put them around names; those of the shell mean what they are.
_QUOTES = {"“": "”", "„": "“”", "«": "»", "‹": "›", "‘": "’", "‚": "‘’"}
# Half a pair, on the first and the last name of a list: version 0.1 took it for a letter.
_OUTER = "“”„«»‹› "
_ANY_QUOTES = _QUOTES | {'"': '"', "'": "'"}


def _folded(name: str) -> str:
    """What version 0.1 took for one name: trimmed, folded, normalized."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def key(name: str) -> str:
    """What all spellings of one name have in common."""
    if name.isascii():
        return " ".join(without(name).casefold().split())
    bare = without(_folded(without(name))).replace("ё", "е").strip(_OUTER)
    return " ".join(bare.split())


def _looks(name: str) -> tuple[str, str]:
    """What a name has in common with one that cannot be told from it, in either case."""
    return skeleton(unicodedata.normalize("NFKC", without(name))), skeleton(key(name))


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


def check_name(name: str) -> str:
    """A name as it is stored: trimmed, without the quotes of a chat, its blanks plain.

    Raises `WrongUsage` for an empty name and for one that nobody could read or type as it is:
    with control characters, something invisible, a doubled blank, or a word of two alphabets;
    and for a command, a contract, a number or another word that means something by itself.
    """
    name = unquoted(check_text(name.strip(), _("a player's name")))
    name = "".join(" " if one.isspace() else one for one in name).strip()
    at, clean = unseen(name), " ".join(without(name).split())
    if at >= 0:
        raise WrongUsage(
            _("the name {name} has a character that nobody sees: U+{code:04X}, {where}").format(
                name=clean or '""', code=ord(name[at]), where=_where(name, at)
            ),
            _("write it without: {name}").format(name=clean)
            if clean
            else _("give every player a name"),
        )
    if not name:
        raise WrongUsage(_("a player's name is empty"), _("give every player a name"))
    if "  " in name:
        raise WrongUsage(
            _("the name {name} has a doubled blank {where}").format(
                name=name, where=_where(name, name.index("  "))
            ),
            _("write it with one: {name}").format(name=clean),
        )
    _check_alphabets(name)
    _check_meaning(name)
    return name


def _where(name: str, at: int) -> str:
    before = without(name[:at])
    return _("after {text}").format(text=before) if before else _("at its beginning")


def _check_alphabets(name: str) -> None:
    letters = mixed(name)
    if letters:
        odd, other = map(with_alphabet, letters)
        raise WrongUsage(
            _("the name {name} mixes alphabets in a word: {odd} beside {other}").format(
                name=name, odd=odd, other=other
            ),
            _("type the word again in one alphabet"),
        )


def _check_meaning(name: str) -> None:
    from preftally.notation import contracts, words  # only where somebody sits down

    if words.taken(name) or name.isdecimal() or contracts.is_one(name):
        raise WrongUsage(
            _("nobody can be called {name}: it is a word or a number of the game").format(
                name=name
            ),
            _("call the player otherwise: {name} K.").format(name=name),
        )


def listed(text: str) -> list[str]:
    """The names that a text lists by commas; a pair of quotes around the whole is dropped."""
    return _inside(text.strip(), _ANY_QUOTES).split(",")


def unquoted(name: str) -> str:
    """A name without the quotes that a keyboard or a chat put around it."""
    return _inside(name, _QUOTES).strip()


def _inside(text: str, quotes: dict[str, str]) -> str:
    ends = quotes.get(text[:1], "")
    inside = text[1:-1]
    if len(text) > 1 and ends and text[-1] in ends and not set(text[:1] + ends) & set(inside):
        return inside
    return text


def roster(names: Sequence[str]) -> tuple[str, ...]:
    """Three or four different names, as they are stored.

    Raises `WrongUsage` for any other number, for a name that cannot be (`check_name`),
    and for two names that are one or cannot be told apart.
    """
    given = tuple(check_name(name) for name in names)
    _check_count(given)
    for number, name in enumerate(given):
        check_apart(name, given[:number])
    return given


def seated(names: Sequence[str]) -> tuple[str, ...]:
    """The names of a file's head, trimmed, as version 0.1 took them. Raises as `roster`."""
    found = tuple(name.strip() for name in names)
    for name in found:
        check_text(name, _("a player's name"))
        if not name:
            raise WrongUsage(_("a player's name is empty"), _("give every player a name"))
    _check_count(found)
    for number, name in enumerate(found):
        for other in found[:number]:
            if _folded(name) == _folded(other):
                raise _one_name(other, name)
    return found


def _check_count(names: Sequence[str]) -> None:
    if len(names) not in (3, 4):
        raise WrongUsage(
            _("{n} players: Preferans is scored for three or four").format(n=len(names)),
            _("name them clockwise: --players Anna,Boris,Vera"),
        )


def _one_name(one: str, other: str) -> WrongUsage:
    return WrongUsage(
        _("two players have one name: {one} and {other}").format(one=one, other=other),
        _("tell them apart: {one} K., {one} P.").format(one=other),
    )


def check_apart(name: str, others: Iterable[str]) -> None:
    """Raises `WrongUsage` if a name is, or looks like, one of the others."""
    for other in others:
        if key(name) == key(other):
            raise _one_name(other, name)
        if set(_looks(name)) & set(_looks(other)):
            raise WrongUsage(
                _("{one} and {other} cannot be told apart: {letter} looks like {twin}").format(
                    one=other,
                    other=name,
                    letter=_differing(name, other),
                    twin=_differing(other, name),
                ),
                _("tell them apart: {one} K., {one} P.").format(one=other),
            )


def newcomer(name: str, players: Sequence[str]) -> str:
    """The name of one who sits down, or the player's who has it already.

    Raises `WrongUsage` for a name that cannot be, or that looks like a player's.
    """
    known = same(name, players)
    if known is None:
        name = check_name(name)
        check_apart(name, players)
    return known or name


# How much of two words must be the same for one to be meant by the other.
_CLOSE = 0.66


def closest(word: str, words: Iterable[str]) -> str:
    """The word that this one was probably meant to be, or an empty string."""
    from difflib import SequenceMatcher  # only for a mistake

    wanted = word.casefold().lstrip("-")
    folded: dict[str, str] = {}
    for one in words:
        folded.setdefault(one.casefold().lstrip("-"), one)
    begun = [one for one in folded if len(wanted) > 1 and one.startswith(wanted)]
    if begun:
        return folded[begun[0]]
    near = {one: SequenceMatcher(None, wanted, one).ratio() for one in folded}
    best = max(near, key=near.__getitem__, default="")
    return folded[best] if best and near[best] >= _CLOSE else ""


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A hint that names the nearest word, or all of them."""
    words = list(words)
    near = closest(word, words)
    if near:
        return _("did you mean {near}?").format(near=near)
    return _("one of: {words}").format(words=", ".join(words))


_CLOSER: tuple[Callable[[str], str], ...] = (str, _folded, key)


def same(name: str, players: Sequence[str]) -> str | None:
    """The player who has this name, as he is spelt; `None` for a stranger.

    Where players of an old file have names that are one by now, the closest is meant.
    """
    for spelling in _CLOSER:
        wanted = spelling(name)
        fitting = [player for player in players if spelling(player) == wanted]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            break
    return None


def begins(word: str, name: str) -> bool:
    """Whether a name begins with a word, or with what looks like it: for completion."""
    start = key(unquoted(word))
    return key(name).startswith(start) or any(
        look.startswith(begun) for look, begun in zip(_looks(name), _looks(word), strict=True)
    )


def begins_one(word: str, players: Sequence[str]) -> bool:
    """Whether a word is the beginning of a player's name, or the whole of it."""
    wanted = key(unquoted(word))
    return bool(wanted) and any(key(player).startswith(wanted) for player in players)


def shortest(player: str, players: Sequence[str]) -> str:
    """What must be typed of a player's name at the least, in small letters.

    It is no word that means something else, and ends in a letter, so that a number can follow.
    """
    from preftally.notation import words  # only where examples are made

    for end in range(1, len(player)):
        begun = player[:end].casefold()
        fitting = [one for one in players if key(one).startswith(key(begun))]
        if fitting == [player] and begun[-1].isalpha() and not words.taken(begun):
            return begun
    return player


def find(word: str, players: Sequence[str]) -> str:
    """The player whom a word means: his name, or a prefix that fits him only.

    Raises `WrongUsage` when it fits nobody or several.
    """
    word = unquoted(word)
    exact = same(word, players)
    if exact is not None and key(word):
        return exact
    wanted = key(word)
    fitting = [player for player in players if wanted and key(player).startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise WrongUsage(
            _("{word} could be {players}").format(word=word, players=_(" or ").join(fitting)),
            _("type one letter more"),
        )
    longer = [player for player in players if wanted.startswith(key(player))]
    hint = did_you_mean(longer[0] if longer else word, players)
    for player in players:
        # A letter of the other alphabet is named, never silently taken for its twin.
        if wanted and begins(word, player):
            hint = _("{player} is spelt with {letter}; the letter typed only looks like it").format(
                player=player, letter=_differing(player[: len(word)], word)
            )
    raise WrongUsage(_("{word} is not a player").format(word=word or '""'), hint)


def _differing(written: str, typed: str) -> str:
    """The first letter in which a word differs from another, with its alphabet."""
    for letter, other in zip(written, typed, strict=False):
        if key(letter) != key(other):
            return with_alphabet(letter)
    return written
