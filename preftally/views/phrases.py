"""The small change of sentences: counts in words, suits, amounts."""

from __future__ import annotations

from preftally.engine.conventions import CONVENTIONS, Convention, differences
from preftally.engine.model import Amount, Column, Contract, Suit
from preftally.lang import _, decimal, many

_SIGNS = {
    Suit.SPADES: "♠",
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
}


def contract(one: Contract) -> str:
    """`7♠`, `8NT`; in Russian `8БК`."""
    trump = _SIGNS.get(one.suit) or _("NT")
    return f"{one.level}{trump}"


def tricks(number: Amount) -> str:
    """So many tricks."""
    return many("{n} trick", "{n} tricks", int(number))


def undertricks(number: Amount) -> str:
    """So many undertricks."""
    return many("{n} undertrick", "{n} undertricks", int(number))


def whists(number: Amount) -> str:
    """So many whists."""
    return many("{n} whist", "{n} whists", int(number))


def points(number: Amount) -> str:
    """So many points of pool or mountain."""
    return many("{n} point", "{n} points", int(number))


def multiple(times: int) -> str:
    """The coefficient of a hand."""
    return _("times {n}").format(n=times)


def hands(number: int) -> str:
    """So many hands."""
    return many("{n} hand", "{n} hands", number)


def entries(number: int) -> str:
    """So many entries of the session: hands, corrections and the rest."""
    return many("{n} entry", "{n} entries", number)


def convention(one: Convention) -> str:
    """A convention by its name, and how many of its rules this table has changed."""
    base = CONVENTIONS.get(one.name, one)
    changed = len(differences(base, one))
    if not changed:
        return one.name
    rules = many("{n} rule of its own", "{n} rules of its own", changed)
    return _("{name}, {rules}").format(name=one.name, rules=rules)


def mixed(amount: Amount) -> str:
    """An exact amount as people write it: a whole number and a proper fraction, `-23 1/3`."""
    if isinstance(amount, int):
        return str(amount)
    whole, part = divmod(abs(amount.numerator), amount.denominator)
    sign = "-" if amount < 0 else ""
    if not part:
        return f"{sign}{whole}"
    proper = f"{part}/{amount.denominator}"
    return f"{sign}{whole} {proper}" if whole else f"{sign}{proper}"


def signed(amount: Amount) -> str:
    """An amount that is added: its sign is always shown."""
    return f"+{mixed(amount)}" if amount > 0 else mixed(amount)


def column(one: Column) -> str:
    """The name of a column of the sheet."""
    return {
        Column.POOL: _("pool"),
        Column.MOUNTAIN: _("mountain"),
        Column.WHISTS: _("whists"),
    }[one]


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Names with commas."""
    return ", ".join(names)


def money(units: int) -> str:
    """Cents as the reader writes money: `-11.67`, in Russian `-11,67`."""
    return decimal(plain_money(units))


def plain_money(units: int) -> str:
    """Cents as programs read money, `-11.67`; never through a float."""
    whole, part = divmod(abs(units), 100)
    return f"{'-' if units < 0 else ''}{whole}.{part:02}"
