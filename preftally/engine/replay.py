"""Fold the hands: sheet, dealer, series, help and the end of the game.

Everything that is derived is derived here and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from preftally.engine.conventions import Convention
from preftally.engine.legality import Fault, Problem, problems
from preftally.engine.limit import fitted
from preftally.engine.model import (
    AllPass,
    Amount,
    Column,
    Conceded,
    Contracted,
    Correction,
    Entry,
    Hand,
    Joined,
    Left,
    Misere,
    Player,
    Rule,
    Sheet,
    Table,
    Why,
    clockwise_from,
    exact,
    is_dealt,
)
from preftally.engine.scoring import entries

PLAYED = (Contracted, Conceded, Misere, AllPass)


class Game(NamedTuple):
    """What is agreed before the first hand. `target` is the pool of one player."""

    convention: Convention
    players: tuple[Player, ...]
    dealer: Player
    target: int


class Step(NamedTuple):
    """One hand, the table that it was dealt at, and what it wrote."""

    hand: Hand
    table: Table
    entries: tuple[Entry, ...]


class Replay(NamedTuple):
    """The good hands, and the table and the sheet after the last of them.

    `problems` are those of the hand that comes next, if it cannot be.
    """

    game: Game
    steps: tuple[Step, ...]
    table: Table
    sheet: Sheet
    problems: tuple[Problem, ...] = ()

    @property
    def deals(self) -> int:
        """How many hands were dealt and played; corrections are not hands."""
        return sum(isinstance(step.hand, PLAYED) for step in self.steps)


def replay(game: Game, hands: Iterable[Hand], after: Replay | None = None) -> Replay:
    """Replay the hands; stop at the first that cannot be, and say why.

    With `after` they follow the hands of that replay.
    """
    state = _State(game) if after is None else _State.resumed(after)
    steps = [] if after is None else list(after.steps)
    found: list[Problem] = []
    for hand in hands:
        table = state.table_for(hand)
        found = problems(hand, table, game.convention)
        written = [] if found else state.written(hand, table)
        if isinstance(hand, Correction) and not found:
            found = state.overdrawn(written)
        if found:
            break
        state.book(hand, table, written)
        steps.append(Step(hand, table, tuple(written)))
    return Replay(game, tuple(steps), state.table, state.sheet(), tuple(found))


def passed_over(played: Replay) -> Replay:
    """The replay as if one hand more had been dealt, of which nothing is known."""
    dealer = clockwise_from(played.table.players, played.table.dealer)[0]
    return played._replace(table=played.table._replace(dealer=dealer), problems=())


def sheets(played: Replay) -> Iterator[Sheet]:
    """The sheet after each step."""
    state = _State(played.game)
    for step in played.steps:
        state.book(step.hand, step.table, step.entries)
        yield state.sheet()


def lowest_contract(table: Table, convention: Convention) -> int:
    """The lowest contract that leaves the series of all-passes (RULES, section 4)."""
    return convention.exit_floor(table.all_passes)


def below_floor(hand: Hand, table: Table, convention: Convention) -> bool:
    """Whether a contract lies below the exit's floor: a warning, never a refusal."""
    return isinstance(hand, (Contracted, Conceded)) and (
        hand.contract.level < lowest_contract(table, convention)
    )


