"""The values of the game: contracts, the kinds of hand, entries, the table, the sheet.

Everything here is immutable: named tuples, which are quick to make, and to load (a
frozen dataclass takes half a millisecond of every command, and so do hints that are
quoted, for which reason they stand evaluated). Amounts are exact: an `int` where they
are whole, else a `fractions.Fraction`. Players are known by their names, as they
stand in the session; seats go clockwise.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeGuard,
    TypeVar,
    assert_never,
)

if TYPE_CHECKING:
    from fractions import Fraction

Player: TypeAlias = str
Amount: TypeAlias = "int | Fraction"

LEVELS = range(6, 11)
TRICKS = 10
# The coefficients of a hand: of a dark game, a bomb (RULES, section 9).
TIMES = range(1, 17)


def exact(numerator: Amount, denominator: int) -> Amount:
    """The quotient, as an `int` where it is whole and as a `Fraction` otherwise."""
    if isinstance(numerator, int) and not numerator % denominator:
        return numerator // denominator
    from fractions import Fraction  # seldom needed, and it loads decimal

    quotient = Fraction(numerator, denominator)
    return quotient.numerator if quotient.denominator == 1 else quotient


class Suit(StrEnum):
    """The trumps, in the order of their ranks (RULES, section 1)."""

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    NO_TRUMP = "NT"


class Contract(NamedTuple):
    """A level from six to ten and its trump; the trump never changes a value."""

    level: int
    suit: Suit

    def __str__(self) -> str:
        return f"{self.level}{self.suit.value}"


NOBODY: Mapping[Player, int] = {}

_Kind = TypeVar("_Kind", bound=type)


def _kind(kind: _Kind) -> _Kind:
    """A kind of hand: never equal to a hand of another, though their fields be the same.

    Hands are known by what they say, so that what follows from one can be remembered.
    """
    for name, method in (("__eq__", _same), ("__ne__", _other), ("__hash__", _hash)):
        setattr(kind, name, method)
    return kind


def _same(one: tuple[Any, ...], other: object) -> bool:
    return type(one) is type(other) and tuple.__eq__(one, other)


def _other(one: tuple[Any, ...], other: object) -> bool:
    return not _same(one, other)


def _hash(one: tuple[Any, ...]) -> int:
    # The tricks by player are a dict, which has no hash.
    return hash(tuple([frozenset(part.items()) if type(part) is dict else part for part in one]))


@_kind
class Contracted(NamedTuple):
    """A contract that was bid: played out, or ended by the defenders' passes.

    `tricks` are the declarer's, `None` where no cards were played. `taken` holds
    what the whisters took, for those who were named with a number.
    `talon` names the bonus cards of the talon (see `talon.bonus`). A resting dealer
    who whists is named among the whisters (see `whist.dealer_whist`).
    """

    contract: Contract
    declarer: Player
    tricks: int | None = None
    whist: tuple[Player, ...] = ()
    passed: tuple[Player, ...] = ()
    half: tuple[Player, ...] = ()
    taken: Mapping[Player, int] = NOBODY
    talon: str = ""
    dealer: Player | None = None
    times: int = 1


@_kind
class Conceded(NamedTuple):
    """A contract given up before play: without three (RULES, 2.5)."""

    contract: Contract
    declarer: Player
    dealer: Player | None = None
    times: int = 1


@_kind
class Misere(NamedTuple):
    """A misère and the tricks that its declarer had to take."""

    declarer: Player
    tricks: int
    dealer: Player | None = None
    times: int = 1


@_kind
class AllPass(NamedTuple):
    """An all-pass: what everybody took, the dealer's talon tricks included."""

    taken: Mapping[Player, int]
    dealer: Player | None = None
    times: int = 1


@_kind
class Correction(NamedTuple):
    """Something written outside the game. Not a hand: the deal does not move."""

    player: Player
    pool: int = 0
    mountain: int = 0
    whists: int = 0
    on: Player | None = None


@_kind
class Misdeal(NamedTuple):
    """A deal thrown in: nothing is written, and the same dealer deals again."""

    dealer: Player | None = None


@_kind
class Joined(NamedTuple):
    """A fourth player sits down after the last dealer and deals next."""

    player: Player


@_kind
class Left(NamedTuple):
    """One of four players leaves; he is settled with as the sheet then stands."""

    player: Player


@_kind
class Ended(NamedTuple):
    """The table stops here, by agreement: the settlement is final (RULES, section 9)."""


# `times` is the coefficient of a hand: it multiplies everything that the hand writes.
Played: TypeAlias = Contracted | Conceded | Misere | AllPass
Dealt: TypeAlias = Played | Misdeal
Hand: TypeAlias = Dealt | Correction | Joined | Left | Ended


def is_played(hand: Hand) -> TypeGuard[Played]:
    """Whether it is a hand that counts: dealt, and not thrown in."""
    match hand:
        case Contracted() | Conceded() | Misere() | AllPass():
            return True
        case Misdeal() | Correction() | Joined() | Left() | Ended():
            return False
        case _:
            assert_never(hand)


def is_dealt(hand: Hand) -> TypeGuard[Dealt]:
    """Whether cards were dealt: not so for corrections and for people who come or go."""
    return is_played(hand) or isinstance(hand, Misdeal)


