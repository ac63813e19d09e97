"""Laws of whole games, on random evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from enumeration import PLAYERS, all_passes, conceded, contracted, every_hand, miseres
from hypothesis import given, settings
from hypothesis import strategies as st

from preftally.engine.conventions import (
    CONVENTIONS,
    DIALS,
    LENINGRAD,
    ROSTOV,
    SOCHI,
    Convention,
    Value,
    override,
)
from preftally.engine.legality import Fault, problems
from preftally.engine.model import (
    PRIZES,
    AllPass,
    Column,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Ended,
    Entry,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Player,
    Suit,
    Table,
    clockwise_from,
)
from preftally.engine.replay import (
    Game,
    Replay,
    Step,
    below_floor,
    judged,
    lowest_contract,
    replay,
    sheets,
    would_write,
)
from preftally.engine.scoring import entries
from preftally.engine.settlement import balances

lawful = settings(derandomize=True, database=None, deadline=None, max_examples=80)

Strategy = st.SearchStrategy

# Conventions in which every pool has a limit, and help costs what a pool point is worth.
LIMITED = [
    SOCHI,
    ROSTOV,
    override(SOCHI, {"pool.help": "none"}),
    override(SOCHI, {"settlement.mountain_whists": 7}),
    override(LENINGRAD, {"pool.end": "each"}),
    override(LENINGRAD, {"pool.end": "each", "pool.help": "american"}),
]


def one_of(hands: Sequence[Hand]) -> Strategy[Hand]:
    """One of very many hands: `sampled_from` would look at each of them first."""
    return st.integers(0, len(hands) - 1).map(hands.__getitem__)


@cache
def deals(players: tuple[Player, ...], dealer: Player) -> Strategy[Hand]:
    """A hand that a table may allow, often one that fills a pool.

    Sochi allows whatever any convention does.
    """
    table = Table(players, dealer)
    kinds = [
        [hand for hand in kind(table) if not problems(hand, table, SOCHI)]
        for kind in (contracted, conceded, miseres, all_passes)
    ]
    gains = [hand for kind in kinds for hand in kind if _gains(entries(hand, table, SOCHI))]
    return st.one_of(*map(one_of, [*kinds, gains, gains]), st.just(Misdeal()))


def _gains(written: Iterable[Entry]) -> bool:
    return any(entry.column is Column.POOL for entry in written)


@cache
def impossible(players: tuple[Player, ...], dealer: Player) -> Strategy[Hand]:
    """A hand that no table allows."""
    table = Table(players, dealer)
    return one_of([hand for hand in every_hand(table) if problems(hand, table, SOCHI)])


@cache
def anything(players: tuple[Player, ...], dealer: Player) -> Strategy[Hand]:
    """All that can happen in an evening; one who left may come back."""
    seats, amounts = st.sampled_from(players), st.integers(-4, 9)
    return st.one_of(
        deals(players, dealer),
        st.builds(Correction, seats, pool=amounts, mountain=amounts),
        st.builds(Correction, seats, whists=amounts, on=seats),
        st.builds(Left, seats),
        st.builds(Joined, st.sampled_from(["A", "W"])),
    )


def guests(players: tuple[Player, ...], dealer: Player) -> Strategy[Hand]:
    """An evening of coming and going."""
    return st.one_of(
        deals(players, dealer),
        st.builds(Left, st.sampled_from(players)),
        st.builds(Joined, st.sampled_from(["A", "W"])),
    )


def values(key: str) -> Strategy[Value]:
    """What a key may hold."""
    words, numbers, length = DIALS[key]
    if DIALS[key].is_flag:
        return st.booleans()
    if length is None:
        return st.sampled_from([*words, *(numbers or ())])
    row = st.lists(st.sampled_from(numbers or ()), min_size=length[0], max_size=length[-1])
    return row.map(tuple)


@st.composite
def houses(draw: st.DrawFn) -> Convention:
    """A built-in convention with a few keys of the house's own."""
    base = draw(st.sampled_from([*CONVENTIONS.values()]))
    keys = draw(st.lists(st.sampled_from([*DIALS]), max_size=4, unique=True))
    return override(base, {key: draw(values(key)) for key in keys})


@st.composite
def evenings(
    draw: st.DrawFn,
    happening: Callable[[tuple[Player, ...], Player], Strategy[Hand]],
    conventions: Strategy[Convention],
) -> Replay:
    """Some hands of a game with a small pool; what could not happen in it did not."""
    players = PLAYERS[draw(st.sampled_from([*PLAYERS]))]
    game = Game(
        draw(conventions), players, draw(st.sampled_from(players)), draw(st.integers(1, 12))
    )
    played = replay(game, [])
    for _ in range(draw(st.integers(1, 9))):
        hand = draw(happening(played.table.players, played.table.dealer))
        following = replay(game, [*hands_of(played), hand])
        played = played if following.problems else following
    return played


