"""Conventions: what a table has agreed. One frozen record of numbers and words.

A key such as `whist.style` is the path of a field of `Convention`, and the field is
its one declaration: its words or its range, what it holds by default, and what the
README says of it. `DIALS` is read off the fields. Beside the declaration a key has
the line of the engine that reads it, and its sentence in `views/agreement`. The
numbers of a built-in convention never change once released: sessions refer to them
by name (RULES, section 8).

(The hints stand evaluated: a named tuple compiles each that is quoted, on every start.)
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from preftally.engine.model import LEVELS

Value: TypeAlias = "bool | int | str | tuple[int, ...]"

# A number with its range; a list with the range of its numbers and of its length.
Points: TypeAlias = Annotated[int, range(1001)]
Rate: TypeAlias = Annotated[int, range(1, 1001)]
Row: TypeAlias = Annotated[tuple[int, ...], range(1001), range(5, 6)]
Prices: TypeAlias = Annotated[tuple[int, ...], range(1001), range(1, 21)]
Floors: TypeAlias = Annotated[tuple[int, ...], LEVELS, range(1, 21)]


class Values(NamedTuple):
    """The table of values (RULES, section 1); the rows run from six to ten."""

    contract: Row = (2, 4, 6, 8, 10)
    """A contract made, into the pool, from six to ten."""
    undertrick: Row = (2, 4, 6, 8, 10)
    """An undertrick, into the mountain."""
    trick: Row = (2, 4, 6, 8, 10)
    """A defender's trick, in whists."""
    whist_undertrick: Row = (2, 4, 6, 8, 10)
    """A trick that whisters owed and did not take, into the mountain."""
    quota: Annotated[tuple[int, ...], range(11), range(5, 6)] = (4, 2, 1, 1, 1)
    """The tricks that the whisters owe together."""
    misere: Points = 10
    """A misère made, into the pool."""
    misere_trick: Points = 10
    """Each trick of a failed misère, into the mountain."""
    conceded: Annotated[int, range(11)] = 3
    """The undertricks of who gives a contract up; 0: nobody may."""


class Whist(NamedTuple):
    """How defenders write (RULES, sections 2 and 9)."""

    style: Literal["greedy", "gentleman", "gentleman_always"] = "greedy"
    """Whether the only whister shares with the passer: never, on a remise, always."""
    consolation: Literal["contract"] | Points = "contract"
    """For each undertrick: the value of a whist, or a number; 0 is none."""
    consolation_to: Literal["defenders", "whisters"] = "defenders"
    """Who writes it: the passer too, or whisters only."""
    dealer_consolation: bool = True
    """Whether a resting dealer writes it too."""
    duty_low: Literal["pair", "personal", "shortfall", "both"] = "pair"
    """Which of two whisters pays on six and seven: nobody while the pair has its tricks, then each
    for his own half (`pair`); each always for his own (`personal`); for his own, but no more than
    the pair is short (`shortfall`); each for all that it is short (`both`)."""
    duty_high: Literal["second", "both", "personal"] = "second"
    """From eight on: the second whister, both, or each without a trick."""
    half_whist: bool = True
    """Whether there is a half-whist."""
    ten: Literal["whisted", "checked"] = "whisted"
    """Whether a ten is whisted, or inspected without a fine."""
    checked_ten_whists: bool = True
    """Whether a failed checked ten is written in full."""
    stalingrad: bool = False
    """Whether both must whist six spades."""
    returned_half: bool = False
    """Whether a whist may stand beside a half-whist, on six and seven: it voids the half-whist, and
    the whister is alone."""
    dealer_whist: bool = False
    """Whether a resting dealer may whist when neither defender does; he is never fined."""


class AllPassing(NamedTuple):
    """How an all-pass is written and left (RULES, sections 4 and 9)."""

    record: Literal["mountain", "whists"] = "mountain"
    """Where: everybody's tricks into his mountain, or the fewest tricks on the others."""
    prices: Prices = (1,)
    """The price of a trick in the first, second, … of a series."""
    prices_repeat: Literal["last", "all"] = "last"
    """What follows the end of the prices: the last, or all of them again."""
    zero_bonus: Literal["price"] | Points = "price"
    """For no trick: the price of a trick, or a number."""
    zero_to: Literal["pool", "mountain"] = "pool"
    """Where the bonus for no trick goes: into the pool, or off the mountain for as much."""
    dealer_tricks: bool = True
    """Whether the talon's tricks are the resting dealer's."""
    dealer_zero: Literal["none", "mountain", "pool"] = "none"
    """What a resting dealer writes for no trick: nothing, the price off his mountain, the bonus."""
    amnesty: bool = False
    """Whether the smallest count is taken off everybody's (into the mountain)."""
    exit: Floors = (6, 7, 8)
    """The lowest contract that leaves a series after one, two, … all-passes."""
    exit_repeat: Literal["last", "all"] = "last"
    """What follows the end of the exits: the last, or all of them again."""
    exit_by_remise: bool = False
    """Whether a failed contract leaves a series too."""
    exit_needs_whist: bool = False
    """Whether only a whisted contract leaves it."""
    misere_exits: bool = True
    """Whether a misère leaves it."""