class Column(StrEnum):
    """Where an entry is written."""

    POOL = "pool"
    MOUNTAIN = "mountain"
    WHISTS = "whists"


class Rule(StrEnum):
    """The rule that produced an entry; the sections are those of the rules page."""

    MADE = "made"  # 2.1, 2.2
    UNDERTRICK = "undertrick"  # 2.3
    CONCEDED = "conceded"  # 2.5
    MISERE_MADE = "misere-made"  # 3
    MISERE_TRICK = "misere-trick"  # 3
    HALF_WHIST = "half-whist"  # 2.1
    RETURNED = "returned-whist"  # 9: a whist beside a half-whist
    DEALER_WHIST = "dealer-whist"  # 9: the resting dealer is the whister
    OWN_TRICKS = "own-tricks"  # 2.2, 2.3: two whisters
    SOLE_WHISTER = "sole-whister"  # 2.2: one whister, all the defenders' tricks
    GREEDY = "greedy"  # 2.3
    GENTLEMAN = "gentleman"  # 2.3
    CONSOLATION = "consolation"  # 2.3
    DEALER_CONSOLATION = "dealer-consolation"  # 2.3
    SHORT_ALONE = "short-alone"  # 2.2: the only whister is short
    SHORT_PAIR = "short-pair"  # 2.2: the pair is short
    SHORT_PERSONAL = "short-personal"  # 2.2: each answers for himself
    SHORT_CAPPED = "short-capped"  # 9: for himself, but not for more than the pair is short
    SHORT_PAIR_BOTH = "short-pair-both"  # 9: each answers for the pair
    SHORT_EACH = "short-each"  # 2.2: each without a trick
    SHORT_SECOND = "short-second"  # 2.2: the second whister answers
    SHORT_BOTH = "short-both"  # 2.2: both answer
    ALL_PASS_TRICK = "all-pass-trick"  # 4
    ALL_PASS_FEWEST = "all-pass-fewest"  # 4
    ALL_PASS_TIED = "all-pass-tied"  # 4
    ZERO_BONUS = "zero-bonus"  # 4
    DEALER_ZERO = "dealer-zero"  # 4
    HELP = "help"  # 5
    HELP_WHISTS = "help-whists"  # 5
    SURPLUS = "surplus"  # 5
    TALON = "talon"  # 7
    CORRECTION = "correction"  # 7
    JOINED = "joined"  # 7
    PRIZE_FIRST = "prize-first"  # 9
    PRIZE_MOUNTAIN = "prize-mountain"  # 9


PRIZES = (Rule.PRIZE_FIRST, Rule.PRIZE_MOUNTAIN)


class Why(NamedTuple):
    """A rule and its figures: the amount is `times × each × factor / share`.

    `had` and `owed` are the figures behind a shortfall (tricks taken, tricks
    owed), an amnesty (tricks taken, tricks forgiven) or a full pool (room, gain).
    `factor` is the coefficient of the hand.
    """

    rule: Rule
    times: Amount
    each: Amount
    share: int = 1
    had: Amount = 0
    owed: Amount = 0
    factor: int = 1

    @property
    def amount(self) -> Amount:
        """What the figures come to."""
        amount = self.times * self.each * self.factor
        return amount if self.share == 1 and type(amount) is int else exact(amount, self.share)


class Entry(NamedTuple):
    """One writing on the sheet; `on` is the counterpart of whists and of help."""

    player: Player
    column: Column
    amount: Amount
    on: Player | None
    why: Why


@lru_cache(maxsize=64)
def clockwise_from(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """The players clockwise, beginning on the left of `player` and ending with him."""
    seat = players.index(player) + 1
    return players[seat:] + players[:seat]


# Why a game is over: the pools, the first at the target, so many hands, or `Ended`.
Ending: TypeAlias = Literal["pools", "first", "limit", "agreement"]


class Table(NamedTuple):
    """What a hand is dealt into. `all_passes` counts the current series.

    A game that is over has `ended`; it is `sealed` when nothing more can be written
    into it, since its prizes are, or since it was ended by agreement.
    """

    players: tuple[Player, ...]
    dealer: Player
    all_passes: int = 0
    ended: Ending | None = None
    sealed: bool = False

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.ended is not None

    @property
    def from_left(self) -> tuple[Player, ...]:
        """Everybody clockwise, from the dealer's left to the dealer."""
        return clockwise_from(self.players, self.dealer)

    @property
    def resting(self) -> Player | None:
        """With four players the dealer rests (RULES, section 7)."""
        return self.dealer if len(self.players) > 3 else None

    @property
    def active(self) -> tuple[Player, ...]:
        """The three who hold cards, clockwise from the dealer's left."""
        return self.from_left[:3]


class Sheet(NamedTuple):
    """The score sheet. `whists[i][j]` are the whists that i has written on j.

    `carried` is not empty only after somebody has left: what each of the others
    then stood to get from him, or owed him, beyond the sheet that goes on.
    """

    players: tuple[Player, ...]
    pool: Mapping[Player, Amount]
    mountain: Mapping[Player, Amount]
    whists: Mapping[Player, Mapping[Player, Amount]]
    carried: Mapping[Player, Amount] = NOBODY