class _State:
    """The sheet while it is being written; it never leaves this module."""

    def __init__(self, game: Game) -> None:
        players = game.players
        self.game = game
        self.table = Table(players, game.dealer)
        self.pool: dict[Player, Amount] = dict.fromkeys(players, 0)
        self.mountain: dict[Player, Amount] = dict.fromkeys(players, 0)
        self.whists: dict[Player, dict[Player, Amount]] = {
            one: {other: 0 for other in players if other != one} for one in players
        }
        self.carried: dict[Player, Amount] = {}
        self.last_dealer: Player | None = None

    @classmethod
    def resumed(cls, played: Replay) -> _State:
        state = cls(played.game)
        state.table = played.table
        state.pool = dict(played.sheet.pool)
        state.mountain = dict(played.sheet.mountain)
        state.whists = {one: dict(row) for one, row in played.sheet.whists.items()}
        state.carried = dict(played.sheet.carried)
        dealers = (step.table.dealer for step in reversed(played.steps) if is_dealt(step.hand))
        state.last_dealer = next(dealers, None)
        return state

    def sheet(self) -> Sheet:
        players = self.table.players
        whists = {
            one: {other: self.whists[one][other] for other in players if other != one}
            for one in players
        }
        pool = {player: self.pool[player] for player in players}
        mountain = {player: self.mountain[player] for player in players}
        return Sheet(players, pool, mountain, whists, dict(self.carried))

    def table_for(self, hand: Hand) -> Table:
        """The table of this hand; a dealer named for it moves the deal."""
        dealer = hand.dealer if is_dealt(hand) else None
        if dealer is None or dealer not in self.table.players:
            return self.table
        return self.table._replace(dealer=dealer)

    def written(self, hand: Hand, table: Table) -> list[Entry]:
        if isinstance(hand, Joined):
            return list(self._averages(hand.player))
        game = self.game
        written = entries(hand, table, game.convention)
        return fitted(written, self.pool, table, game.convention, game.target)

    def overdrawn(self, written: list[Entry]) -> list[Problem]:
        """A correction may not take more off a pool or off whists than stands there."""
        found = []
        for player, column, amount, on, _ in written:
            if column is Column.WHISTS and on is not None:
                stands = self.whists[player][on]
            elif column is Column.POOL:
                stands = self.pool[player]
            else:
                continue
            if stands + amount < 0:
                found.append(Problem(Fault.BELOW_ZERO, column.value, player, stands, amount))
        return found

    def book(self, hand: Hand, table: Table, written: Iterable[Entry]) -> None:
        """Write the entries and move deal, series and end on."""
        if is_dealt(hand):
            self.last_dealer = table.dealer
        elif isinstance(hand, (Joined, Left)):
            table = self._reseated(hand)
        finished = table.finished
        for player, column, amount, on, _ in written:
            row, place = self.mountain, player
            if column is Column.WHISTS and on is not None:
                row, place = self.whists[player], on
            elif column is Column.POOL:
                row = self.pool
            total = row[place] + amount
            row[place] = total if type(total) is int else exact(total, 1)
            if row is self.pool:
                finished = self._finished(table.players)
        dealer, all_passes = self._moved(hand, table)
        self.table = Table(table.players, dealer, all_passes, finished)

    def _reseated(self, hand: Joined | Left) -> Table:
        if isinstance(hand, Joined):
            self._seat(hand.player)
        else:
            self._unseat(hand.player)
        return self.table._replace(finished=self._finished(self.table.players))

    def _moved(self, hand: Hand, table: Table) -> tuple[Player, int]:
        """The next dealer and the length of the series after a hand."""
        convention = self.game.convention
        following = clockwise_from(table.players, table.dealer)[0]
        if isinstance(hand, AllPass):
            stays = convention.deal.after_all_pass == "stays"
            return table.dealer if stays else following, table.all_passes + 1
        if not isinstance(hand, PLAYED):
            return table.dealer, table.all_passes
        if table.all_passes and _exits(hand, table, convention):
            return following, 0
        return following, table.all_passes

    def _finished(self, players: tuple[Player, ...]) -> bool:
        end, target = self.game.convention.pool.end, self.game.target
        if end == "each":
            return all(self.pool[player] >= target for player in players)
        return end == "total" and sum(self.pool[one] for one in players) >= target * len(players)

    def _averages(self, newcomer: Player) -> Iterator[Entry]:
        """The average pool and mountain, rounded against the newcomer."""
        players = self.table.players
        pool = sum(self.pool[one] for one in players) // len(players)
        mountain = -(-sum(self.mountain[one] for one in players) // len(players))
        for column, amount in ((Column.POOL, pool), (Column.MOUNTAIN, mountain)):
            if amount:
                yield Entry(newcomer, column, amount, None, Why(Rule.JOINED, 1, amount))

    def _seat(self, newcomer: Player) -> None:
        """The newcomer sits on the last dealer's left and deals next."""
        players = list(self.table.players)
        if self.last_dealer in players:
            players.insert(players.index(self.last_dealer) + 1, newcomer)
        else:
            players.insert(players.index(self.table.dealer), newcomer)
        self.pool[newcomer] = self.mountain[newcomer] = 0
        self.whists.setdefault(newcomer, {})
        for player in players:
            if player != newcomer:
                self.whists[newcomer][player] = self.whists[player][newcomer] = 0
        self.table = self.table._replace(players=tuple(players), dealer=newcomer)

    def _unseat(self, leaver: Player) -> None:
        """Settle with the leaver as the sheet stands; the others go on without him.

        What each of them thereby gets or owes is carried to the end, so that the
        leaver's result is final and theirs still add up with it to zero.
        """
        from preftally.engine.settlement import balances  # only here: it loads fractions

        before = balances(self.sheet(), self.game.convention)
        players = tuple(one for one in self.table.players if one != leaver)
        dealer = self.table.dealer
        if dealer == leaver:
            dealer = clockwise_from(self.table.players, leaver)[0]
        self.table = self.table._replace(players=players, dealer=dealer)
        self.carried = {}
        after = balances(self.sheet(), self.game.convention)
        self.carried = {one: before[one] - after.get(one, 0) for one in before}


def _exits(hand: Contracted | Conceded | Misere, table: Table, convention: Convention) -> bool:
    """Whether a hand leaves the series of all-passes (RULES, section 4)."""
    rules = convention.all_pass
    if isinstance(hand, Misere):
        return rules.misere_exits and (not hand.tricks or rules.exit_by_remise)
    if hand.contract.level < lowest_contract(table, convention):
        return False
    if isinstance(hand, Conceded):
        return rules.exit_by_remise and not rules.exit_needs_whist
    made = hand.tricks is None or hand.tricks >= hand.contract.level
    return (made or rules.exit_by_remise) and (bool(hand.whist) or not rules.exit_needs_whist)
