"""Fold the hands: sheet, dealer, series, help, the end of the game and its prizes.

Everything that is derived is derived here and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
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
    Ended,
    Ending,
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
    is_played,
)
from preftally.engine.prizes import prizes
from preftally.engine.scoring import entries

POOL, WHISTS = Column.POOL, Column.WHISTS


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

    `reached` are those whose pools have had the target, the first to reach it first.
    `problems` are those of the hand that comes next, if it cannot be.
    """

    game: Game
    steps: tuple[Step, ...]
    table: Table
    sheet: Sheet
    problems: tuple[Problem, ...] = ()
    reached: tuple[Player, ...] = ()

    @property
    def deals(self) -> int:
        """How many hands were dealt and played; corrections are not hands."""
        return sum(is_played(step.hand) for step in self.steps)


def replay(game: Game, hands: Iterable[Hand], after: Replay | None = None) -> Replay:
    """Replay the hands; stop at the first that cannot be, and say why.

    With `after` they follow the hands of that replay.
    """
    state = _State(game) if after is None else _State.resumed(after)
    steps = [] if after is None else list(after.steps)
    found: list[Problem] = []
    remembered = _remembered(game.convention)
    for hand in hands:
        table = state.table_for(hand)
        known = remembered(hand, table)
        found = problems(hand, table, game.convention) if known is None else []
        written = [] if known is None else state.written(hand, table, known)
        if isinstance(hand, Correction) and not found:
            found = state.overdrawn(written)
        if found:
            break
        state.book(hand, table, written)
        if state.table.ended and not table.ended:
            written = [*written, *state.crowned()]
        steps.append(Step(hand, table, tuple(written)))
    return Replay(
        game, tuple(steps), state.table, state.sheet(), tuple(found), tuple(state.reached)
    )


@lru_cache(maxsize=8)
def _remembered(convention: Convention) -> Callable[[Hand, Table], Sequence[Entry] | None]:
    """What hands write at a table, the pools apart; `None` for one that cannot be.

    It follows from the hand and its table alone, and so it is found once.
    """

    @lru_cache(maxsize=4096)
    def written(hand: Hand, table: Table) -> Sequence[Entry] | None:
        if problems(hand, table, convention):
            return None
        return tuple(entries(hand, table, convention))

    return written


def hands_left(played: Replay) -> int | None:
    """How many hands there are until the limit; `None` where there is none."""
    limit = played.game.convention.deal.limit
    return limit - played.deals if limit else None


def leaders(played: Replay) -> tuple[Player, ...]:
    """Those whose pools have the target, the first to reach it first (RULES, section 9)."""
    pool, target = played.sheet.pool, played.game.target
    return tuple(one for one in played.reached if pool[one] >= target)


def would_write(played: Replay) -> tuple[Entry, ...]:
    """The prizes, if the game ended now; of one that is over they stand on the sheet."""
    if played.table.ended:
        return ()
    sheet, convention = played.sheet, played.game.convention
    return tuple(prizes(sheet.players, sheet.mountain, leaders(played), convention))


def judged(game: Game, hands: Iterable[Hand]) -> Iterator[list[Problem]]:
    """What is wrong with each hand; one that cannot be is passed over."""
    state = _State(game)
    remembered = _remembered(game.convention)
    for hand in hands:
        table = state.table_for(hand)
        known = remembered(hand, table)
        found = problems(hand, table, game.convention) if known is None else []
        written = [] if known is None else state.written(hand, table, known)
        if isinstance(hand, Correction) and not found:
            found = state.overdrawn(written)
        if not found:
            state.book(hand, table, written)
            if state.table.ended and not table.ended:
                state.crowned()
        yield found


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
        self.reached: list[Player] = []
        self.deals = 0
        self.limited = game.convention.pool.end == "each"
        self.racing = game.convention.pool.end == "first"

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
        state.reached = list(played.reached)
        state.deals = played.deals if played.game.convention.deal.limit else 0
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

    def written(self, hand: Hand, table: Table, known: Sequence[Entry]) -> Sequence[Entry]:
        """What a hand writes into the pools as they stand."""
        if isinstance(hand, Joined):
            return list(self._averages(hand.player))
        if not self.limited:
            return known
        return fitted(known, self.pool, table, self.game.convention, self.game.target)

    def overdrawn(self, written: Iterable[Entry]) -> list[Problem]:
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
            self.deals += is_played(hand)
        elif isinstance(hand, (Joined, Left)):
            table = self._reseated(hand)
        gained = self._write(written)
        if gained and self.racing:
            self._note_reached(table)
        dealer, all_passes = self._moved(hand, table)
        ended = self._ending(hand, table, all_passes, gained)
        self.table = Table(table.players, dealer, all_passes, ended, table.sealed)

    def _write(self, written: Iterable[Entry]) -> bool:
        """Add the entries up on the sheet; whether a pool has changed."""
        gained = False
        for player, column, amount, on, _ in written:
            row, place = self.mountain, player
            if column is WHISTS and on is not None:
                row, place = self.whists[player], on
            elif column is POOL:
                row, gained = self.pool, True
            total = row[place] + amount
            row[place] = total if type(total) is int else exact(total, 1)
        return gained

    def _note_reached(self, table: Table) -> None:
        """Who has come to the target; of two at once the next from the dealer's left."""
        for player in table.from_left:
            if player not in self.reached and self.pool[player] >= self.game.target:
                self.reached.append(player)

    def crowned(self) -> list[Entry]:
        """The prizes of the game that has just ended, written (RULES, section 9)."""
        target = self.game.target
        reached = [one for one in self.reached if self.pool[one] >= target]
        written = [*prizes(self.table.players, self.mountain, reached, self.game.convention)]
        self._write(written)
        if written or self.table.ended == "agreement":
            self.table = self.table._replace(sealed=True)
        return written

    def _reseated(self, hand: Joined | Left) -> Table:
        if isinstance(hand, Joined):
            self._seat(hand.player)
        else:
            self._unseat(hand.player)
        return self.table

    def _moved(self, hand: Hand, table: Table) -> tuple[Player, int]:
        """The next dealer and the length of the series after a hand."""
        if not is_played(hand):
            return table.dealer, table.all_passes
        convention = self.game.convention
        following = clockwise_from(table.players, table.dealer)[0]
        if isinstance(hand, AllPass):
            stays = convention.deal.after_all_pass == "stays"
            return table.dealer if stays else following, table.all_passes + 1
        if table.all_passes and _exits(hand, table, convention):
            return following, 0
        return following, table.all_passes

    def _ending(self, hand: Hand, table: Table, all_passes: int, gained: bool) -> Ending | None:
        """Why the game is over after this hand, if it is (RULES, sections 5 and 9)."""
        if isinstance(hand, Ended):
            return "agreement"
        ended, limit = table.ended, self.game.convention.deal.limit
        if gained or self.racing or isinstance(hand, (Joined, Left)):
            ended = self._by_pools(table, all_passes)
        if ended is None and limit and self.deals >= limit:
            return "limit"
        return ended

    def _by_pools(self, table: Table, all_passes: int) -> Ending | None:
        pool, target = self.pool, self.game.target
        match self.game.convention.pool.end:
            case "each":
                return "pools" if all(pool[one] >= target for one in table.players) else None
            case "total":
                full = target * len(table.players)
                return "pools" if sum(pool[one] for one in table.players) >= full else None
            case "first":
                over = not all_passes and any(pool[one] >= target for one in table.players)
                return "first" if over else None
            case "none":
                return None

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
        self.reached = [one for one in self.reached if one != leaver]
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
