"""What a hand writes: `entries` turns one legal hand into its entries.

Gains of the pool are given whole here; whether they still fit into the pool is
the business of `helping`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from preftally.engine.conventions import Convention
from preftally.engine.legality import TALON_CARDS
from preftally.engine.model import (
    LEVELS,
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
    Player,
    Rule,
    Table,
    Why,
    exact,
)

POOL, MOUNTAIN, WHISTS = Column.POOL, Column.MOUNTAIN, Column.WHISTS

# The rows of the table of values, from six to ten.
_LOWEST = LEVELS[0]
_SEVEN, _TEN = 1, len(LEVELS) - 1


def entries(hand: Hand, table: Table, convention: Convention) -> list[Entry]:
    """The entries of one legal hand, the declarer's first.

    A player who joins or leaves writes nothing by himself, and so does the end: see
    `replay` and `prizes`.
    """
    match hand:
        case Contracted():
            written = _contracted(hand, table, convention)
        case Conceded():
            each = convention.values.undertrick[hand.contract.level - _LOWEST]
            why = Why(Rule.CONCEDED, convention.values.conceded, each)
            written = [_entry(hand.declarer, MOUNTAIN, why)]
        case Misere():
            written = list(_misere(hand, convention))
        case AllPass():
            written = list(_all_pass(hand, table, convention))
        case Correction():
            return list(_correction(hand))
        case Misdeal() | Joined() | Left() | Ended():
            return []
        case _:
            assert_never(hand)
    return written if hand.times == 1 else [_multiplied(one, hand.times) for one in written]


def _multiplied(entry: Entry, times: int) -> Entry:
    """An entry of a hand that has a coefficient (RULES, section 9)."""
    why = entry.why._replace(factor=times)
    return entry._replace(amount=why.amount, why=why)


def _entry(player: Player, column: Column, why: Why, on: Player | None = None) -> Entry:
    return Entry(player, column, why.amount, on, why)


def _contracted(hand: Contracted, table: Table, convention: Convention) -> list[Entry]:
    level, declarer, values = hand.contract.level, hand.declarer, convention.values
    row = level - _LOWEST
    tricks = level if hand.tricks is None else hand.tricks
    if tricks < level:
        why = Why(Rule.UNDERTRICK, level - tricks, values.undertrick[row])
        written = [_entry(declarer, MOUNTAIN, why), *_remise(hand, table, convention, row, tricks)]
    else:
        written = [_entry(declarer, POOL, Why(Rule.MADE, 1, values.contract[row]))]
        if hand.whist:
            written += _made(hand, table, convention, row, TRICKS - tricks)
            written += _fines(hand, table, convention, row, TRICKS - tricks)
        else:
            for player in hand.half:
                # A half-whist is worth half of the tricks that are owed (RULES, 2.1).
                why = Why(Rule.HALF_WHIST, values.quota[row], values.trick[row], 2)
                written += _whists(player, why, declarer)
    if hand.talon:
        written += _talon(hand, table, values.trick[row])
    return written


def _talon(hand: Contracted, table: Table, each: int) -> list[Entry]:
    """Good cards of the talon: the resting dealer's, or shared by the defenders (RULES, 9)."""
    cards = TALON_CARDS[hand.talon]
    if table.resting is not None:
        return _whists(table.resting, Why(Rule.TALON, cards, each), hand.declarer)
    written: list[Entry] = []
    for player in table.active:
        if player != hand.declarer:
            written += _whists(player, Why(Rule.TALON, cards, each, 2), hand.declarer)
    return written


def _alone(hand: Contracted, table: Table) -> Rule | None:
    """Why the whister writes alone whatever the style, if he does (RULES, section 9)."""
    if hand.whist[0] == table.resting:
        return Rule.DEALER_WHIST
    return Rule.RETURNED if hand.half else None


def _whists(player: Player, why: Why, on: Player) -> list[Entry]:
    """Whists, unless they come to nothing."""
    amount = why.amount
    return [Entry(player, WHISTS, amount, on, why)] if amount else []


def _made(
    hand: Contracted, table: Table, convention: Convention, row: int, left: int
) -> list[Entry]:
    """The whists on a made contract, for the tricks that are left to the defenders."""
    each = convention.values.trick[row]
    if len(hand.whist) > 1:
        return _own_tricks(hand, each)
    alone = _alone(hand, table)
    if convention.whist.style == "gentleman_always" and alone is None:
        return _shared(hand, left, each)
    return _whists(hand.whist[0], Why(alone or Rule.SOLE_WHISTER, left, each), hand.declarer)


