"""Why an entry was written: the rule and its figures in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from preftally.engine.conventions import SOCHI
from preftally.engine.model import Column, Entry, Rule, Why
from preftally.lang import _
from preftally.views import phrases


def sentence(entry: Entry) -> str:
    """The reason of an entry, figures included: `5 tricks × 4 = 20, all to the whister`."""
    return _SENTENCES[entry.why.rule](entry)


def _product(counted: str, why: Why) -> str:
    """`5 tricks × 4 = 20`, with `/ 2` where it is shared."""
    share = f" / {why.share}" if why.share > 1 else ""
    return f"{counted} × {why.each}{_factor(why)}{share} = {phrases.mixed(why.amount)}"


def _factor(why: Why) -> str:
    """The coefficient of the hand, where it has one."""
    return f" × {why.factor}" if why.factor > 1 else ""


def _tricks(entry: Entry, text: str) -> str:
    return f"{_product(phrases.tricks(entry.why.times), entry.why)}: {text}"


def _undertricks(entry: Entry, text: str) -> str:
    return f"{_product(phrases.undertricks(entry.why.times), entry.why)}: {text}"


def _short(entry: Entry, text: str) -> str:
    why = entry.why
    figures = _("{had} of {owed} taken, short {short}").format(
        had=phrases.mixed(why.had),
        owed=phrases.mixed(why.owed),
        short=phrases.mixed(why.times),
    )
    return f"{figures}; {_product(phrases.mixed(why.times), why)}: {text}"


def _gain(entry: Entry, text: str) -> str:
    why = entry.why
    if why.factor > 1:
        text = f"{text}, {phrases.multiple(why.factor)}"
    if why.had or why.owed:
        # Only the part that had room is written here; the rest helps, or comes off the mountain.
        full = _("{room} of {gain}, then the pool is full").format(room=why.had, gain=why.owed)
        return f"{text}: {full}"
    return text


def _all_pass(entry: Entry) -> str:
    why = entry.why
    text = _("all-pass, at {price} a trick").format(price=why.each)
    if why.owed:
        text += ", " + _("{forgiven} of {had} forgiven").format(forgiven=why.owed, had=why.had)
    return _tricks(entry, text)


def _conceded(entry: Entry) -> str:
    usual = entry.why.times == SOCHI.values.conceded
    return _undertricks(entry, _("given up without three") if usual else _("given up"))


def _no_trick(entry: Entry, text: str) -> str:
    if entry.column is Column.MOUNTAIN and entry.why.rule is Rule.ZERO_BONUS:
        # Off the mountain what the bonus of the pool is worth (RULES, section 9).
        text = f"{_product(phrases.points(entry.why.times), entry.why)}: {text}"
        return _("{text}, off the mountain").format(text=text)
    return _gain(entry, text)


def _prize(entry: Entry, text: str) -> str:
    why = entry.why
    if why.share > 1:
        shared = _("{whists} among {n}").format(whists=phrases.whists(why.each), n=why.share)
        return f"{text}: {shared}"
    return text


def _half_whist(entry: Entry) -> str:
    text = _("half of what is owed, no cards played")
    return _tricks(entry, text)


def _surplus(entry: Entry) -> str:
    why = entry.why
    return _("nobody is left to help: {points} of the pool off the mountain, {amount}").format(
        points=phrases.points(why.times), amount=phrases.mixed(why.amount)
    )


_SENTENCES: dict[Rule, Callable[[Entry], str]] = {
    Rule.MADE: lambda e: _gain(e, _("the contract is made")),
    Rule.MISERE_MADE: lambda e: _gain(e, _("the misère is made")),
    Rule.UNDERTRICK: lambda e: _undertricks(e, _("the contract failed")),
    Rule.CONCEDED: _conceded,
    Rule.MISERE_TRICK: lambda e: _tricks(e, _("taken on a misère")),
    Rule.HALF_WHIST: _half_whist,
    Rule.RETURNED: lambda e: _tricks(e, _("the whist was returned, all of the defenders' are his")),
    Rule.DEALER_WHIST: lambda e: _tricks(e, _("the resting dealer whisted, all are his")),
    Rule.OWN_TRICKS: lambda e: _tricks(e, _("each whister writes his own")),
    Rule.SOLE_WHISTER: lambda e: _tricks(e, _("the only whister writes all of the defenders'")),
    Rule.GREEDY: lambda e: _tricks(e, _("a greedy whister takes all, the passer none")),
    Rule.GENTLEMAN: lambda e: _tricks(e, _("gentlemen: whister and passer take half each")),
    Rule.CONSOLATION: lambda e: _undertricks(e, _("consolation")),
    Rule.DEALER_CONSOLATION: lambda e: _undertricks(e, _("consolation of the resting dealer")),
    Rule.SHORT_ALONE: lambda e: _short(e, _("the whister answers for the tricks owed")),
    Rule.SHORT_PAIR: lambda e: _short(e, _("the pair is short, each pays for his own half")),
    Rule.SHORT_PERSONAL: lambda e: _short(e, _("each whister answers for himself")),
    Rule.SHORT_CAPPED: lambda e: _short(
        e, _("each pays for his own half, for no more than the pair is short")
    ),
    Rule.SHORT_PAIR_BOTH: lambda e: _short(e, _("the pair is short, each pays for all of it")),
    Rule.SHORT_EACH: lambda e: _short(e, _("each whister answers for himself")),
    Rule.SHORT_SECOND: lambda e: _short(e, _("the pair took none, the second whister answers")),
    Rule.SHORT_BOTH: lambda e: _short(e, _("the pair took none, both answer")),
    Rule.ALL_PASS_TRICK: _all_pass,
    Rule.ALL_PASS_FEWEST: lambda e: _tricks(
        e, _("{other} took them, {player} took the fewest").format(other=e.on, player=e.player)
    ),
    Rule.ALL_PASS_TIED: lambda e: _tricks(
        e, _("{other} took them, those with the fewest share").format(other=e.on)
    ),
    Rule.ZERO_BONUS: lambda e: _no_trick(e, _("no trick on an all-pass")),
    Rule.DEALER_ZERO: lambda e: _no_trick(e, _("the resting dealer took no trick")),
    Rule.HELP: lambda e: _("help from {helper}, whose pool is full: {points}").format(
        helper=e.on, points=phrases.points(e.why.times)
    ),
    Rule.HELP_WHISTS: lambda e: _("for the help: {product}").format(
        product=_product(phrases.points(e.why.times), e.why)
    ),
    Rule.SURPLUS: _surplus,
    Rule.TALON: lambda e: _("{product}: good cards in the talon").format(
        product=_product(phrases.tricks(e.why.times), e.why)
    ),
    Rule.CORRECTION: lambda e: _("a correction"),
    Rule.JOINED: lambda e: _("the average of the others, rounded against the newcomer"),
    Rule.PRIZE_FIRST: lambda e: _("the prize of the first to reach the target"),
    Rule.PRIZE_MOUNTAIN: lambda e: _prize(e, _("the prize of the smallest mountain")),
}
