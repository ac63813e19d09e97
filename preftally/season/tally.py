"""What everybody did in one evening, counted, and what each kind of hand swung.

Counts are whole. Swings are in twelfths of a whist, which are whole where the hands
are: a point is divided by two, three or four. All of it can be added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from preftally.engine.conventions import Convention
from preftally.engine.model import (
    LEVELS,
    TRICKS,
    AllPass,
    Amount,
    Conceded,
    Contracted,
    Entry,
    Hand,
    Joined,
    Misere,
    Player,
    Rule,
    Table,
)
from preftally.engine.replay import Replay, Step
from preftally.engine.swing import Points, Swing, divisor, times_divisor

# The common measure of swings: whists times this are whole for two to four players.
PARTS = 12

Counts = dict[str, int]
Swings = dict[str, Amount]

MISERE = "misere"
KINDS = (*map(str, LEVELS), MISERE)
DOWNS = ("down_1", "down_2", "down_3")
# The keys of what a bid came to; a contract has them all, a misère the first and the downs.
_RESULTS = ("made", "unplayed", "both_passed", *DOWNS, "conceded", "over", "under")
_KEY = {kind: {result: f"{kind}.{result}" for result in _RESULTS} for kind in KINDS}
_DECLARED = {kind: f"declared.{kind}" for kind in KINDS}

SHORTFALLS = frozenset(rule for rule in Rule if rule.value.startswith("short-"))
PRIZES = frozenset(rule for rule in Rule if rule.value.startswith("prize-"))


class Tally(NamedTuple):
    """One player's evening.

    `swings` by what he did in the hand; `cost` is apart, a part of *defended*.
    `squares` adds up the squares of the swings of the hands that he played.
    """

    counts: Counts
    swings: Swings
    squares: Amount
    cost: Amount


class Record(NamedTuple):
    """Something worth remembering: how much, whose, in which entry (from 1)."""

    amount: Amount
    player: Player
    number: int


class Counted(NamedTuple):
    """An evening, counted: its tallies and what was the most of it."""

    tallies: dict[Player, Tally]
    records: dict[str, Record]


def counted(played: Replay) -> Counted:
    """Count an evening."""
    counter = _Counter(played.game.convention)
    for number, step, after, is_end in _steps(played):
        counter.count(number, step, after, is_end=is_end)
    tallies = {
        player: Tally(counts, counter.swings[player], counter.squares[player], counter.cost[player])
        for player, counts in counter.counts.items()
    }
    return Counted(tallies, counter.records)


def _steps(played: Replay) -> Iterator[tuple[int, Step, tuple[Player, ...], bool]]:
    """Each step with who plays after it, and whether it ended the game."""
    tables = [*(step.table for step in played.steps[1:]), played.table]
    for number, step in enumerate(played.steps, 1):
        after = tables[number - 1]
        yield number, step, after.players, after.finished and not step.table.finished


class _Counter:
    """The counts while the hands go by; it never leaves this module."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        self.points = Points(convention)
        self.counts: dict[Player, Counts] = {}
        self.swings: dict[Player, Swings] = {}
        self.squares: dict[Player, Amount] = {}
        self.cost: dict[Player, Amount] = {}
        self.records: dict[str, Record] = {}
        self.seated: tuple[Player, ...] = ()

    def count(self, number: int, step: Step, after: tuple[Player, ...], *, is_end: bool) -> None:
        before = step.table.players
        if before != self.seated or after != before:
            self._seat({*before, *after})
            self.seated = after
        hand, entries = step.hand, step.entries
        if isinstance(hand, Joined):
            self._add(self.points.coming(step, before, after), PARTS, dict.fromkeys(after, "other"))
            return
        self.points.book(entries)
        if is_end and any(one.why.rule in PRIZES for one in entries):
            crowns = [one for one in entries if one.why.rule in PRIZES]
            entries = tuple(one for one in entries if one.why.rule not in PRIZES)
            self._move(crowns, after, dict.fromkeys(after, "other"))
        roles = self._roles(hand, step.table, number)
        moved = self._move(entries, after, roles or dict.fromkeys(after, "other"))
        if roles:
            self._measure(moved, roles, number)
        if isinstance(hand, Contracted) and hand.whist:
            self._shortfalls(entries, len(after))

    def _seat(self, players: set[Player]) -> None:
        for player in players - self.counts.keys():
            self.counts[player], self.swings[player] = {}, {}
            self.squares[player] = self.cost[player] = 0

    def _move(
        self, entries: tuple[Entry, ...] | list[Entry], players: tuple[Player, ...],
        roles: dict[Player, str],
    ) -> Swing:  # fmt: skip
        """Add the swing of some entries; gives it, in twelfths."""
        moved = times_divisor(entries, players, self.convention)
        return self._add(moved, PARTS // divisor(len(players), self.convention), roles)

    def _add(self, moved: Swing, factor: int, roles: dict[Player, str]) -> Swing:
        swings = self.swings
        for player, amount in moved.items():
            amount *= factor  # noqa: PLW2901 - in twelfths
            moved[player] = amount
            own, role = swings[player], roles[player]
            own[role] = own.get(role, 0) + amount
        return moved

    def _measure(self, moved: Swing, roles: dict[Player, str], number: int) -> None:
        """The squares of a hand, and whether it is a record."""
        best = max(moved, key=moved.__getitem__)
        worst = min(moved, key=moved.__getitem__)
        self._record("hand_won", moved[best], best, number)
        self._record("hand_lost", -moved[worst], worst, number)
        for player, amount in moved.items():
            if roles[player] != "rested":
                self.squares[player] += amount * amount

    def _record(self, what: str, amount: Amount, player: Player, number: int) -> None:
        if amount > 0 and (what not in self.records or amount > self.records[what].amount):
            self.records[what] = Record(amount, player, number)

    def _roles(self, hand: Hand, table: Table, number: int) -> dict[Player, str]:
        """Count the hand; gives everybody's part in it, nobody's where it is no hand."""
        match hand:
            case Contracted():
                roles = self._contracted(hand, table, number)
            case Conceded():
                kind = str(hand.contract.level)
                self._bid(hand.declarer, kind, "conceded")
                roles = _defended(hand.declarer, kind, table)
            case Misere():
                self._misere(hand, number)
                roles = _defended(hand.declarer, MISERE, table)
            case AllPass():
                roles = self._all_pass(hand, table, number)
            case _:
                return {}
        for player, role in roles.items():
            self._plus(player, "rested" if role == "rested" else "hands")
        return roles

    def _plus(self, player: Player, key: str, amount: int = 1) -> None:
        counts = self.counts[player]
        counts[key] = counts.get(key, 0) + amount

    def _bid(self, player: Player, kind: str, result: str) -> None:
        self._plus(player, _KEY[kind][result])

    def _contracted(self, hand: Contracted, table: Table, number: int) -> dict[Player, str]:
        declarer, level = hand.declarer, hand.contract.level
        kind = str(level)
        if not hand.whist:
            self._bid(declarer, kind, "unplayed")
            if not hand.half:
                self._bid(declarer, kind, "both_passed")
        else:
            tricks = level if hand.tricks is None else hand.tricks
            self._result(declarer, kind, tricks - level, number)
            self._whisted(hand, table, TRICKS - tricks)
        roles = _defended(declarer, kind, table)
        whist, half = hand.whist, hand.half
        for player in roles:
            if player in whist:
                roles[player] = "defended.whist"
                self._plus(player, "dealer_whist" if player == table.resting else "whist")
            elif player not in (declarer, table.resting):
                took = "half" if player in half else "pass"
                roles[player] = f"defended.{took}"
                self._plus(player, took)
        return roles

    def _result(self, declarer: Player, kind: str, over: int, number: int) -> None:
        if over >= 0:
            self._bid(declarer, kind, "made")
            if over:
                self._plus(declarer, _KEY[kind]["over"], over)
            return
        self._bid(declarer, kind, DOWNS[min(-over, 3) - 1])
        self._plus(declarer, _KEY[kind]["under"], -over)
        self._record("down", -over, declarer, number)

    def _whisted(self, hand: Contracted, table: Table, left: int) -> None:
        """The tricks of those who whisted, and what they owed, in halves."""
        convention, whist = self.convention, hand.whist
        quota = convention.values.quota[hand.contract.level - LEVELS[0]]
        if hand.contract.level == LEVELS[-1] and convention.whist.ten == "checked":
            quota = 0
        if len(whist) == 1:
            if whist[0] != table.resting:
                self._defence(whist[0], "alone", left, 2 * quota)
            return
        for player in whist:
            self._defence(player, "partner", hand.taken[player], quota)

    def _defence(self, player: Player, how: str, tricks: int, halves_owed: int) -> None:
        self._plus(player, how)
        self._plus(player, "tricks", tricks)
        self._plus(player, "owed_halves", halves_owed)

    def _shortfalls(self, entries: tuple[Entry, ...], players: int) -> None:
        """Who paid for tricks that he owed, and what that cost him of his balance."""
        for player, _column, amount, _on, why in entries:
            if why.rule in SHORTFALLS:
                self._plus(player, "short")
                each = self.convention.settlement.mountain_whists * (players - 1)
                parts = PARTS // divisor(players, self.convention)
                self.cost[player] += amount * each * parts

    def _misere(self, hand: Misere, number: int) -> None:
        if hand.tricks:
            self._bid(hand.declarer, MISERE, DOWNS[min(hand.tricks, 3) - 1])
            self._plus(hand.declarer, _KEY[MISERE]["under"], hand.tricks)
            self._record("misere", hand.tricks, hand.declarer, number)
        else:
            self._bid(hand.declarer, MISERE, "made")

    def _all_pass(self, hand: AllPass, table: Table, number: int) -> dict[Player, str]:
        self._record("series", table.all_passes + 1, "", number)
        roles = {}
        for player in table.active:
            roles[player] = "all_pass"
            self._plus(player, "all_pass.hands")
            tricks = hand.taken.get(player, 0)
            if tricks:
                self._plus(player, "all_pass.tricks", tricks)
            else:
                self._plus(player, "all_pass.none")
        if table.resting is not None:
            roles[table.resting] = "rested"
        return roles


def _defended(declarer: Player, kind: str, table: Table) -> dict[Player, str]:
    """The part of each in somebody's contract or misère."""
    roles = dict.fromkeys(table.players, "defended.other")
    roles[declarer] = _DECLARED[kind]
    if table.resting is not None:
        roles[table.resting] = "rested"
    return roles
