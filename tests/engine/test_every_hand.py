"""Laws that hold for every single hand, at every table, by every built-in convention."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple, assert_never

import pytest
from enumeration import PLAYERS, contracted, every_hand

from preftally.engine.conventions import CONVENTIONS, Convention, override
from preftally.engine.legality import Fault, problems
from preftally.engine.model import (
    TRICKS,
    AllPass,
    Amount,
    Column,
    Conceded,
    Contracted,
    Correction,
    Ended,
    Entry,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Rule,
    Suit,
    Table,
    exact,
    is_played,
)
from preftally.engine.replay import Game, Replay, replay
from preftally.engine.scoring import entries
from preftally.engine.settlement import balances

TARGET = 100  # no single hand fills it: there is no help


class Deal(NamedTuple):
    """One hand, played as the first of a game."""

    hand: Hand
    played: Replay

    @property
    def table(self) -> Table:
        return Table(self.played.game.players, self.played.game.dealer)

    @property
    def written(self) -> tuple[Entry, ...]:
        """What it wrote; nothing if it was refused."""
        return self.played.steps[0].entries if self.played.steps else ()

    def total(self, column: Column) -> Amount:
        """What it wrote into a column, for all players together."""
        return sum(entry.amount for entry in self.written if entry.column is column)


def deals(convention: Convention, table: Table) -> Iterator[Deal]:
    """Every hand of a table."""
    game = Game(convention, table.players, table.dealer, TARGET)
    for hand in every_hand(table):
        yield Deal(hand, replay(game, [hand]))


@pytest.fixture(
    scope="module",
    params=[(convention, n) for convention in CONVENTIONS.values() for n in PLAYERS],
    ids=lambda table: f"{table[0].name}-{table[1]}",
)
def dealt(request: pytest.FixtureRequest) -> list[Deal]:
    """Every hand of a table at which the first player deals."""
    convention, n = request.param
    return list(deals(convention, Table(PLAYERS[n], PLAYERS[n][0])))


@pytest.fixture
def good(dealt: list[Deal]) -> list[Deal]:
    """Those of them that the rules allow."""
    return [deal for deal in dealt if deal.played.steps]


def faults(hand: Hand, table: Table, convention: Convention) -> set[Fault]:
    """What the rules have against a hand of the enumeration."""
    match hand:
        case Contracted(whist=whist, half=half, tricks=tricks, taken=taken):
            level, rules = hand.contract.level, convention.whist
            dealer_whists = table.resting in whist
            if dealer_whists and not rules.dealer_whist:
                return {Fault.RESTS}
            if dealer_whists and len(whist) > 1:
                return {Fault.DEALER_BESIDE_WHIST}
            beside = whist and not dealer_whists and not rules.returned_half
            checks: dict[Fault, object] = {
                Fault.HALF_LEVEL: half and level > 7,
                Fault.HALF_BESIDE_WHIST: half and beside,
                Fault.HALF_TWICE: len(half) == 2,
                Fault.TRICKS_UNPLAYED: not whist and tricks not in (None, level),
                Fault.TRICKS_MISSING: whist and tricks is None,
                Fault.TRICKS_UNNAMED: len(whist) == 2 and tricks is not None and not taken,
                Fault.TRICKS_SUM: taken and (tricks or 0) + sum(taken.values()) != TRICKS,
            }
        case Conceded(declarer=declarer):
            checks = {
                Fault.LEVEL: hand.contract.level not in {6, 7, 8, 9, 10},
                Fault.RESTS: declarer == table.resting,
                Fault.CONCEDED_OFF: not convention.values.conceded,
            }
        case Misere(declarer=declarer, tricks=tricks):
            checks = {
                Fault.TRICKS_RANGE: tricks not in range(TRICKS + 1),
                Fault.RESTS: declarer == table.resting,
            }
        case AllPass(taken=taken):
            talon = taken.get(table.resting or "", 0)
            checks = {
                Fault.TRICKS_UNNAMED: not taken.keys() >= set(table.active),
                Fault.DEALER_TRICKS: talon and not convention.all_pass.dealer_tricks,
                Fault.TALON_TRICKS: talon > 2 and convention.all_pass.dealer_tricks,
            }
            if not any(checks.values()):
                checks = {Fault.TRICKS_SUM: sum(taken.values()) != TRICKS}
        case _:
            raise TypeError(hand)
    return {fault for fault, found in checks.items() if found}


def test_a_hand_is_refused_exactly_for_its_faults(dealt: list[Deal]) -> None:
    """A hand is refused for each fault that the rules find in it, and for nothing else."""
    for deal in dealt:
        found = {problem.fault for problem in deal.played.problems}
        assert found == faults(deal.hand, deal.table, deal.played.game.convention), deal.hand


def test_a_refused_hand_writes_nothing_and_any_other_adds_up_to_zero(dealt: list[Deal]) -> None:
    """A hand either has problems or nets that add up to exactly zero."""
    for hand, played in dealt:
        nets = balances(played.sheet, played.game.convention)
        assert bool(played.problems) != bool(played.steps), hand
        assert sum(nets.values()) == 0, hand
        assert played.steps or not any(nets.values()), hand


def test_a_turned_table_turns_the_result(dealt: list[Deal]) -> None:
    """Everybody a seat further on, the dealer too, turns the result and changes nothing else."""
    convention, players, *_ = dealt[0].played.game
    for turn in range(1, len(players)):
        image = dict(zip(players, players[turn:] + players[:turn], strict=True))
        turned = deals(convention, Table(players, players[turn]))
        for deal, other in zip(dealt, turned, strict=True):
            assert other.played.table.dealer == image[deal.played.table.dealer], deal.hand
            assert other.played.problems == tuple(
                problem._replace(player=image.get(problem.player, ""))
                for problem in deal.played.problems
            ), deal.hand
            assert other.written == tuple(
                entry._replace(player=image[entry.player], on=image.get(entry.on or ""))
                for entry in deal.written
            ), deal.hand


def test_a_reason_comes_to_its_amount(good: list[Deal]) -> None:
    """The figures of an entry's reason come to what the entry writes, and never to nothing."""
    for deal in good:
        for entry in deal.written:
            assert entry.why.amount == entry.amount != 0, entry