def _own_tricks(hand: Contracted, each: int) -> list[Entry]:
    """Two whisters write for what each of them took."""
    written: list[Entry] = []
    for player in hand.whist:
        written += _whists(player, Why(Rule.OWN_TRICKS, hand.taken[player], each), hand.declarer)
    return written


def _shared(hand: Contracted, tricks: int, each: int) -> list[Entry]:
    """Whister and passer take half of the whists each (RULES, 2.3: gentleman)."""
    written: list[Entry] = []
    for player in (*hand.whist, *hand.passed):
        written += _whists(player, Why(Rule.GENTLEMAN, tricks, each, 2), hand.declarer)
    return written


def _fines(
    hand: Contracted, table: Table, convention: Convention, row: int, left: int
) -> list[Entry]:
    """What whisters pay for tricks that they owed and did not take (RULES, 2.2)."""
    quota = convention.values.quota[row]
    if row == _TEN and convention.whist.ten == "checked":
        quota = 0
    each = convention.values.whist_undertrick[row]
    if not each:
        return []
    if len(hand.whist) == 1:
        # A dealer who whists is never fined (RULES, section 9).
        if left >= quota or hand.whist[0] == table.resting:
            return []
        why = Why(Rule.SHORT_ALONE, quota - left, each, had=left, owed=quota)
        return [_entry(hand.whist[0], MOUNTAIN, why)]
    whisters = [player for player in table.from_left if player in hand.whist]
    # The defender on the declarer's left is the first, whatever the order of naming.
    if table.from_left.index(hand.declarer) == 1:
        whisters.reverse()
    duty = _duty_low if row <= _SEVEN else _duty_high
    return [
        _entry(player, MOUNTAIN, Why(rule, short, each, had=had, owed=owed))
        for player, rule, short, had, owed in duty(whisters, hand.taken, convention, quota)
    ]


# Who pays, by which rule, for how many tricks: of so many that were owed he had so many.
_Shortfall = tuple[Player, Rule, Amount, Amount, Amount]


def _duty_low(
    whisters: list[Player], taken: Mapping[Player, int], convention: Convention, quota: int
) -> Iterator[_Shortfall]:
    """Six and seven: each of two whisters owes half of the quota (RULES, 2.2 and 9)."""
    duty, had = convention.whist.duty_low, sum(taken.values())
    if duty != "personal" and had >= quota:
        return
    if duty == "both":
        for player in whisters:
            yield player, Rule.SHORT_PAIR_BOTH, quota - had, had, quota
        return
    owed = exact(quota, 2)
    for player in whisters:
        short = owed - taken[player]
        if short <= 0:
            continue
        if duty == "shortfall" and short > quota - had:
            yield player, Rule.SHORT_CAPPED, quota - had, taken[player], owed
        else:
            rule = Rule.SHORT_PERSONAL if duty == "personal" else Rule.SHORT_PAIR
            yield player, rule, short, taken[player], owed


def _duty_high(
    whisters: list[Player], taken: Mapping[Player, int], convention: Convention, quota: int
) -> Iterator[_Shortfall]:
    """Eight and more: one trick is owed, and the key says by whom (RULES, 2.2)."""
    duty = convention.whist.duty_high
    if duty == "personal":
        for player in whisters:
            if taken[player] < quota:
                yield player, Rule.SHORT_EACH, quota - taken[player], taken[player], quota
        return
    short = quota - sum(taken.values())
    rule = Rule.SHORT_SECOND if duty == "second" else Rule.SHORT_BOTH
    for player in whisters[1:] if duty == "second" else whisters:
        if short > 0:
            yield player, rule, short, taken[player], quota


