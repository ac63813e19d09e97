"""One `[[hand]]` of the file and one hand of the engine, into each other.

`KINDS` is the one table of them: for each kind its keys in the order in which they are
written, each with its codec. Reading, writing, the JSON of `log`, the keys that are
allowed and the schema of the file come from these rows. Nothing is silently left out:
a key that is not known, or a value of another type than the key's, is an error.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple, assert_never

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Ended,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
)
from preftally.lang import _
from preftally.notation import names
from preftally.session import codecs
from preftally.session.codecs import Codec, Misread, Seats
from preftally.session.toml import toml_value

__all__ = ["KINDS", "Misread", "Record", "Seats"]

Fields = Mapping[str, Any]


class Key(NamedTuple):
    """A key of an entry: as it is written, its codec, the hand's field that it holds.

    `says` is what a key without a field always holds: it tells the kind. `rare` keys are
    in JSON only where they say something.
    """

    name: str
    codec: Codec
    field: str = ""
    says: Any = None
    rare: bool = False


class Kind:
    """A kind of entry: its name, the engine's hand, and its keys as they are written.

    The last key that it cannot do without comes after all that change its score: a hand
    cut short is never a whole one. What may be left out is what has a default in the engine.
    """

    def __init__(self, name: str, hand: type[Any], *keys: Key) -> None:
        self.name = name
        self.hand = hand
        self.keys = tuple(one._replace(field=one.field or one.name) for one in keys)
        self.defaults: Mapping[str, Any] = hand._field_defaults

    @cached_property
    def readers(self) -> dict[str, tuple[Any, str]]:
        """How each key is read, and where its value goes: a field, or nowhere."""
        rows = {key.name: (key.codec.read, "" if tells(key) else key.field) for key in self.keys}
        return rows | {key.name: (key.codec.read, key.field) for key in COMMON}

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The keys that may not be missing."""
        return tuple(
            key.name
            for key in self.keys
            if key.says is not False and (tells(key) or key.field not in self.defaults)
        )

    def values(self, hand: Hand) -> dict[str, Any]:
        """The hand's keys that are not left out, in their order, as TOML values."""
        found: dict[str, Any] = {}
        for key in self.keys:
            if tells(key):
                if key.says is not False:
                    found[key.name] = key.says
                continue
            value = getattr(hand, key.field)
            if key.field not in self.defaults or value != self.defaults[key.field]:
                found[key.name] = key.codec.written(value)
        return found


def tells(key: Key) -> bool:
    """Whether a key only tells the kind of its entry."""
    return key.says is not None


_DEALER: Final = Key("dealer", codecs.PLAYER, rare=True)
_CONTRACT: Final = Key("contract", codecs.CONTRACT)
_DECLARER: Final = Key("declarer", codecs.PLAYER)
_TRICKS: Final = Key("tricks", codecs.number(0, 10))
_TAKEN: Final = Key("taken", codecs.TRICKS)
_TIMES: Final = Key("times", codecs.number(1, 16))
_AMOUNT: Final = codecs.number()


def _word(kind: str) -> Key:
    return Key("contract", codecs.word(kind), says=kind)


CONTRACTED: Final = Kind(
    "contract", Contracted,
    _DEALER, _CONTRACT, _TIMES, Key("conceded", codecs.flag(False), says=False),
    Key("talon", codecs.CARDS, rare=True), _DECLARER, _TRICKS, _TAKEN,
    Key("whist", codecs.PLAYERS), Key("half", codecs.PLAYERS),
    Key("pass", codecs.PLAYERS, "passed"),
)  # fmt: skip
CONCEDED: Final = Kind(
    "conceded", Conceded,
    _DEALER, _CONTRACT, _TIMES, Key("conceded", codecs.flag(True), says=True), _DECLARER,
)  # fmt: skip
MISERE: Final = Kind("misere", Misere, _DEALER, _word("misere"), _TIMES, _DECLARER, _TRICKS)
ALL_PASS: Final = Kind("pass", AllPass, _DEALER, _word("pass"), _TIMES, _TAKEN)
MISDEAL: Final = Kind("misdeal", Misdeal, _DEALER, _word("misdeal"))
CORRECTION: Final = Kind(
    "adjust", Correction,
    Key("pool", _AMOUNT, rare=True), Key("mountain", _AMOUNT, rare=True),
    Key("on", codecs.PLAYER, rare=True), Key("whists", _AMOUNT, rare=True),
    Key("adjust", codecs.PLAYER, "player"),
)  # fmt: skip
JOINED: Final = Kind("join", Joined, Key("join", codecs.NEWCOMER, "player"))
LEFT: Final = Kind("leave", Left, Key("leave", codecs.PLAYER, "player"))
ENDED: Final = Kind("end", Ended, Key("end", codecs.flag(True), says=True))

