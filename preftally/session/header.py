"""The top of a session file: who plays, by which convention, for how much pool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from preftally.engine.conventions import CONVENTIONS, DIALS, Convention, Dial, Value, override
from preftally.engine.replay import Game
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import names
from preftally.session.hands import HEADER_KEYS, ORDER, Misread
from preftally.session.toml import toml_value

FORMAT = 1
POOLS = range(1, 1001)


def game(table: Mapping[str, Any]) -> Game:
    """What the head of a file agrees. Raises `Misread`."""
    _check_format(table)
    for key in table:
        if key == "hand":
            hint = _("write each hand as a table of its own, [[hand]], and delete this line")
            raise Misread(key, _("the hands stand in one line"), hint)
        if key not in HEADER_KEYS:
            hint = names.did_you_mean(key, HEADER_KEYS)
            if key in ORDER:
                hint = _("keys of a hand go below a line [[hand]]")
            raise Misread(key, _("unknown key {key}").format(key=key), hint)
    name = _text(table, "convention")
    if name not in CONVENTIONS:
        message = _("{name} is not a convention").format(name=name)
        raise Misread("convention", message, names.did_you_mean(name, CONVENTIONS))
    players = _players(table)
    dealer = _text(table, "dealer")
    first = names.same(dealer, players)
    if first is None:
        message = _("the dealer {name} is not a player").format(name=dealer)
        raise Misread("dealer", message, names.did_you_mean(dealer, players))
    convention = override(CONVENTIONS[name], rules(table.get("rules", {})))
    return Game(convention, players, first, _pool(table))


def _check_format(table: Mapping[str, Any]) -> None:
    found = _present(table, "format")
    if type(found) is not int:
        message = _("format is {value}; it must be {wanted}").format(
            value=toml_value(found), wanted=_("a whole number")
        )
        raise Misread("format", message, _("write format = {n}").format(n=FORMAT))
    if found != FORMAT:
        raise Misread(
            "format",
            _("format {found} is not known to this preftally, which reads format {known}").format(
                found=found, known=FORMAT
            ),
            _("install the preftally that wrote it, or a newer one"),
        )


def _present(table: Mapping[str, Any], key: str) -> Any:
    if key not in table:
        message = _("{key} is missing at the top of the file").format(key=key)
        raise Misread("", message, _("add a line {key} = …").format(key=key))
    return table[key]


def _text(table: Mapping[str, Any], key: str) -> str:
    value = _present(table, key)
    if not isinstance(value, str):
        raise _wrong_type(key, value, _("a text in quotes"))
    return value


def _wrong_type(key: str, value: Any, wanted: str) -> Misread:
    message = _("{key} is {value}; it must be {wanted}").format(
        key=key, value=toml_value(value), wanted=wanted
    )
    return Misread(key, message, _("mend the value"))


def _players(table: Mapping[str, Any]) -> tuple[str, ...]:
    found = _present(table, "players")
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise _wrong_type("players", found, _('a list of names: ["W", "E", "S"]'))
    try:
        return names.seated(found)
    except WrongUsage as error:
        raise Misread("players", error.message, error.hint) from None


def _pool(table: Mapping[str, Any]) -> int:
    pool = _present(table, "pool")
    if type(pool) is not int or pool not in POOLS:
        raise _wrong_type("pool", pool, _("a whole number from 1 to 1000"))
    return pool


def rules(table: Any) -> dict[str, Value]:
    """The keys of a `[rules]` table, nested or dotted, checked. Raises `Misread`."""
    if not isinstance(table, dict):
        raise _wrong_type("rules", table, _("a table: [rules]"))
    found: dict[str, Value] = {}
    for key, value in _flat(table):
        found |= {key: value} if key in DIALS else _row_of_values(key, value)
        if key in DIALS and not DIALS[key].admits(value):
            raise _wrong_type(key, value, wanted(DIALS[key]))
    return found


def _row_of_values(key: str, value: Any) -> dict[str, Value]:
    """`values = "rostov"` takes the whole table of values of a built-in convention."""
    if key != "values":
        message = _("unknown key {key}").format(key=key)
        raise Misread(key, message, names.did_you_mean(key, DIALS))
    if not isinstance(value, str) or value not in CONVENTIONS:
        raise _wrong_type(key, value, wanted(Dial(tuple(CONVENTIONS))))
    from preftally.engine.conventions import value_of

    convention = CONVENTIONS[value]
    return {one: value_of(convention, one) for one in DIALS if one.startswith("values.")}


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


def text(convention: Convention, rules: Mapping[str, Value], agreed: Game) -> str:
    """The head of a new file, ending with a line end."""
    rows = [
        f"format = {FORMAT}",
        f"convention = {toml_value(convention.name)}",
        f"players = {toml_value(agreed.players)}",
        f"dealer = {toml_value(agreed.dealer)}",
        f"pool = {agreed.target}",
    ]
    if rules:
        rows += ["", "[rules]"]
        rows += [f"{key} = {toml_value(value)}" for key, value in rules.items()]
    return "\n".join(rows) + "\n"
