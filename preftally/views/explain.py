"""Explanations for a sceptic: each figure with its rule, and where a total comes from."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.conventions import CONVENTIONS, Convention, value_of
from preftally.engine.model import Column, Entry, Player, Rule, is_dealt
from preftally.engine.replay import Replay, below_floor, lowest_contract
from preftally.engine.settlement import steps
from preftally.lang import _
from preftally.views import hands, phrases, reasons
from preftally.views.history import history
from preftally.views.phrases import mixed
from preftally.views.state import left

# The key of the convention behind a rule, where there is one to look up.
_KEYS = {
    Rule.GREEDY: "whist.style",
    Rule.GENTLEMAN: "whist.style",
    Rule.SOLE_WHISTER: "whist.style",
    Rule.CONSOLATION: "whist.consolation",
    Rule.DEALER_CONSOLATION: "whist.dealer_consolation",
    Rule.HALF_WHIST: "whist.half_whist",
    Rule.SHORT_ALONE: "values.whist_undertrick",
    Rule.SHORT_PAIR: "whist.duty_low",
    Rule.SHORT_PERSONAL: "whist.duty_low",
    Rule.SHORT_EACH: "whist.duty_high",
    Rule.SHORT_SECOND: "whist.duty_high",
    Rule.SHORT_BOTH: "whist.duty_high",
    Rule.ALL_PASS_TRICK: "all_pass.prices",
    Rule.ALL_PASS_FEWEST: "all_pass.prices",
    Rule.ALL_PASS_TIED: "all_pass.prices",
    Rule.ZERO_BONUS: "all_pass.zero_bonus",
    Rule.DEALER_ZERO: "all_pass.dealer_zero",
    Rule.HELP: "pool.help",
    Rule.HELP_WHISTS: "pool.help_whists",
    Rule.SURPLUS: "pool.help",
    Rule.TALON: "talon.bonus",
    Rule.RETURNED: "whist.returned_half",
    Rule.DEALER_WHIST: "whist.dealer_whist",
    Rule.SHORT_CAPPED: "whist.duty_low",
    Rule.SHORT_PAIR_BOTH: "whist.duty_low",
    Rule.PRIZE_FIRST: "prize.first",
    Rule.PRIZE_MOUNTAIN: "prize.mountain",
}


def hand(played: Replay, number: int) -> Iterator[str]:
    """One hand: what was played, then each entry with its reason."""
    step, convention = played.steps[number - 1], played.game.convention
    yield f"{number}. {hands.sentence(step.hand)}"
    if step.table.resting and is_dealt(step.hand):
        yield "   " + _("{dealer} deals and rests").format(dealer=step.table.dealer)
    if not step.entries:
        yield "   " + _("nothing is written")
    for entry in step.entries:
        yield f"   {_place(entry)}: {reasons.sentence(entry)}{_source(entry, convention)}"
    if below_floor(step.hand, step.table, convention):
        yield "   " + hands.floor_warning(step.hand, lowest_contract(step.table, convention))


def _place(entry: Entry) -> str:
    amount = phrases.signed(entry.amount)
    if entry.column is Column.WHISTS:
        return _("{player} → {on}: {amount}").format(
            player=entry.player, on=entry.on, amount=amount
        )
    return _("{player}: {column} {amount}").format(
        player=entry.player, column=phrases.column(entry.column), amount=amount
    )


def _source(entry: Entry, convention: Convention) -> str:
    """The key behind the rule: the convention's, or what this table has changed."""
    key = _KEYS.get(entry.why.rule)
    if not key:
        return ""
    base = CONVENTIONS.get(convention.name, convention)
    own = value_of(base, key) != value_of(convention, key)
    name = _("this table") if own else convention.name
    return f" [{name}: {key}]"


def player(played: Replay, one: Player) -> Iterator[str]:
    """Where a player's totals come from, hand by hand."""
    sheet = played.sheet
    if one not in sheet.players:
        yield from left(played)
        return
    for column, total in ((Column.POOL, sheet.pool[one]), (Column.MOUNTAIN, sheet.mountain[one])):
        yield _("{player}, {column}: {total}").format(
            player=one, column=phrases.column(column), total=mixed(total)
        )
        yield from _contributions(played, one, column, None)
    for other in sheet.whists[one]:
        yield _("{player} → {other}: {total}").format(
            player=one, other=other, total=mixed(sheet.whists[one][other])
        )
        yield from _contributions(played, one, Column.WHISTS, other)


def _contributions(played: Replay, one: Player, column: Column, on: Player | None) -> Iterator[str]:
    for number, entry, total in history(played, one, column, on):
        amount = phrases.signed(entry.amount)
        yield f"  {number}. {amount} = {mixed(total)}: {reasons.sentence(entry)}"


def settlement(played: Replay) -> Iterator[str]:
    """The formula, and each player's net by it."""
    done, sheet = steps(played.sheet, played.game.convention), played.sheet
    rates = played.game.convention.settlement
    count = len(sheet.players) - (rates.divisor == "opponents")
    yield _(
        "net = own whists - whists of the others on one; a mountain point costs "
        "{mountain} / {n} to each other player, a pool point earns {pool} / {n} from each"
    ).format(mountain=rates.mountain_whists, pool=rates.pool_whists, n=count)
    seats = len(sheet.players)
    for one in sheet.players:
        own = sum(sheet.whists[one].values())
        owed = sum(sheet.whists[other][one] for other in sheet.players if other != one)
        mountain = sum(sheet.mountain.values()) - seats * sheet.mountain[one]
        pool = seats * sheet.pool[one] - sum(sheet.pool.values())
        carried = sheet.carried.get(one, 0)
        terms = [
            _("whists {own} - {owed}").format(own=mixed(own), owed=mixed(owed)),
            _("mountain {amount}").format(amount=phrases.signed(done.mountain_each * mountain)),
            _("pool {amount}").format(amount=phrases.signed(done.pool_each * pool)),
        ]
        if carried:
            terms.append(_("carried {amount}").format(amount=phrases.signed(carried)))
        yield f"  {one}: {', '.join(terms)} = {phrases.signed(done.totals[one])}"
    for one, total in done.totals.items():
        if one not in sheet.players:
            yield "  " + _("{player}: left, settled with at {amount}").format(
                player=one, amount=phrases.signed(total)
            )
    yield _(
        "rounding: everybody down to a whole number; what is then missing to zero goes, one "
        "each, to the largest fractions, of equals to the one who sits earlier"
    )
