"""Who is one person under several names: `people.toml`, and what it should perhaps say.

    Пётр = ["Петя", "Петр К."]

A name that nobody has put there stands for itself: people are never merged by a guess.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

from preftally.engine.model import Player
from preftally.errors import NoSession, Place
from preftally.lang import _
from preftally.notation import names
from preftally.session import layout

# How much of two names must be the same for one to be asked about.
_CLOSE = 0.8
# A name shorter than this differs from too many by one letter.
_SHORT = 4
# Of more names than these, only what is one name by its letters is asked about.
_MANY = 400


class People:
    """Persons by their spellings."""

    def __init__(self) -> None:
        self._exact: dict[str, Player] = {}
        self._by_key: dict[str, Player] = {}
        self._known: dict[str, Player] = {}

    def add(self, person: Player, spelling: str) -> bool:
        """One more spelling of a person; whether it is nobody else's."""
        key = names.key(spelling)
        if self._by_key.setdefault(key, person) != person:
            return False
        self._exact[spelling] = person
        self._known.clear()
        return True

    def person(self, name: Player) -> Player:
        """The person who is meant by a name; one whom nobody has listed is himself."""
        known = self._known.get(name)
        if known is None:
            known = self._exact.get(name) or self._by_key.get(names.key(name)) or name
            self._known[name] = known
        return known

    def lists(self, name: Player) -> bool:
        """Whether somebody has said who this is."""
        return name in self._exact or names.key(name) in self._by_key


def load(paths: Iterable[Path]) -> People:
    """The persons of some files. Raises `NoSession` for one that cannot be understood."""
    people = People()
    for path in paths:
        for person, spellings in _table(path).items():
            for spelling in (person, *_listed(path, person, spellings)):
                if not people.add(person, spelling):
                    other = people.person(spelling)
                    raise NoSession(
                        _("{name} is a spelling of two people: {one} and {other}").format(
                            name=spelling, one=other, other=person
                        ),
                        _("write it under one of them"),
                        place(path, person),
                    )
    return people


def _table(path: Path) -> Mapping[str, object]:
    try:
        raw = path.read_bytes()
        return tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        reason = error.strerror or str(error)
    except (ValueError, RecursionError) as error:
        reason = str(error)
    raise NoSession(
        _("{path} cannot be read: {reason}").format(path=path, reason=reason),
        _('write a person and his spellings: Anna = ["Ann", "Anna K."]'),
    )


def _listed(path: Path, person: str, spellings: object) -> list[str]:
    if isinstance(spellings, list) and all(isinstance(one, str) for one in spellings):
        return spellings
    raise NoSession(
        _("{key} must be a list of names").format(key=person),
        _('write a person and his spellings: Anna = ["Ann", "Anna K."]'),
        place(path, person),
    )


def place(path: Path, key: str) -> Place:
    """Where a key of a TOML file stands, the first of its name."""
    text = path.read_text(encoding="utf-8-sig")
    whole = layout.Piece(0, len(text), {})
    return Place(str(path), *layout.row_at(text, layout.key_offset(text, whole, key)))


def questions(
    everybody: Collection[Player], met: Mapping[Player, Collection[Player]], people: People
) -> Iterator[tuple[Player, Player]]:
    """Names that may be one person's: close, never at one table, and one of them unknown."""
    many = len(everybody) > _MANY
    for one, other in combinations(sorted(everybody), 2):
        if other in met.get(one, ()) or (people.lists(one) and people.lists(other)):
            continue
        if _close(names.key(one), names.key(other), many=many):
            yield one, other


def _close(one: str, other: str, *, many: bool) -> bool:
    if one == other:
        return True
    if many or min(len(one), len(other)) < _SHORT - 1:
        return False
    if one.split(maxsplit=1)[0] == other or other.split(maxsplit=1)[0] == one:
        return True
    if min(len(one), len(other)) < _SHORT:
        return False
    matcher = SequenceMatcher(None, one, other)
    return matcher.real_quick_ratio() >= _CLOSE and matcher.ratio() >= _CLOSE