class Dealing(NamedTuple):
    """How the deal moves, and how often (RULES, sections 7 and 9)."""

    after_all_pass: Literal["moves", "stays"] = "moves"
    """Whether the deal moves on after an all-pass."""
    limit: Points = 0
    """The game ends after so many hands; 0: no limit."""


class Pool(NamedTuple):
    """The end of the game and American help (RULES, sections 5 and 9)."""

    end: Literal["each", "total", "none", "first"] = "each"
    """The game ends when every pool is full, when the pools together are, when the players say so,
    when the first has reached the target outside a series of all-passes."""
    help: Literal["american", "none"] = "american"
    """Where a surplus goes: into others' pools, or off the mountain."""
    help_whists: Points = 10
    """Whists for a point of help."""


class Settling(NamedTuple):
    """What mountain and pool points are worth at the end (RULES, section 6)."""

    mountain_whists: Rate = 10
    """What a point of the mountain is worth."""
    pool_whists: Rate = 10
    """What a point of the pool is worth."""
    divisor: Literal["players", "opponents"] = "players"
    """By whom a point is divided: all, or the others only."""


class Talon(NamedTuple):
    """The bonus for good cards of the talon (RULES, sections 7 and 9)."""

    bonus: bool = False
    """Whether the resting dealer writes whists on the declarer for good cards of the talon, as
    `--talon AK` says: an ace (`A`) counts 1, ace and king of a suit (`AK`) 2, two aces (`AA`) 3,
    king and queen of a suit (`KQ`) 1, times the value of a whist."""
    shared: bool = False
    """Whether, with three, each of the two defenders writes half of that bonus."""


class Prizes(NamedTuple):
    """Whists that are written once, when the game ends (RULES, section 9)."""

    first: Points = 0
    """Who reached the target first writes so many on each other, with `pool.end = first`."""
    mountain: Points = 0
    """The smallest mountain writes so many on each other."""


def _(message: str) -> str:
    """Mark a message for translation: the engine speaks no language."""
    return message


class Convention(NamedTuple):
    """Everything that a table has agreed.

    `name` and `title` are for display and for files, `target` is the pool that a
    game is begun with where no other is said.
    """

    name: str = "sochi"
    title: str = _("greedy whist, responsible, all-passes into the mountain")
    target: int = 20
    values: Values = Values()
    whist: Whist = Whist()
    all_pass: AllPassing = AllPassing()
    deal: Dealing = Dealing()
    pool: Pool = Pool()
    settlement: Settling = Settling()
    talon: Talon = Talon()
    prize: Prizes = Prizes()

    def exit_floor(self, all_passes: int) -> int:
        """The lowest contract after so many all-passes in a row (RULES, section 4)."""
        if all_passes == 0:
            return LEVELS[0]
        rules = self.all_pass
        return rules.exit[_place(all_passes - 1, len(rules.exit), rules.exit_repeat)]

    def all_pass_price(self, all_passes: int) -> int:
        """The price of a trick in the all-pass that follows so many of them."""
        rules = self.all_pass
        return rules.prices[_place(all_passes, len(rules.prices), rules.prices_repeat)]


def _place(number: int, count: int, repeat: Literal["last", "all"]) -> int:
    """Where in a list of so many a number falls: past its end the last, or all again."""
    return number % count if repeat == "all" else min(number, count - 1)


SOCHI = Convention()

SOCHI_ONLINE = SOCHI._replace(
    name="sochi-online",
    title=_("as the servers play it: an easy exit, by a remise too"),
    all_pass=SOCHI.all_pass._replace(exit=(6,), exit_by_remise=True),
)

