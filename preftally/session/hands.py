"""One `[[hand]]` of the file and one hand of the engine, into each other.

Reading is strict: a key that is not known, or a value of another type than the
key's, is an error that names the key. Nothing is ever silently left out.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Player,
)
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import contracts, names
from preftally.session.toml import toml_value

Fields = Mapping[str, Any]

# The order in which keys are written. The last key that a kind cannot do without
# comes after all that change its score: a hand cut short is never a whole one.
ORDER = (
    "dealer", "contract", "conceded", "talon", "declarer", "tricks", "taken",
    "whist", "half", "pass",
    "pool", "mountain", "on", "whists", "adjust", "join", "leave", "note", "at",
)  # fmt: skip

_COMMON = {"note", "at"}
_KEYS = {
    "contract": {"contract", "dealer", "declarer", "tricks", "taken", "whist", "half", "pass",
                 "talon", "conceded"},
    "conceded": {"contract", "dealer", "declarer", "conceded"},
    "misere": {"contract", "dealer", "declarer", "tricks"},
    "pass": {"contract", "dealer", "taken"},
    "misdeal": {"contract", "dealer"},
    "adjust": {"adjust", "pool", "mountain", "whists", "on"},
    "join": {"join"},
    "leave": {"leave"},
}  # fmt: skip
HEADER_KEYS = ("format", "convention", "players", "dealer", "pool", "rules")


class Misread(Exception):
    """A hand that cannot be understood: the key that is at fault, why, what to do."""

    def __init__(self, key: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.message = message
        self.hint = hint


class Record(NamedTuple):
    """A hand as the session holds it, with what the game does not need."""

    hand: Hand
    note: str = ""
    at: datetime.datetime | None = None


def record(fields: Fields, players: Sequence[Player]) -> Record:
    """The hand that a table of the file holds.

    `players` are all who have sat at the table so far. Raises `Misread`.
    """
    reader = _Reader(fields, players)
    kind = reader.kind()
    reader.no_other_keys(_KEYS[kind] | _COMMON, kind)
    note = reader.text("note")
    odd = names.unprintable(note.replace("\n", "").replace("\t", ""))
    if odd:
        raise Misread(
            "note",
            _("{what} has a character that cannot be printed: U+{code:04X}").format(
                what=_("the note"), code=ord(odd)
            ),
            _("leave it out; letters of any language, digits and signs are fine"),
        )
    return Record(_hand(kind, reader), note, reader.moment("at"))


def _hand(kind: str, reader: _Reader) -> Hand:
    if kind == "adjust":
        return Correction(
            player=reader.player("adjust"),
            pool=reader.number("pool", 0),
            mountain=reader.number("mountain", 0),
            whists=reader.number("whists", 0),
            on=reader.maybe_player("on"),
        )
    if kind == "join":
        try:
            name = names.check_text(reader.text("join").strip(), _("a player's name"))
        except WrongUsage as error:
            raise Misread("join", error.message, error.hint) from None
        if not name:
            raise Misread("join", _("a player's name is empty"), _("give every player a name"))
        return Joined(player=reader.same_player(name))
    if kind == "leave":
        return Left(player=reader.player("leave"))
    dealer = reader.maybe_player("dealer")
    if kind == "pass":
        return AllPass(taken=reader.tricks_by_player("taken", required=True), dealer=dealer)
    if kind == "misdeal":
        return Misdeal(dealer=dealer)
    declarer = reader.player("declarer")
    if kind == "misere":
        return Misere(declarer=declarer, tricks=reader.number("tricks"), dealer=dealer)
    contract = reader.contract
    assert isinstance(contract, Contract)
    if kind == "conceded":
        return Conceded(contract=contract, declarer=declarer, dealer=dealer)
    return Contracted(
        contract=contract,
        declarer=declarer,
        tricks=reader.number("tricks") if "tricks" in reader.fields else None,
        whist=reader.players_in("whist"),
        passed=reader.players_in("pass"),
        half=reader.players_in("half"),
        taken=reader.tricks_by_player("taken", required=False),
        talon=reader.text("talon").upper(),
        dealer=dealer,
    )


class _Reader:
    """Typed access to the keys of one table."""

    def __init__(self, fields: Fields, players: Sequence[Player]) -> None:
        self.fields = fields
        self.players = players
        self.contract: contracts.Word | None = None

    def kind(self) -> str:
        kinds = [kind for kind in ("contract", "adjust", "join", "leave") if kind in self.fields]
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
            return kinds[0]
        try:
            self.contract = contracts.read(self.text("contract"))
        except WrongUsage as error:
            raise Misread("contract", error.message, error.hint) from None
        if not isinstance(self.contract, Contract):
            return self.contract
        return "conceded" if self.flag("conceded") else "contract"

    def no_other_keys(self, allowed: set[str], kind: str) -> None:
        for key in self.fields:
            if key in allowed:
                continue
            if key in HEADER_KEYS:
                hint = _("settings of the session go above the first [[hand]]")
            elif key in ORDER:
                where = _("in this kind of entry ({kind})").format(kind=kind)
                message = _("{key} has no place {where}").format(key=key, where=where)
                raise Misread(key, message, _("remove it"))
            else:
                hint = names.did_you_mean(key, sorted(allowed))
            raise Misread(key, _("unknown key {key}").format(key=key), hint)

    def _typed(self, key: str, kind: type, wanted: str) -> Any:
        if key not in self.fields:
            raise Misread(
                "", _("{key} is missing").format(key=key), _("add a line {key} = …").format(key=key)
            )
        value = self.fields[key]
        if type(value) is not kind:
            raise Misread(
                key,
                _("{key} is {value}; it must be {wanted}").format(
                    key=key, value=toml_value(value), wanted=wanted
                ),
                _("mend the value"),
            )
        return value

    def text(self, key: str) -> str:
        if key not in self.fields and key in ("note", "talon"):
            return ""
        value: str = self._typed(key, str, _("a text in quotes"))
        return value

    def flag(self, key: str) -> bool:
        return key in self.fields and bool(self._typed(key, bool, _("true or false")))

    def number(self, key: str, default: int | None = None) -> int:
        if default is not None and key not in self.fields:
            return default
        value: int = self._typed(key, int, _("a whole number"))
        return value

    def moment(self, key: str) -> datetime.datetime | None:
        if key not in self.fields:
            return None
        value: datetime.datetime = self._typed(key, datetime.datetime, _("a date with its time"))
        return value

    def same_player(self, name: str) -> Player:
        """The player as the session spells him; a stranger stays as he is written."""
        return names.same(name, self.players) or name

    def player(self, key: str) -> Player:
        return self.same_player(self._typed(key, str, _("a player's name in quotes")))

    def maybe_player(self, key: str) -> Player | None:
        return self.player(key) if key in self.fields else None

    def players_in(self, key: str) -> tuple[Player, ...]:
        if key not in self.fields:
            return ()
        wanted = _('a list of names: ["W"]')
        found = self._typed(key, list, wanted)
        for name in found:
            if type(name) is not str:
                raise Misread(
                    key, _("{key} must be {wanted}").format(key=key, wanted=wanted), _("mend it")
                )
        return tuple(self.same_player(name) for name in found)

    def tricks_by_player(self, key: str, *, required: bool) -> dict[Player, int]:
        if key not in self.fields and not required:
            return {}
        wanted = _("names with their tricks: { W = 1, E = 5 }")
        found = self._typed(key, dict, wanted)
        taken: dict[Player, int] = {}
        for name, tricks in found.items():
            if type(tricks) is not int:
                message = _("{key}: {name} = {value}; it must be a whole number").format(
                    key=key, name=name, value=toml_value(tricks)
                )
                raise Misread(key, message, _("mend the value"))
            player = self.same_player(name)
            if player in taken:
                message = _("{player} is named twice").format(player=player)
                raise Misread(key, message, _("name him once"))
            taken[player] = tricks
        return taken
