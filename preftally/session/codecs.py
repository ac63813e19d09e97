"""What a key of the file may hold: how it is read, how it is written, how a schema says it.

Reading is strict: a value of another type than the key's is an error that names the
key. A codec is all that is known of a value; the keys of `hands` and `header` use them.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from preftally.engine.model import Player
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import contracts, names
from preftally.session.toml import toml_value

# A number beyond it is none that a person has meant.
BEYOND = 10**9


class Misread(Exception):
    """What cannot be understood: the key that is at fault, why, what to do."""

    def __init__(self, key: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.message = message
        self.hint = hint


class Seats(dict[str, Player]):
    """Every spelling of a name, and the player who has it; a stranger is as he is written.

    `players` are all who have sat at the table so far.
    """

    def __init__(self, players: Iterable[Player]) -> None:
        super().__init__()
        self.players: list[Player] = []
        for player in players:
            self.seat(player)

    def seat(self, player: Player) -> None:
        """One more player; the strangers of before may have meant him."""
        if player not in self.players:
            self.players.append(player)
        self.clear()
        self.update({one: one for one in self.players})

    def __missing__(self, name: str) -> Player:
        found = self[name] = names.same(name, self.players) or name
        return found


class Codec(NamedTuple):
    """A kind of value: from TOML (`read(key, value, seats)`), to TOML, and its schema."""

    read: Callable[[str, Any, Seats], Any]
    written: Callable[[Any], Any]
    schema: Mapping[str, Any]


def wrong(key: str, value: Any, wanted: str) -> Misread:
    """The message for a value of the wrong type."""
    message = _("{key} is {value}; it must be {wanted}").format(
        key=key, value=toml_value(value), wanted=wanted
    )
    return Misread(key, message, _("mend the value"))


def missing(key: str) -> Misread:
    """The message for a key that is not there."""
    return Misread(
        "", _("{key} is missing").format(key=key), _("add a line {key} = …").format(key=key)
    )


def _same(value: Any) -> Any:
    return value


def text(key: str, value: Any) -> str:
    """A text. Raises `Misread`."""
    if type(value) is not str:
        raise wrong(key, value, _("a text in quotes"))
    return value


def _number(key: str, value: Any, _seats: Seats) -> int:
    if type(value) is not int or not -BEYOND < value < BEYOND:
        raise wrong(key, value, _("a whole number"))
    return value


def number(low: int | None = None, high: int | None = None) -> Codec:
    """A whole number. That it lies in its range is for the rules to say; a schema says it too."""
    ends = {"minimum": low, "maximum": high}
    return Codec(
        _number,
        _same,
        {"type": "integer", **{key: end for key, end in ends.items() if end is not None}},
    )


def truth(key: str, value: Any) -> bool:
    """A yes or a no. Raises `Misread`."""
    if type(value) is not bool:
        raise wrong(key, value, _("true or false"))
    return value


def flag(wanted: bool) -> Codec:
    """A yes that says what kind of entry it is, or its no, which may be left out."""

    def read(key: str, value: Any, _seats: Seats) -> bool:
        if truth(key, value) is not wanted:
            message = _("{key} is {value}; it must be {wanted}").format(
                key=key, value=toml_value(value), wanted=toml_value(wanted)
            )
            raise Misread(key, message, _("mend the value"))
        return wanted

    return Codec(read, _same, {"const": wanted})


def _contract(key: str, value: Any, _seats: Seats) -> contracts.Word:
    try:
        return contracts.read(text(key, value))
    except WrongUsage as error:
        raise Misread(key, error.message, error.hint) from None


CONTRACT = Codec(_contract, str, {"type": "string", "contract": ""})


def word(kind: str) -> Codec:
    """The word that stands for a contract in a kind of deal that has none."""
    return Codec(_contract, _same, {"type": "string", "contract": kind})


def _player(key: str, value: Any, seats: Seats) -> Player:
    if type(value) is not str:
        raise wrong(key, value, _("a player's name in quotes"))
    return seats[value]


NAME: Mapping[str, Any] = {"type": "string", "minLength": 1}
PLAYER = Codec(_player, _same, NAME)


def _newcomer(key: str, value: Any, seats: Seats) -> Player:
    try:
        name = names.check_text(text(key, value).strip(), _("a player's name"))
    except WrongUsage as error:
        raise Misread(key, error.message, error.hint) from None
    if not name:
        raise Misread(key, _("a player's name is empty"), _("give every player a name"))
    return seats[name]


NEWCOMER = Codec(_newcomer, _same, {**NAME, "pattern": r"\S"})


def _players(key: str, value: Any, seats: Seats) -> tuple[Player, ...]:
    wanted = _('a list of names: ["W"]')
    if type(value) is not list:
        raise wrong(key, value, wanted)
    for name in value:
        if type(name) is not str:
            message = _("{key} must be {wanted}").format(key=key, wanted=wanted)
            raise Misread(key, message, _("mend it"))
    return tuple([seats[name] for name in value])


PLAYERS = Codec(_players, list, {"type": "array", "items": NAME})


def _tricks(key: str, value: Any, seats: Seats) -> dict[Player, int]:
    if type(value) is not dict:
        raise wrong(key, value, _("names with their tricks: { W = 1, E = 5 }"))
    taken: dict[Player, int] = {}
    for name, tricks in value.items():
        if type(tricks) is not int or not -BEYOND < tricks < BEYOND:
            message = _("{key}: {name} = {value}; it must be a whole number").format(
                key=key, name=name, value=toml_value(tricks)
            )
            raise Misread(key, message, _("mend the value"))
        player = seats[name]
        if player in taken:
            message = _("{player} is named twice").format(player=player)
            raise Misread(key, message, _("name him once"))
        taken[player] = tricks
    return taken


TRICKS = Codec(
    _tricks,
    dict,
    {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 10}},
)

CARDS = Codec(lambda key, value, _seats: text(key, value).upper(), _same, {"type": "string"})


def _note(key: str, value: Any, _seats: Seats) -> str:
    note = text(key, value)
    odd = "" if note.isprintable() else names.unprintable(note.replace("\n", "").replace("\t", ""))
    if odd:
        raise Misread(
            key,
            _("{what} has a character that cannot be printed: U+{code:04X}").format(
                what=_("the note"), code=ord(odd)
            ),
            _("leave it out; letters of any language, digits and signs are fine"),
        )
    return note


NOTE = Codec(_note, _same, {"type": "string"})


def _moment(key: str, value: Any, _seats: Seats) -> datetime.datetime:
    if type(value) is not datetime.datetime:
        raise wrong(key, value, _("a date with its time"))
    return value


MOMENT = Codec(
    _moment,
    _same,
    {
        "type": "string",
        "pattern": r"^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[-+]\d\d:\d\d)?$",
    },
)