def hands_of(played: Replay) -> list[Hand]:
    """The hands of a game."""
    return [step.hand for step in played.steps]


def tables_after(played: Replay) -> list[Table]:
    """The table to which each hand led."""
    return [*(step.table for step in played.steps), played.table][1:]


def nets(played: Replay) -> list[dict[Player, Fraction]]:
    """Everybody's net before the first hand and after each."""
    before = replay(played.game, []).sheet
    return [balances(one, played.game.convention) for one in (before, *sheets(played))]


@lawful
@given(evenings(deals, st.sampled_from(LIMITED)))
def test_help_is_neutral(played: Replay) -> None:
    """Limited pools, with help or without, settle after each hand as pools without a limit do."""
    unlimited = override(played.game.convention, {"pool.end": "none"})
    free = replay(played.game._replace(convention=unlimited), hands_of(played))
    assert not free.problems
    assert nets(free) == nets(played)


@lawful
@given(evenings(deals, st.sampled_from(LIMITED)))
def test_no_pool_is_overfull(played: Replay) -> None:
    """No pool with a limit is ever filled above it."""
    for sheet in sheets(played):
        assert max(sheet.pool.values()) <= played.game.target


@lawful
@given(evenings(deals, st.sampled_from([*LIMITED, override(SOCHI, {"pool.help_whists": 0})])))
def test_a_reason_comes_to_its_amount_with_help_too(played: Replay) -> None:
    """No entry of a game is of nothing, and each comes to what its reason's figures come to."""
    for step in played.steps:
        for entry in step.entries:
            assert entry.why.amount == entry.amount != 0


@lawful
@given(evenings(anything, houses()))
def test_a_prefix_replays_to_a_prefix(played: Replay) -> None:
    """What was played so far never depends on what comes after."""
    hands, after = hands_of(played), list(sheets(played))
    for count in range(len(hands)):
        first = replay(played.game, hands[:count])
        assert first.steps == played.steps[:count]
        assert first.table == played.steps[count].table
        assert [first.sheet] == after[count - 1 : count] or count == 0
    assert replay(played.game, hands) == played


@lawful
@given(evenings(anything, houses()))
def test_the_last_sheet_is_the_sheet(played: Replay) -> None:
    """There is a sheet after each hand, and the one after the last hand is the game's."""
    after = list(sheets(played))
    assert len(after) == len(played.steps)
    assert after[-1:] == [played.sheet] or not after


@lawful
@given(evenings(anything, houses()), st.integers(0, 9))
def test_a_replay_goes_on_where_another_ended(played: Replay, count: int) -> None:
    """Hands that follow a replay give what all the hands give."""
    hands = hands_of(played)
    first = replay(played.game, hands[:count])
    assert replay(played.game, hands[count:], after=first) == played


@lawful
@given(st.data(), evenings(anything, houses()))
def test_a_bad_hand_ends_the_replay(data: st.DataObject, played: Replay) -> None:
    """A hand that cannot be keeps the hands before it, names its problems, and ends the replay."""
    hands = hands_of(played)
    count = data.draw(st.integers(0, len(hands)))
    good = replay(played.game, hands[:count])
    bad = data.draw(impossible(good.table.players, good.table.dealer))
    result = replay(played.game, [*hands[:count], bad, *hands[count:]])
    assert result.problems == tuple(problems(bad, good.table, played.game.convention)) != ()
    assert result._replace(problems=()) == good


@lawful
@given(evenings(anything, houses()))
def test_the_deal_goes_round(played: Replay) -> None:
    """A hand moves the deal on, an all-pass lengthens the series, and a newcomer deals next."""
    stays = played.game.convention.deal.after_all_pass == "stays"
    for (hand, table, _), following in zip(played.steps, tables_after(played), strict=True):
        left, passes = clockwise_from(table.players, table.dealer)[0], table.all_passes
        match hand:
            case AllPass():
                wanted = {(table.dealer if stays else left, passes + 1)}
            case Correction() | Misdeal():
                wanted = {(table.dealer, passes)}
            case Joined(player):
                wanted = {(player, passes)}
            case Left(player):
                wanted = {(left if player == table.dealer else table.dealer, passes)}
            case _:
                wanted = {(left, passes), (left, 0)}
        assert (following.dealer, following.all_passes) in wanted


@lawful
@given(evenings(guests, houses()))
def test_whoever_comes_or_goes_the_nets_add_up_to_zero(played: Replay) -> None:
    """The nets of all who have ever played add up to exactly zero after each hand."""
    assert {sum(after.values()) for after in nets(played)} == {0}


@lawful
@given(evenings(guests, houses()))
def test_leaving_changes_nobodys_net(played: Replay) -> None:
    """When somebody leaves, everybody's net is what it was, but for prizes if that is the end."""
    for step, (before, after) in zip(played.steps, pairwise(nets(played)), strict=True):
        assert after == before or not isinstance(step.hand, Left) or prizes_of(step)


