"""What is wrong with a hand: `problems` finds all of it, or nothing.

A problem is a value; its sentence, in the reader's language, is made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple, assert_never

from preftally.engine.conventions import Convention
from preftally.engine.model import (
    LEVELS,
    TIMES,
    TRICKS,
    AllPass,
    Amount,
    Conceded,
    Contracted,
    Correction,
    Dealt,
    Ended,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Player,
    Suit,
    Table,
)

# The talon's two cards win two tricks at the most.
TALON_SIZE = 2
TALON_CARDS: Mapping[str, int] = {"A": 1, "AK": 2, "AA": 3, "KQ": 1}


class Fault(StrEnum):
    """The ways in which a hand cannot be."""

    GAME_OVER = "game-over"
    STRANGER = "stranger"
    RESTS = "rests"
    DECLARER_DEFENDS = "declarer-defends"
    TWO_ROLES = "two-roles"
    NO_ROLE = "no-role"
    LEVEL = "level"
    TRICKS_RANGE = "tricks-range"
    TRICKS_MISSING = "tricks-missing"
    TRICKS_SUM = "tricks-sum"
    TRICKS_UNNAMED = "tricks-unnamed"
    TRICKS_UNPLAYED = "tricks-unplayed"
    TAKEN_BY_OTHER = "taken-by-other"
    HALF_OFF = "half-off"
    HALF_LEVEL = "half-level"
    HALF_BESIDE_WHIST = "half-beside-whist"
    HALF_TWICE = "half-twice"
    DEALER_BESIDE_WHIST = "dealer-beside-whist"
    STALINGRAD = "stalingrad"
    DEALER_TRICKS = "dealer-tricks"
    TALON_TRICKS = "talon-tricks"
    TALON_OFF = "talon-off"
    TALON_NO_DEALER = "talon-no-dealer"
    TALON_CARDS = "talon-cards"
    NOTHING_WRITTEN = "nothing-written"
    WHISTS_ON_NOBODY = "whists-on-nobody"
    WHISTS_ON_SELF = "whists-on-self"
    BELOW_ZERO = "below-zero"
    SEATED = "seated"
    TABLE_FULL = "table-full"
    TABLE_SHORT = "table-short"
    CONCEDED_OFF = "conceded-off"
    TIMES_RANGE = "times-range"
    SEALED = "sealed"
    AFTER_LIMIT = "after-limit"
    AFTER_END = "after-end"


class Problem(NamedTuple):
    """One fault, the key of the hand that it sits in, and its figures."""

    fault: Fault
    key: str
    player: Player = ""
    number: Amount = 0
    other: Amount = 0


def problems(hand: Hand, table: Table, convention: Convention) -> list[Problem]:
    """Everything that is wrong with a hand at this table; empty for a legal one."""
    match hand:
        case Contracted() | Conceded() | Misere() | AllPass() | Misdeal():
            found = [*_dealt(hand, table, convention)]
            if table.finished or hand.dealer is not None:
                found = [*_deal(hand, table), *found]
            return found
        case Correction():
            return list(_correction(hand, table))
        case Joined():
            return list(_joined(hand, table))
        case Left():
            return list(_left(hand, table))
        case Ended():
            return list(_over(table, "end"))
        case _:
            assert_never(hand)


def _over(table: Table, key: str) -> Iterator[Problem]:
    """That the game is over, if it is, by the way in which it ended."""
    match table.ended:
        case None:
            return
        case "pools" | "first":
            yield Problem(Fault.GAME_OVER, key)
        case "limit":
            yield Problem(Fault.AFTER_LIMIT, key)
        case "agreement":
            yield Problem(Fault.AFTER_END, key)
        case _:
            assert_never(table.ended)


def _deal(hand: Dealt, table: Table) -> Iterator[Problem]:
    yield from _over(table, "")
    if hand.dealer is not None and hand.dealer not in table.players:
        yield Problem(Fault.STRANGER, "dealer", hand.dealer)


def _dealt(hand: Dealt, table: Table, convention: Convention) -> Iterator[Problem]:
    match hand:
        case Contracted():
            yield from _contracted(hand, table, convention)
        case Conceded():
            yield from _seat(hand.declarer, "declarer", table)
            yield from _level(hand.contract.level)
            if not convention.values.conceded:
                yield Problem(Fault.CONCEDED_OFF, "conceded", hand.declarer)
        case Misere():
            yield from _seat(hand.declarer, "declarer", table)
            yield from _count(hand.tricks, "tricks")
        case AllPass():
            yield from _all_pass(hand, table, convention)
        case Misdeal():
            return
        case _:
            assert_never(hand)
    if hand.times not in TIMES:
        yield Problem(Fault.TIMES_RANGE, "times", number=hand.times)


def _seat(player: Player, key: str, table: Table) -> Iterator[Problem]:
    if player not in table.players:
        yield Problem(Fault.STRANGER, key, player)
    elif player not in table.active:
        yield Problem(Fault.RESTS, key, player)


def _level(level: int) -> Iterator[Problem]:
    if level not in LEVELS:
        yield Problem(Fault.LEVEL, "contract", number=level)


def _count(tricks: int, key: str, player: Player = "") -> tuple[Problem, ...]:
    if 0 <= tricks <= TRICKS:
        return ()
    return (Problem(Fault.TRICKS_RANGE, key, player, tricks),)


def _contracted(hand: Contracted, table: Table, convention: Convention) -> Iterator[Problem]:
    roles = [] if _both_named_once(hand, table) else list(_roles(hand, table, convention))
    if roles or hand.contract.level not in LEVELS:
        yield from roles
        yield from _level(hand.contract.level)
    else:
        if hand.half:
            yield from _half(hand, table, convention)
        if hand.whist:
            yield from _played(hand)
        elif hand.tricks is not None and hand.tricks != hand.contract.level:
            yield Problem(
                Fault.TRICKS_UNPLAYED, "tricks", number=hand.tricks, other=hand.contract.level
            )
        elif hand.taken:
            yield from _taken_by_others(hand)
    if convention.whist.stalingrad and hand.contract == (LEVELS[0], Suit.SPADES):
        for key, players in (("pass", hand.passed), ("half", hand.half)):
            for player in players:
                yield Problem(Fault.STALINGRAD, key, player)
    if hand.talon:
        yield from _talon(hand, table, convention)


def _both_named_once(hand: Contracted, table: Table) -> bool:
    """Whether the declarer and the named defenders are just the three who play."""
    named = (hand.declarer, *hand.whist, *hand.passed, *hand.half)
    return len(named) == 3 and all(player in named for player in table.active)


def _roles(hand: Contracted, table: Table, convention: Convention) -> Iterator[Problem]:
    defenders = [player for player in table.active if player != hand.declarer]
    yield from _seat(hand.declarer, "declarer", table)
    seen: set[Player] = set()
    for key, players in (("whist", hand.whist), ("pass", hand.passed), ("half", hand.half)):
        for player in players:
            if player in seen:
                yield Problem(Fault.TWO_ROLES, key, player)
            elif player == hand.declarer:
                yield Problem(Fault.DECLARER_DEFENDS, key, player)
            elif key == "whist" and player == table.resting and convention.whist.dealer_whist:
                # He may only where neither defender does (RULES, section 9).
                if len(hand.whist) > 1:
                    yield Problem(Fault.DEALER_BESIDE_WHIST, key, player)
            else:
                yield from _seat(player, key, table)
            seen.add(player)
    if hand.declarer in table.active:
        for player in defenders:
            if player not in seen:
                yield Problem(Fault.NO_ROLE, "", player)


def _half(hand: Contracted, table: Table, convention: Convention) -> Iterator[Problem]:
    player = hand.half[0]
    if not convention.whist.half_whist:
        yield Problem(Fault.HALF_OFF, "half", player)
    if hand.contract.level > LEVELS[1]:
        yield Problem(Fault.HALF_LEVEL, "half", player)
    # A dealer whists only after both, and a whist that is returned voids the half-whist.
    if hand.whist and hand.whist[0] != table.resting and not convention.whist.returned_half:
        yield Problem(Fault.HALF_BESIDE_WHIST, "half", player)
    if len(hand.half) > 1:
        yield Problem(Fault.HALF_TWICE, "half")


def _taken_by_others(hand: Contracted) -> Iterator[Problem]:
    for player in hand.taken:
        if player not in hand.whist:
            yield Problem(Fault.TAKEN_BY_OTHER, "taken", player)


def _played(hand: Contracted) -> Iterator[Problem]:
    if hand.tricks is None:
        yield Problem(Fault.TRICKS_MISSING, "tricks", hand.declarer)
        return
    if len(hand.whist) == 1 and not hand.taken:
        yield from _count(hand.tricks, "tricks")
        return
    faults = [
        *_taken_by_others(hand),
        *_count(hand.tricks, "tricks"),
        *(one for player, tricks in hand.taken.items() for one in _count(tricks, "taken", player)),
    ]
    if len(hand.whist) > 1:
        left = TRICKS - hand.tricks - sum(hand.taken.values())
        faults += _unnamed(hand.whist, hand.taken, left)
    yield from faults
    total = hand.tricks + sum(hand.taken.values())
    if not faults and hand.taken and total != TRICKS:
        yield Problem(Fault.TRICKS_SUM, "taken", number=total)


def _unnamed(
    players: Iterable[Player], taken: Mapping[Player, int], left: int
) -> Iterator[Problem]:
    """Those whose tricks are not said: what is `left` for them, and how many they are."""
    unnamed = [player for player in players if player not in taken]
    for player in unnamed:
        yield Problem(Fault.TRICKS_UNNAMED, "taken", player, max(left, 0), len(unnamed))


def _talon(hand: Contracted, table: Table, convention: Convention) -> Iterator[Problem]:
    if not convention.talon.bonus:
        yield Problem(Fault.TALON_OFF, "talon")
    elif table.resting is None and not convention.talon.shared:
        yield Problem(Fault.TALON_NO_DEALER, "talon")
    elif hand.talon not in TALON_CARDS:
        yield Problem(Fault.TALON_CARDS, "talon", hand.talon)


def _all_pass(hand: AllPass, table: Table, convention: Convention) -> Iterator[Problem]:
    faults: list[Problem] = []
    for player, tricks in hand.taken.items():
        if player not in table.players:
            faults.append(Problem(Fault.STRANGER, "taken", player))
        elif player == table.resting and tricks and not convention.all_pass.dealer_tricks:
            faults.append(Problem(Fault.DEALER_TRICKS, "taken", player))
        elif player == table.resting and tricks > TALON_SIZE:
            faults.append(Problem(Fault.TALON_TRICKS, "taken", player, tricks, TALON_SIZE))
        faults += _count(tricks, "taken", player)
    faults += _unnamed(table.active, hand.taken, TRICKS - sum(hand.taken.values()))
    yield from faults
    total = sum(hand.taken.values())
    if not faults and total != TRICKS:
        yield Problem(Fault.TRICKS_SUM, "taken", number=total)


def _correction(hand: Correction, table: Table) -> Iterator[Problem]:
    if table.sealed:
        yield Problem(Fault.SEALED, "adjust", hand.player)
    if hand.player not in table.players:
        yield Problem(Fault.STRANGER, "adjust", hand.player)
    if not (hand.pool or hand.mountain or hand.whists):
        yield Problem(Fault.NOTHING_WRITTEN, "adjust", hand.player)
    if hand.on is None:
        if hand.whists:
            yield Problem(Fault.WHISTS_ON_NOBODY, "whists", hand.player)
    elif hand.on not in table.players:
        yield Problem(Fault.STRANGER, "on", hand.on)
    elif hand.on == hand.player:
        yield Problem(Fault.WHISTS_ON_SELF, "on", hand.player)
    elif not hand.whists:
        yield Problem(Fault.NOTHING_WRITTEN, "on", hand.player)


def _joined(hand: Joined, table: Table) -> Iterator[Problem]:
    yield from _over(table, "join")
    if hand.player in table.players:
        yield Problem(Fault.SEATED, "join", hand.player)
    elif len(table.players) > 3:
        yield Problem(Fault.TABLE_FULL, "join", hand.player)


def _left(hand: Left, table: Table) -> Iterator[Problem]:
    yield from _over(table, "leave")
    if hand.player not in table.players:
        yield Problem(Fault.STRANGER, "leave", hand.player)
    elif len(table.players) < 4:
        yield Problem(Fault.TABLE_SHORT, "leave", hand.player)