def test_the_suit_never_changes_a_value(good: list[Deal]) -> None:
    """A contract writes the same in every suit."""
    for hand, played in good:
        if isinstance(hand, (Contracted, Conceded)):
            for suit in Suit:
                other = hand._replace(contract=hand.contract._replace(suit=suit))
                written = entries(other, played.steps[0].table, played.game.convention)
                assert tuple(written) == played.steps[0].entries, other


def test_a_contract_writes_what_it_is_worth(good: list[Deal]) -> None:
    """The declarer fills pool or mountain, and only on him stand the whists of the tricks."""
    for deal in good:
        if not isinstance(deal.hand, Contracted):
            continue
        hand, convention = deal.hand, deal.played.game.convention
        row = hand.contract.level - 6
        trick, quota = convention.values.trick[row], convention.values.quota[row]
        short = 0 if hand.tricks is None else max(0, hand.contract.level - hand.tricks)
        left = 0 if hand.tricks is None or not hand.whist else TRICKS - hand.tricks
        flat = convention.whist.consolation
        consolation = flat if isinstance(flat, int) else trick
        # A half-whist beside a whist is void; a dealer who whists is the only one comforted.
        void = len(hand.half) if hand.whist else 0
        comforted = len(deal.played.game.players) - 1 - void
        if deal.table.resting in hand.whist:
            comforted = 1
        whists = (
            left * trick
            + short * consolation * comforted
            + (len(hand.half) - void) * quota * trick // 2
        )
        sheet = deal.played.sheet
        assert all(entry.on in {None, hand.declarer} for entry in deal.written), hand
        assert deal.total(Column.WHISTS) == whists, hand
        assert deal.total(Column.POOL) == sheet.pool[hand.declarer], hand
        assert sheet.pool[hand.declarer] == (not short) * convention.values.contract[row], hand
        assert sheet.mountain[hand.declarer] == short * convention.values.undertrick[row], hand