ROSTOV = SOCHI._replace(
    name="rostov",
    title=_("gentleman's whist, half-responsible, all-passes on whists"),
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
    title=_("mountain and whists doubled, a common pool"),
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

FSPR = LENINGRAD._replace(
    name="fspr",
    title=_("the federation's code: always gentlemen, whists returned, no limit to the pool"),
    values=LENINGRAD.values._replace(conceded=0),
    whist=LENINGRAD.whist._replace(style="gentleman_always", returned_half=True, dealer_whist=True),
    all_pass=LENINGRAD.all_pass._replace(zero_to="mountain", exit=(7,)),
    pool=LENINGRAD.pool._replace(end="none"),
    talon=Talon(bonus=True, shared=True),
)

RACES = LENINGRAD._replace(
    name="races",
    title=_("Leningrad as a race: the first to the target ends it, with prizes"),
    target=22,
    pool=LENINGRAD.pool._replace(end="first"),
    prize=Prizes(first=300, mountain=200),
)

CONVENTIONS: Mapping[str, Convention] = {
    convention.name: convention
    for convention in (SOCHI, SOCHI_ONLINE, ROSTOV, LENINGRAD, FSPR, RACES)
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


# The dials of all keys, in the order of the fields; made when somebody first asks for
# them, which recording a hand does only at a table with rules of its own.
DIALS: Mapping[str, Dial]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Mapping[str, Dial]:
        if name == "DIALS":
            return _dials()
        raise AttributeError(name)


# The fields of a convention that hold keys.
_GROUPS = tuple(name for name in SOCHI._fields if isinstance(getattr(SOCHI, name), tuple))


@cache
def _dials() -> Mapping[str, Dial]:
    return {
        f"{group}.{key}": _dial(hint)
        for group in _GROUPS
        for key, hint in get_type_hints(type(getattr(SOCHI, group)), include_extras=True).items()
    }


def _dial(hint: object) -> Dial:
    """What a field's hint lets its key hold."""
    if get_origin(hint) is Literal:
        return Dial(get_args(hint))
    if get_origin(hint) is Annotated:
        return Dial((), *get_args(hint)[1:])
    if get_origin(hint) is Union:
        words, number = map(_dial, get_args(hint))
        return Dial(words.words, number.numbers)
    return Dial()


def value_of(convention: Convention, key: str) -> Value:
    """What a convention holds under a key, such as `whist.style`.

    Raises `KeyError` for a key that is not in `DIALS`.
    """
    _dials()[key]
    group, _dot, name = key.partition(".")
    value: Value = getattr(getattr(convention, group), name)
    return value


def override(convention: Convention, rules: "Mapping[str, Value | list[int]]") -> Convention:
    """The convention with some keys replaced.

    Raises `KeyError` for an unknown key and `ValueError` for a value that its
    dial does not admit.
    """
    for key, value in rules.items():
        if not _dials()[key].admits(value):
            raise ValueError(key)
    plain = {key: tuple(one) if isinstance(one, list) else one for key, one in rules.items()}
    groups = {}
    for name in _GROUPS:
        group = getattr(convention, name)
        held = zip(group._fields, group, strict=True)
        groups[name] = group._make(plain.get(f"{name}.{key}", value) for key, value in held)
    return convention._replace(**groups)


def differences(one: Convention, other: Convention) -> dict[str, tuple[Value, Value]]:
    """The keys under which two conventions differ, with both values."""
    pairs = {key: (value_of(one, key), value_of(other, key)) for key in _dials()}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


# What a key needs to change anything, where another can take its effect away.
_NEEDS: Mapping[str, Callable[[Convention], bool]] = {
    "whist.consolation_to": lambda one: one.whist.consolation != 0,
    "whist.dealer_consolation": lambda one: one.whist.consolation != 0,
    "whist.checked_ten_whists": lambda one: one.whist.ten == "checked",
    "whist.returned_half": lambda one: one.whist.half_whist,
    "all_pass.prices_repeat": lambda one: len(one.all_pass.prices) > 1,
    "all_pass.zero_to": lambda one: one.all_pass.zero_bonus != 0,
    "all_pass.amnesty": lambda one: one.all_pass.record == "mountain",
    "all_pass.exit_repeat": lambda one: len(one.all_pass.exit) > 1,
    "pool.help": lambda one: one.pool.end == "each",
    "pool.help_whists": lambda one: one.pool.end == "each" and one.pool.help == "american",
    "talon.shared": lambda one: one.talon.bonus,
    "prize.first": lambda one: one.pool.end == "first",
}


def idle(convention: Convention) -> Iterator[str]:
    """The keys that were agreed otherwise than usual, and change nothing under the others.

    What a built-in convention itself leaves idle is not among them.
    """
    base = CONVENTIONS.get(convention.name, SOCHI)
    for key, needs in _NEEDS.items():
        value = value_of(convention, key)
        own = value != value_of(base, key) or needs(base)
        if own and value != value_of(SOCHI, key) and not needs(convention):
            yield key
