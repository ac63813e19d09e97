"""The top of a session file: who plays, by which convention, for how much pool."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from preftally.engine.conventions import CONVENTIONS, Convention, Dial, Value, override
from preftally.engine.replay import Game
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import money, names
from preftally.session import codecs, hands
from preftally.session.codecs import NAME, Misread, wrong
from preftally.session.toml import toml_value

FORMAT = 1
POOLS = range(1, 1001)
MOST_DIGITS = 18


class Key(NamedTuple):
    """A key of the head, how its value is read, and its schema."""

    name: str
    read: Callable[[str, Any], Any]
    schema: Mapping[str, Any]
    needed: bool = True


class Occasion(NamedTuple):
    """When and where it was, and the money for a whist, as far as the head says it."""

    date: datetime.date | None = None
    place: str = ""
    stake: str = ""


def occasion(table: Mapping[str, Any]) -> Occasion:
    """What the head of a file says beside the game. Raises `Misread`."""
    found = {key: _value(table, KEYS[key]) for key in Occasion._fields if key in table}
    return Occasion(**found)


def game(table: Mapping[str, Any]) -> Game:
    """What the head of a file agrees. Raises `Misread`."""
    for key in table:
        if key not in KEYS:
            raise _unknown(key)
    found = {name: _value(table, key) for name, key in KEYS.items() if name not in Occasion._fields}
    first = names.same(found["dealer"], found["players"])
    if first is None:
        message = _("the dealer {name} is not a player").format(name=found["dealer"])
        raise Misread("dealer", message, names.did_you_mean(found["dealer"], found["players"]))
    convention = override(found["convention"], found["rules"] or {})
    return Game(convention, found["players"], first, found["pool"])


def format_of(table: Mapping[str, Any], known: Iterable[int]) -> int:
    """The format of a file, if it is one of those that are known. Raises `Misread`."""
    found = _present(table, "format")
    if type(found) is not int:
        message = _("format is {value}; it must be {wanted}").format(
            value=toml_value(found), wanted=_("a whole number")
        )
        raise Misread("format", message, _("write format = {n}").format(n=FORMAT))
    if found not in known:
        raise Misread(
            "format",
            _("format {found} is not known to this preftally, which reads format {known}").format(
                found=found, known=FORMAT
            ),
            _("install the preftally that wrote it, or a newer one"),
        )
    return found


def _unknown(key: str) -> Misread:
    if key == "hand":
        hint = _("write each hand as a table of its own, [[hand]], and delete this line")
        return Misread(key, _("the hands stand in one line"), hint)
    hint = names.did_you_mean(key, KEYS)
    if key in hands.KEYS:
        hint = _("keys of a hand go below a line [[hand]]")
    return Misread(key, _("unknown key {key}").format(key=key), hint)


def _value(table: Mapping[str, Any], key: Key) -> Any:
    if key.needed:
        return key.read(key.name, _present(table, key.name))
    return key.read(key.name, table[key.name]) if key.name in table else None


def _present(table: Mapping[str, Any], key: str) -> Any:
    if key not in table:
        message = _("{key} is missing at the top of the file").format(key=key)
        raise Misread("", message, _("add a line {key} = …").format(key=key))
    return table[key]


def _convention(key: str, value: Any) -> Convention:
    name = codecs.text(key, value)
    if name not in CONVENTIONS:
        message = _("{name} is not a convention").format(name=name)
        raise Misread(key, message, names.did_you_mean(name, CONVENTIONS))
    return CONVENTIONS[name]


def _players(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise wrong(key, value, _('a list of names: ["W", "E", "S"]'))
    try:
        return names.seated(value)
    except WrongUsage as error:
        raise Misread(key, error.message, error.hint) from None


def _pool(key: str, value: Any) -> int:
    if type(value) is not int or value not in POOLS:
        raise wrong(key, value, _("a whole number from 1 to 1000"))
    return value


def _date(key: str, value: Any) -> datetime.date:
    if type(value) is not datetime.date:
        raise wrong(key, value, _("a date without quotes: 2026-11-28"))
    return value


def _place(key: str, value: Any) -> str:
    try:
        return names.check_text(codecs.text(key, value).strip(), _("the place"))
    except WrongUsage as error:
        raise Misread(key, error.message, error.hint) from None


def _stake(key: str, value: Any) -> str:
    """Money in quotes, so that it is exact; a whole number may go without them."""
    text = str(value) if type(value) is int else value
    found = money.stake(text) if isinstance(text, str) else None
    if found is None or max(map(len, found)) > MOST_DIGITS:
        raise wrong(key, value, _('an amount of money in quotes: "0.5"'))
    return money.spelled(*found)


def rules(table: Any) -> dict[str, Value]:
    """The keys of a `[rules]` table, nested or dotted, checked. Raises `Misread`."""
    if not isinstance(table, dict):
        raise wrong("rules", table, _("a table: [rules]"))
    if not table:
        return {}
    from preftally.engine.conventions import DIALS  # here only: few tables need it

    found: dict[str, Value] = {}
    for key, value in _flat(table):
        found |= {key: value} if key in DIALS else _row_of_values(key, value)
        if key in DIALS and not DIALS[key].admits(value):
            raise wrong(key, value, wanted(DIALS[key]))
    return found


def _row_of_values(key: str, value: Any) -> dict[str, Value]:
    """`values = "rostov"` takes the whole table of values of a built-in convention.

    What giving up costs is a rule of its own (RULES, section 9).
    """
    from preftally.engine.conventions import DIALS, value_of

    if key != "values":
        message = _("unknown key {key}").format(key=key)
        raise Misread(key, message, names.did_you_mean(key, DIALS))
    if not isinstance(value, str) or value not in CONVENTIONS:
        raise wrong(key, value, wanted(Dial(tuple(CONVENTIONS))))
    convention = CONVENTIONS[value]
    return {
        one: value_of(convention, one)
        for one in DIALS
        if one.startswith("values.") and one != "values.conceded"
    }


def _flat(table: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        path = before + key
        found += _flat(value, path + ".") if isinstance(value, dict) else [(path, value)]
    return found


def wanted(dial: Dial) -> str:
    """What a key of the rules may hold, in words."""
    if dial.is_flag:
        return _("true or false")
    numbers = ""
    if dial.numbers is not None:
        low, high = dial.numbers[0], dial.numbers[-1]
        numbers = _("a whole number from {low} to {high}").format(low=low, high=high)
        if dial.length is not None and len(dial.length) == 1:
            return _("a list of {n} whole numbers from {low} to {high}").format(
                n=dial.length[0], low=low, high=high
            )
        if dial.length is not None:
            return _("a list of whole numbers from {low} to {high}").format(low=low, high=high)
    words = ", ".join(dial.words)
    return _(" or ").join(part for part in (words, numbers) if part)


def text(
    convention: Convention,
    rules: Mapping[str, Value],
    agreed: Game,
    told: Occasion = Occasion(),  # noqa: B008 - immutable
) -> str:
    """The head of a new file, ending with a line end."""
    rows = [
        f"format = {FORMAT}",
        f"convention = {toml_value(convention.name)}",
        f"players = {toml_value(agreed.players)}",
        f"dealer = {toml_value(agreed.dealer)}",
        f"pool = {agreed.target}",
    ]
    said = told._asdict().items()
    rows += [f"{key} = {toml_value(value)}" for key, value in said if value]
    if rules:
        rows += ["", "[rules]"]
        rows += [f"{key} = {toml_value(value)}" for key, value in rules.items()]
    return "\n".join(rows) + "\n"


KEYS: Mapping[str, Key] = {
    key.name: key
    for key in (
        Key("format", lambda _key, value: value, {"const": FORMAT}),
        Key("convention", _convention, {"enum": list(CONVENTIONS)}),
        Key("players", _players, {"type": "array", "items": NAME, "minItems": 3, "maxItems": 4}),
        Key("dealer", codecs.text, NAME),
        Key("pool", _pool, {"type": "integer", "minimum": POOLS[0], "maximum": POOLS[-1]}),
        Key("date", _date, {"type": "string", "format": "date"}, needed=False),
        Key("place", _place, {"type": "string"}, needed=False),
        Key("stake", _stake, {"type": ["string", "integer"]}, needed=False),
        Key("rules", lambda _key, value: rules(value), {"$ref": "#/$defs/rules"}, needed=False),
    )
}