def test_only_whisters_of_a_made_contract_are_fined(good: list[Deal]) -> None:
    """A fine is a whister's, for a made contract of which the whisters are short."""
    for deal in good:
        if not isinstance(deal.hand, Contracted):
            continue
        hand, values = deal.hand, deal.played.game.convention.values
        row = hand.contract.level - 6
        fined = {
            player: amount
            for player, amount in deal.played.sheet.mountain.items()
            if amount and player != hand.declarer
        }
        left = TRICKS - (hand.tricks or 0)
        whisted = hand.whist and deal.table.resting not in hand.whist
        made = whisted and hand.tricks is not None and hand.tricks >= hand.contract.level
        assert bool(fined) == bool(made and left < values.quota[row]), hand
        assert fined.keys() <= set(hand.whist), hand
        if len(hand.whist) == 1 and fined:
            owed = (values.quota[row] - left) * values.whist_undertrick[row]
            assert fined == {hand.whist[0]: owed}, hand


def test_a_concession_and_a_misere_are_the_declarers_alone(good: list[Deal]) -> None:
    """Nobody but the declarer writes on a concession or a misère, and he writes once."""
    for hand, played in good:
        if isinstance(hand, (Conceded, Misere)):
            (entry,) = played.steps[0].entries
            values = played.game.convention.values
            match hand:
                case Conceded():
                    each = values.undertrick[hand.contract.level - 6]
                    wanted = (hand.declarer, Column.MOUNTAIN, 3 * each)
                case Misere(tricks=0):
                    wanted = (hand.declarer, Column.POOL, values.misere)
                case Misere():
                    wanted = (hand.declarer, Column.MOUNTAIN, hand.tricks * values.misere_trick)
                case _:
                    assert_never(hand)
            assert entry[:3] == wanted, hand


def test_an_all_pass_writes_every_trick_or_the_fewest_write_on_the_rest(good: list[Deal]) -> None:
    """All ten tricks stand in the mountains, or those with the fewest write the others'."""
    for deal in good:
        if not isinstance(deal.hand, AllPass):
            continue
        taken, rules = deal.hand.taken, deal.played.game.convention.all_pass
        active = {player: taken[player] for player in deal.table.active}
        price, fewest = rules.prices[0], min(active.values())
        winners = {player for player, tricks in active.items() if tricks == fewest}
        losers = sum(tricks for player, tricks in active.items() if player not in winners)
        whists = [entry for entry in deal.written if entry.column is Column.WHISTS]
        empty = sum(not tricks for tricks in active.values())
        if rules.record == "mountain":
            rate = deal.played.game.convention.settlement
            off = exact(price * rate.pool_whists, rate.mountain_whists)
            into_pool = rules.zero_to == "pool"
            wanted = TRICKS * price - (0 if into_pool else empty * off)
            assert deal.total(Column.MOUNTAIN) == wanted, deal.hand
            assert not whists, deal.hand
            assert deal.total(Column.POOL) == (empty * price if into_pool else 0), deal.hand
        else:
            resting = deal.table.resting is not None
            assert deal.total(Column.MOUNTAIN) == 0, deal.hand
            assert deal.total(Column.WHISTS) == losers * price, deal.hand
            assert {entry.player for entry in whists} == winners, deal.hand
            rule = Rule.ALL_PASS_FEWEST if len(winners) == 1 else Rule.ALL_PASS_TIED
            assert {entry.why.rule for entry in whists} == {rule}, deal.hand
            assert deal.total(Column.POOL) == empty + resting, deal.hand


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_the_resting_dealer_has_no_part_in_a_contract(convention: Convention) -> None:
    """With four players a contract is refused in which the dealer declares or defends."""
    table = Table(PLAYERS[4], PLAYERS[4][0])
    for hand in contracted(table):
        for player in table.active:
            image = {player: table.dealer}
            other = hand._replace(
                declarer=image.get(hand.declarer, hand.declarer),
                whist=tuple(image.get(one, one) for one in hand.whist),
                passed=tuple(image.get(one, one) for one in hand.passed),
                half=tuple(image.get(one, one) for one in hand.half),
            )
            found = problems(other, table, convention)
            # Where the dealer may whist, it is the defender in his stead who is missing.
            may = convention.whist.dealer_whist and table.dealer in other.whist
            wanted = (Fault.NO_ROLE, player) if may else (Fault.RESTS, table.dealer)
            assert wanted in [(one.fault, one.player) for one in found], other