def _remise(
    hand: Contracted, table: Table, convention: Convention, row: int, tricks: int
) -> list[Entry]:
    """Whists for the tricks, then consolation (RULES, 2.3)."""
    whist, declarer = convention.whist, hand.declarer
    if row == _TEN and whist.ten == "checked" and not whist.checked_ten_whists:
        return []
    each, left = convention.values.trick[row], TRICKS - tricks
    alone = _alone(hand, table)
    if len(hand.whist) > 1:
        written = _own_tricks(hand, each)
    elif whist.style == "greedy" or alone is not None:
        written = _whists(hand.whist[0], Why(alone or Rule.GREEDY, left, each), declarer)
    else:
        written = _shared(hand, left, each)
    undertricks = _LOWEST + row - tricks
    consolation = each if isinstance(whist.consolation, str) else whist.consolation
    why = Why(Rule.CONSOLATION, undertricks, consolation)
    only_whisters = alone is Rule.DEALER_WHIST or whist.consolation_to == "whisters"
    for player in hand.whist if only_whisters else (*hand.whist, *hand.passed):
        written += _whists(player, why, declarer)
    resting = table.resting
    if resting is not None and whist.dealer_consolation and alone is not Rule.DEALER_WHIST:
        why = Why(Rule.DEALER_CONSOLATION, undertricks, consolation)
        written += _whists(resting, why, declarer)
    return written


def _misere(hand: Misere, convention: Convention) -> Iterator[Entry]:
    if hand.tricks:
        why = Why(Rule.MISERE_TRICK, hand.tricks, convention.values.misere_trick)
        yield _entry(hand.declarer, MOUNTAIN, why)
    else:
        yield _entry(hand.declarer, POOL, Why(Rule.MISERE_MADE, 1, convention.values.misere))


def _all_pass(hand: AllPass, table: Table, convention: Convention) -> Iterator[Entry]:
    price = convention.all_pass_price(table.all_passes)
    if convention.all_pass.record == "mountain":
        yield from _into_the_mountain(hand, table, convention, price)
    else:
        yield from _on_whists(hand, table, price)
    yield from _without_a_trick(hand, table, convention, price)


def _into_the_mountain(
    hand: AllPass, table: Table, convention: Convention, price: int
) -> Iterator[Entry]:
    taken = {player: hand.taken.get(player, 0) for player in table.from_left}
    forgiven = min(taken.values()) if convention.all_pass.amnesty else 0
    for player, tricks in taken.items():
        if tricks > forgiven and price:
            why = Why(Rule.ALL_PASS_TRICK, tricks - forgiven, price, had=tricks, owed=forgiven)
            yield _entry(player, MOUNTAIN, why)


def _on_whists(hand: AllPass, table: Table, price: int) -> Iterator[Entry]:
    """The fewest tricks write on the others; two who tie share (RULES, section 4)."""
    fewest = min(hand.taken[player] for player in table.active)
    winners = [player for player in table.active if hand.taken[player] == fewest]
    rule = Rule.ALL_PASS_FEWEST if len(winners) == 1 else Rule.ALL_PASS_TIED
    for winner in winners:
        for other in table.active:
            if other not in winners:
                why = Why(rule, hand.taken[other], price, len(winners))
                yield from _whists(winner, why, other)


def _without_a_trick(
    hand: AllPass, table: Table, convention: Convention, price: int
) -> Iterator[Entry]:
    rules = convention.all_pass
    bonus = price if isinstance(rules.zero_bonus, str) else rules.zero_bonus
    for player in table.active:
        if bonus and not hand.taken[player]:
            yield _bonus(player, Rule.ZERO_BONUS, bonus, convention)
    dealer = table.resting
    if dealer is None or hand.taken.get(dealer):
        return
    if rules.dealer_zero == "mountain" and price:
        yield _entry(dealer, MOUNTAIN, Why(Rule.DEALER_ZERO, 1, -price))
    elif rules.dealer_zero == "pool" and bonus:
        yield _bonus(dealer, Rule.DEALER_ZERO, bonus, convention)


def _bonus(player: Player, rule: Rule, bonus: int, convention: Convention) -> Entry:
    """The bonus for no trick, or as much off the mountain (RULES, section 9)."""
    if convention.all_pass.zero_to == "pool":
        return _entry(player, POOL, Why(rule, 1, bonus))
    rate = convention.settlement
    return _entry(player, MOUNTAIN, Why(rule, bonus, -rate.pool_whists, rate.mountain_whists))


def _correction(hand: Correction) -> Iterator[Entry]:
    columns = ((POOL, hand.pool), (MOUNTAIN, hand.mountain), (WHISTS, hand.whists))
    for column, amount in columns:
        if amount:
            on = hand.on if column is WHISTS else None
            yield _entry(hand.player, column, Why(Rule.CORRECTION, 1, amount), on)