@lawful
@given(evenings(anything, houses()))
def test_prizes_are_written_by_the_end_and_by_nothing_else(played: Replay) -> None:
    """The record that ends the game writes what would have been written had it ended there."""
    for step, following in zip(played.steps, tables_after(played), strict=True):
        assert (following.finished and not step.table.finished) or not prizes_of(step)
    assert would_write(played) == () or not played.table.finished


@lawful
@given(evenings(anything, houses()))
def test_the_end_writes_what_would_be_written(played: Replay) -> None:
    """Ended as it stands, a game writes the prizes that were said apart before, and is sealed."""
    if not played.table.finished:
        ended = replay(played.game, [Ended()], after=played)
        assert ended.steps[-1].entries == would_write(played)
        assert (ended.table.ended, ended.table.sealed) == ("agreement", True)
        assert sum(balances(ended.sheet, played.game.convention).values()) == 0


def prizes_of(step: Step) -> list[Entry]:
    """The prizes among what a record wrote."""
    return [entry for entry in step.entries if entry.why.rule in PRIZES]


@lawful
@given(evenings(guests, houses()))
def test_the_net_of_one_who_left_is_final(played: Replay) -> None:
    """While somebody is away, his net stays what it was when he left."""
    for table, (before, after) in zip(tables_after(played), pairwise(nets(played)), strict=True):
        for player in before.keys() - set(table.players):
            assert after[player] == before[player]


@lawful
@given(evenings(anything, houses()))
def test_hands_are_judged_as_they_are_replayed(played: Replay) -> None:
    """Of an evening that can be, no hand is found fault with; and a wrong one spoils no other."""
    hands = [step.hand for step in played.steps]
    assert not any(judged(played.game, hands))
    wrong = Correction("nobody at all", mountain=1)
    found = list(judged(played.game, [one for hand in hands for one in (wrong, hand)]))
    assert all(found[::2])
    assert not any(found[1::2])


def test_a_contract_below_the_floor_is_recorded_and_told() -> None:
    """Contracts below the floor of the series are below it, conceded or not; nothing else is."""
    series = replay(Game(SOCHI, PLAYERS[3], "W", 100), [AllPass({"W": 4, "E": 3, "S": 3})] * 2)
    assert lowest_contract(series.table, SOCHI) == 7
    for hand in every_hand(series.table):
        six = isinstance(hand, (Contracted, Conceded)) and hand.contract.level < 7
        assert below_floor(hand, series.table, SOCHI) == six
    assert not replay(series.game, [Conceded(Contract(6, Suit.CLUBS), "W")], after=series).problems


def test_a_newcomer_gets_the_averages_rounded_against_him() -> None:
    """A fourth player gets the average pool rounded down, mountain rounded up, and no whists."""
    game = Game(SOCHI, ("W", "E", "S"), "W", 100)
    written = [Correction("W", 4, 2), Correction("E", 6), Correction("S", 3, 5)]
    sheet = replay(game, [*written, Joined("N")]).sheet
    assert (sheet.pool["N"], sheet.mountain["N"]) == (4, 3)
    assert sheet.whists["N"] == {"W": 0, "E": 0, "S": 0}
    assert [sheet.whists[one]["N"] for one in game.players] == [0, 0, 0]


@pytest.mark.parametrize(
    ("dealt", "after_all_pass", "seats"),
    [
        ([], "moves", ("N", "W", "E", "S")),
        ([AllPass({"W": 4, "E": 3, "S": 3})], "moves", ("W", "N", "E", "S")),
        ([AllPass({"W": 4, "E": 3, "S": 3})], "stays", ("W", "N", "E", "S")),
        ([Misdeal()], "moves", ("W", "N", "E", "S")),
    ],
    ids=["nothing dealt", "W dealt", "W deals again", "W dealt amiss"],
)
def test_a_newcomer_sits_after_the_last_dealer(
    dealt: list[Hand], after_all_pass: str, seats: tuple[Player, ...]
) -> None:
    """A fourth player sits down on the left of whoever dealt last, deals next, and rests."""
    convention = override(SOCHI, {"deal.after_all_pass": after_all_pass})
    table = replay(Game(convention, ("W", "E", "S"), "W", 100), [*dealt, Joined("N")]).table
    assert (table.players, table.dealer, table.resting) == (seats, "N", "N")


@pytest.mark.parametrize("end", ["each", "total"])
def test_nothing_is_dealt_after_the_end(end: str) -> None:
    """Once the game is over every deal is refused, and a correction is not."""
    game = Game(override(SOCHI, {"pool.end": end}), PLAYERS[3], "W", 3)
    over = replay(game, [Misere("W", 0)])
    assert over.table.finished
    for hand in every_hand(over.table):
        refused = replay(game, [hand], after=over)
        assert refused.problems[0].fault is Fault.GAME_OVER
        assert refused.sheet == over.sheet
    assert not replay(game, [Correction("E", mountain=2)], after=over).problems
