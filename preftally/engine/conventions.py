"""Conventions: what a table has agreed. One frozen record of numbers and words.

A key such as `whist.style` is the path of a field of `Convention`; `DIALS` says
what each key may hold. The numbers of a built-in convention never change once
released: sessions refer to them by name (RULES, section 8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from preftally.engine.model import LEVELS

Value: TypeAlias = "bool | int | str | tuple[int, ...]"


class Values(NamedTuple):
    """The table of values (RULES, section 1); the rows run from six to ten."""

    contract: tuple[int, ...] = (2, 4, 6, 8, 10)
    undertrick: tuple[int, ...] = (2, 4, 6, 8, 10)
    trick: tuple[int, ...] = (2, 4, 6, 8, 10)
    whist_undertrick: tuple[int, ...] = (2, 4, 6, 8, 10)
    quota: tuple[int, ...] = (4, 2, 1, 1, 1)
    misere: int = 10
    misere_trick: int = 10


class Whist(NamedTuple):
    """How defenders write (RULES, section 2)."""

    style: str = "greedy"
    consolation: int | str = "contract"
    consolation_to: str = "defenders"
    dealer_consolation: bool = True
    duty_low: str = "pair"
    duty_high: str = "second"
    half_whist: bool = True
    ten: str = "whisted"
    checked_ten_whists: bool = True
    stalingrad: bool = False


class AllPassing(NamedTuple):
    """How an all-pass is written and left (RULES, section 4)."""

    record: str = "mountain"
    prices: tuple[int, ...] = (1,)
    zero_bonus: int | str = "price"
    dealer_tricks: bool = True
    dealer_zero: str = "none"
    amnesty: bool = False
    exit: tuple[int, ...] = (6, 7, 8)
    exit_by_remise: bool = False
    exit_needs_whist: bool = False
    misere_exits: bool = True


class Dealing(NamedTuple):
    """How the deal moves (RULES, section 7)."""

    after_all_pass: str = "moves"


class Pool(NamedTuple):
    """The end of the game and American help (RULES, section 5)."""

    end: str = "each"
    help: str = "american"
    help_whists: int = 10


class Settling(NamedTuple):
    """What mountain and pool points are worth at the end (RULES, section 6)."""

    mountain_whists: int = 10
    pool_whists: int = 10
    divisor: str = "players"


class Talon(NamedTuple):
    """The bonus that the resting dealer writes for good cards of the talon."""

    bonus: bool = False


class Convention(NamedTuple):
    """Everything that a table has agreed; `name` is for display and for files."""

    name: str = "sochi"
    values: Values = Values()
    whist: Whist = Whist()
    all_pass: AllPassing = AllPassing()
    deal: Dealing = Dealing()
    pool: Pool = Pool()
    settlement: Settling = Settling()
    talon: Talon = Talon()

    def exit_floor(self, all_passes: int) -> int:
        """The lowest contract after so many all-passes in a row (RULES, section 4)."""
        if all_passes == 0:
            return LEVELS[0]
        exits = self.all_pass.exit
        return exits[min(all_passes, len(exits)) - 1]

    def all_pass_price(self, all_passes: int) -> int:
        """The price of a trick in the all-pass that follows so many of them."""
        prices = self.all_pass.prices
        return prices[min(all_passes, len(prices) - 1)]


SOCHI = Convention()

SOCHI_ONLINE = SOCHI._replace(
    name="sochi-online",
    all_pass=SOCHI.all_pass._replace(exit=(6,), exit_by_remise=True),
)

ROSTOV = SOCHI._replace(
    name="rostov",
    values=SOCHI.values._replace(whist_undertrick=(1, 2, 3, 4, 5)),
    whist=SOCHI.whist._replace(style="gentleman", consolation=10),
    all_pass=SOCHI.all_pass._replace(
        record="whists",
        prices=(5,),
        zero_bonus=1,
        dealer_tricks=False,
        dealer_zero="pool",
        exit=(6,),
        exit_by_remise=True,
    ),
)

LENINGRAD = SOCHI._replace(
    name="leningrad",
    values=SOCHI.values._replace(
        undertrick=(4, 8, 12, 16, 20),
        trick=(4, 8, 12, 16, 20),
        misere_trick=20,
    ),
    whist=SOCHI.whist._replace(style="gentleman", duty_high="both"),
    all_pass=SOCHI.all_pass._replace(
        prices=(2, 4, 6),
        exit=(6, 7, 7),
        exit_needs_whist=True,
        misere_exits=False,
    ),
    pool=Pool(end="total", help="none", help_whists=20),
    settlement=SOCHI.settlement._replace(pool_whists=20),
)

CONVENTIONS: Mapping[str, Convention] = {
    convention.name: convention for convention in (SOCHI, SOCHI_ONLINE, ROSTOV, LENINGRAD)
}


class Dial(NamedTuple):
    """What a key may hold: a flag, one of some words, whole numbers, or a list of them."""

    words: tuple[str, ...] = ()
    numbers: range | None = None
    length: range | None = None

    def admits(self, value: object) -> bool:
        """Whether the value, as TOML gives it, may stand under the key."""
        if self.length is not None:
            return (
                isinstance(value, (list, tuple))
                and len(value) in self.length
                and all(self._number(one) for one in value)
            )
        if isinstance(value, bool):
            return self.is_flag
        return value in self.words if isinstance(value, str) else self._number(value)

    @property
    def is_flag(self) -> bool:
        """Whether the key is a yes or a no."""
        return not self.words and self.numbers is None

    def _number(self, value: object) -> bool:
        # A float or a truth value is not a number here, though Python takes True for 1.
        return type(value) is int and self.numbers is not None and value in self.numbers


_AMOUNT = range(1001)
_FLAG = Dial()
_ROW = Dial(numbers=_AMOUNT, length=range(5, 6))

DIALS: Mapping[str, Dial] = {
    "values.contract": _ROW,
    "values.undertrick": _ROW,
    "values.trick": _ROW,
    "values.whist_undertrick": _ROW,
    "values.quota": Dial(numbers=range(11), length=range(5, 6)),
    "values.misere": Dial(numbers=_AMOUNT),
    "values.misere_trick": Dial(numbers=_AMOUNT),
    "whist.style": Dial(("greedy", "gentleman", "gentleman_always")),
    "whist.consolation": Dial(("contract",), _AMOUNT),
    "whist.consolation_to": Dial(("defenders", "whisters")),
    "whist.dealer_consolation": _FLAG,
    "whist.duty_low": Dial(("pair", "personal")),
    "whist.duty_high": Dial(("second", "both", "personal")),
    "whist.half_whist": _FLAG,
    "whist.ten": Dial(("whisted", "checked")),
    "whist.checked_ten_whists": _FLAG,
    "whist.stalingrad": _FLAG,
    "all_pass.record": Dial(("mountain", "whists")),
    "all_pass.prices": Dial(numbers=_AMOUNT, length=range(1, 21)),
    "all_pass.zero_bonus": Dial(("price",), _AMOUNT),
    "all_pass.dealer_tricks": _FLAG,
    "all_pass.dealer_zero": Dial(("none", "mountain", "pool")),
    "all_pass.amnesty": _FLAG,
    "all_pass.exit": Dial(numbers=LEVELS, length=range(1, 21)),
    "all_pass.exit_by_remise": _FLAG,
    "all_pass.exit_needs_whist": _FLAG,
    "all_pass.misere_exits": _FLAG,
    "deal.after_all_pass": Dial(("moves", "stays")),
    "pool.end": Dial(("each", "total", "none")),
    "pool.help": Dial(("american", "none")),
    "pool.help_whists": Dial(numbers=_AMOUNT),
    "settlement.mountain_whists": Dial(numbers=range(1, 1001)),
    "settlement.pool_whists": Dial(numbers=range(1, 1001)),
    "settlement.divisor": Dial(("players", "opponents")),
    "talon.bonus": _FLAG,
}


def value_of(convention: Convention, key: str) -> Value:
    """What a convention holds under a key, such as `whist.style`.

    Raises `KeyError` for a key that is not in `DIALS`.
    """
    DIALS[key]
    group, _, name = key.partition(".")
    value: Value = getattr(getattr(convention, group), name)
    return value


def override(convention: Convention, rules: Mapping[str, Value]) -> Convention:
    """The convention with some keys replaced.

    Raises `KeyError` for an unknown key and `ValueError` for a value that its
    dial does not admit.
    """
    groups: dict[str, dict[str, Any]] = {}
    for key, value in rules.items():
        if not DIALS[key].admits(value):
            raise ValueError(key)
        group, _, name = key.partition(".")
        groups.setdefault(group, {})[name] = tuple(value) if isinstance(value, list) else value
    changed = {group: getattr(convention, group)._replace(**new) for group, new in groups.items()}
    return convention._replace(**changed)


def differences(one: Convention, other: Convention) -> dict[str, tuple[Value, Value]]:
    """The keys under which two conventions differ, with both values."""
    pairs = {key: (value_of(one, key), value_of(other, key)) for key in DIALS}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