KINDS: Final[tuple[Kind, ...]] = (
    CONTRACTED, CONCEDED, MISERE, ALL_PASS, MISDEAL, CORRECTION, JOINED, LEFT, ENDED,
)  # fmt: skip
# In every entry, after the keys of its kind.
COMMON: Final = (Key("note", codecs.NOTE, "note"), Key("at", codecs.MOMENT, "at"))
# The key that tells an entry from others; a contract's word tells the rest.
_MARKS: Final = (
    "contract",
    *(one.name for one in KINDS if one.name in one.readers and "contract" not in one.readers),
)
_BY_NAME: Final = {one.name: one for one in KINDS}
KEYS: Final = frozenset(key for one in KINDS for key in one.readers)


def kind_of(hand: Hand) -> Kind:
    """The row of a hand's kind."""
    match hand:
        case Contracted():
            return CONTRACTED
        case Conceded():
            return CONCEDED
        case Misere():
            return MISERE
        case AllPass():
            return ALL_PASS
        case Misdeal():
            return MISDEAL
        case Correction():
            return CORRECTION
        case Joined():
            return JOINED
        case Left():
            return LEFT
        case Ended():
            return ENDED
        case _:
            assert_never(hand)


class Record(NamedTuple):
    """A hand as the session holds it, with what the game does not need."""

    hand: Hand
    note: str = ""
    at: datetime.datetime | None = None


def record(fields: Fields, seats: Seats) -> Record:
    """The hand that a table of the file holds. Raises `Misread`."""
    kind = _kind(fields)
    try:
        return _record(fields, seats, kind)
    except Misread:
        _no_other_keys(fields, kind)
        raise


def _record(fields: Fields, seats: Seats, kind: Kind) -> Record:
    readers = kind.readers
    values: dict[str, Any] = {}
    for key, value in fields.items():
        if key not in readers:
            raise Misread(key, "")
        read, field = readers[key]
        if field:
            values[field] = read(key, value, seats)
        else:
            read(key, value, seats)
    note, at = values.pop("note", ""), values.pop("at", None)
    for key in kind.needed:
        if key not in fields:
            raise codecs.missing(key)
    return Record(kind.hand(**values), note, at)


def _kind(fields: Fields) -> Kind:
    kinds = [mark for mark in _MARKS if mark in fields]
    if len(kinds) != 1:
        raise Misread(
            kinds[1] if kinds else "",
            _("{keys} in one entry: they are two").format(keys=_(" and ").join(kinds))
            if kinds
            else _("it has neither a contract nor a correction"),
            _("give each an entry of its own: [[hand]]")
            if kinds
            else _('write contract = "7S" and the rest, or remove the entry'),
        )
    if kinds[0] != "contract":
        return _BY_NAME[kinds[0]]
    word = codecs.CONTRACT.read("contract", fields["contract"], _NOBODY)
    if not isinstance(word, Contract):
        return _BY_NAME[word]
    return CONCEDED if codecs.truth("conceded", fields.get("conceded", False)) else CONTRACTED


_NOBODY: Final = Seats(())


def _no_other_keys(fields: Fields, kind: Kind) -> None:
    """Raise what is wrong with a key that has no place in its entry."""
    from preftally.session.header import KEYS as HEADER  # the head knows the hands, too

    allowed = kind.readers
    for key in fields:
        if key in allowed:
            continue
        if key in HEADER:
            hint = _("settings of the session go above the first [[hand]]")
        elif key in KEYS:
            where = _("in this kind of entry ({kind})").format(kind=kind.name)
            message = _("{key} has no place {where}").format(key=key, where=where)
            raise Misread(key, message, _("remove it"))
        else:
            hint = names.did_you_mean(key, sorted(allowed))
        raise Misread(key, _("unknown key {key}").format(key=key), hint)


def order(one: Record) -> tuple[str, ...]:
    """All keys that an entry of this kind may have, in the order in which they are written."""
    return tuple(key.name for key in (*kind_of(one.hand).keys, *COMMON))


def fields_of(one: Record) -> dict[str, Any]:
    """The table that stands for a hand in the file, its keys in their order."""
    found = kind_of(one.hand).values(one.hand)
    if one.note:
        found["note"] = one.note
    if one.at is not None:
        found["at"] = one.at
    return found


def block(one: Record) -> str:
    """The lines of a hand in the file, from `[[hand]]` on."""
    rows = [f"{key} = {toml_value(value)}" for key, value in fields_of(one).items()]
    return "\n".join(["[[hand]]", *rows, ""])


def shown(hand: Hand) -> dict[str, Any]:
    """The keys of a hand for JSON, also those that the file leaves out; not the dealer."""
    kind = kind_of(hand)
    written, found = kind.values(hand), {}
    for key in kind.keys:
        if key.name in written:
            found[key.name] = written[key.name]
        elif not (key.rare or tells(key)):
            found[key.name] = key.codec.written(kind.defaults[key.field])
    found.pop("dealer", None)
    return found