TALON = {"A": 1, "AK": 2, "AA": 3, "KQ": 1}  # good cards, and the tricks that they stand for


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_a_talon_adds_one_entry_of_the_dealers(convention: Convention) -> None:
    """Good cards of the talon are so many tricks to the resting dealer, and change nothing else."""
    table = Table(PLAYERS[4], PLAYERS[4][0])
    house = override(convention, {"talon.bonus": True})
    convention = override(convention, {"talon.bonus": False})
    for hand in contracted(table):
        if problems(hand, table, convention):
            continue
        each = convention.values.trick[hand.contract.level - 6]
        for cards, tricks in TALON.items():
            with_talon = hand._replace(talon=cards)
            assert [one.fault for one in problems(with_talon, table, convention)] == [
                Fault.TALON_OFF
            ]
            *others, (player, column, amount, on, why) = entries(with_talon, table, house)
            assert others == entries(hand, table, house), with_talon
            assert (player, column, amount, on) == (
                table.dealer,
                Column.WHISTS,
                tricks * each,
                hand.declarer,
            ), with_talon
            assert why.rule is Rule.TALON


def test_a_coefficient_multiplies_what_a_hand_writes(good: list[Deal]) -> None:
    """A hand that counts twice or thrice writes everything so often, and moves the deal once."""
    for hand, played in good:
        assert is_played(hand)
        for times in (2, 3):
            other = replay(played.game, [hand._replace(times=times)])
            assert other.table == played.table, hand
            assert sum(balances(other.sheet, played.game.convention).values()) == 0
            for one, entry in zip(other.steps[0].entries, played.steps[0].entries, strict=True):
                assert one == entry._replace(amount=times * entry.amount, why=one.why)
                assert one.why == entry.why._replace(factor=times)
                assert one.why.amount == one.amount


SHARED = {"talon.bonus": True, "talon.shared": True}


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_a_shared_talon_adds_half_to_each_defender(convention: Convention) -> None:
    """With three each defender writes half of the bonus, whatever he did and whoever dealt."""
    table = Table(PLAYERS[3], PLAYERS[3][0])
    house = override(convention, SHARED)
    for hand in contracted(table):
        if problems(hand, table, house):
            continue
        each = exact(2 * convention.values.trick[hand.contract.level - 6], 2)
        *others, one, other = entries(hand._replace(talon="AK"), table, house)
        assert others == entries(hand, table, house), hand
        assert {one.player, other.player, hand.declarer} == set(table.players), hand
        assert {one[1:4], other[1:4]} == {(Column.WHISTS, each, hand.declarer)}, hand


def test_no_kind_of_hand_is_another() -> None:
    """Hands are equal only within their kind, though their fields be the same."""
    kinds = [Joined("N"), Left("N"), Misdeal("N"), Correction("N"), AllPass({}), Misere("N", 0)]
    for one, other in permutations(kinds, 2):
        assert one != other
        assert not one == other  # noqa: SIM201 - both operators are asked
    for one in kinds:
        assert one == type(one)(*one)
        assert not one != type(one)(*one)  # noqa: SIM202
        assert hash(one) == hash(type(one)(*one))
    assert Ended() == Ended() != ()
    assert AllPass({"W": 4, "E": 6}) == AllPass({"E": 6, "W": 4})
    assert hash(AllPass({"W": 4, "E": 6})) == hash(AllPass({"E": 6, "W": 4}))
