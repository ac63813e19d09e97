"""What a table has agreed, in plain sentences: read out before the first deal."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.conventions import Convention
from preftally.engine.replay import Game
from preftally.lang import _
from preftally.views import phrases


def opening(game: Game) -> str:
    """Who plays, by which convention, for how much, and who deals first."""
    return _("{convention}: {players} (clockwise); pool {pool}; {dealer} deals first.").format(
        convention=phrases.convention(game.convention),
        players=phrases.listed(game.players),
        pool=game.target,
        dealer=game.dealer,
    )


def sentences(convention: Convention) -> Iterator[str]:
    """The agreement, a sentence a line."""
    yield from _values(convention)
    yield _tricks(convention)
    yield _consolation(convention)
    yield _duty(convention)
    yield from _odd_contracts(convention)
    yield _all_pass(convention)
    yield _no_trick(convention)
    yield _exit(convention)
    yield _end(convention)
    yield _settlement(convention)


def _row(values: tuple[int, ...]) -> str:
    return "-".join(str(value) for value in values)


def _values(convention: Convention) -> Iterator[str]:
    values = convention.values
    yield _("From six to ten: pool {contract}, undertrick {undertrick}, whist {trick}.").format(
        contract=_row(values.contract),
        undertrick=_row(values.undertrick),
        trick=_row(values.trick),
    )
    yield _("Whisters owe {quota} tricks; a trick short costs {fine} in the mountain.").format(
        quota=_row(values.quota), fine=_row(values.whist_undertrick)
    )
    yield _("Misère: {made} into the pool, or {trick} into the mountain for each trick.").format(
        made=values.misere, trick=values.misere_trick
    )


def _tricks(convention: Convention) -> str:
    return {
        "greedy": _("Greedy whist: the only whister writes all the tricks, also on a remise."),
        "gentleman": _("Gentleman's whist: on a remise whister and passer take half each."),
        "gentleman_always": _("Gentleman's whist: whister and passer always take half each."),
    }[convention.whist.style]


def _consolation(convention: Convention) -> str:
    whist = convention.whist
    if whist.consolation == 0:
        return _("There is no consolation.")
    value = (
        _("the value of a whist")
        if isinstance(whist.consolation, str)
        else phrases.whists(whist.consolation)
    )
    who = {
        "defenders": _("each defender, the passer included"),
        "whisters": _("each whister, but no passer"),
    }[whist.consolation_to]
    dealer = _(", and a resting dealer") if whist.dealer_consolation else ""
    return _("Consolation for each undertrick: {value}, to {who}{dealer}.").format(
        value=value, who=who, dealer=dealer
    )


def _duty(convention: Convention) -> str:
    low = {
        "pair": _("on six and seven nobody pays while the pair has its tricks"),
        "personal": _("on six and seven each answers for his half"),
    }[convention.whist.duty_low]
    high = {
        "second": _("from eight on the second whister answers"),
        "both": _("from eight on both answer"),
        "personal": _("from eight on each without a trick answers"),
    }[convention.whist.duty_high]
    return _("Two whisters: {low}; {high}.").format(low=low, high=high)


def _odd_contracts(convention: Convention) -> Iterator[str]:
    whist = convention.whist
    if whist.ten == "whisted":
        yield _("A ten is whisted like any contract.")
    elif whist.checked_ten_whists:
        yield _("A ten is checked: no fine for the defenders; a failed one is written in full.")
    else:
        yield _("A ten is checked: no fine, and a failed one writes nothing but the mountain.")
    if whist.half_whist:
        yield _("On six and seven a half-whist may be taken after the other's pass.")
    else:
        yield _("There is no half-whist.")
    if whist.stalingrad:
        yield _("Six spades must be whisted by both (Stalingrad).")
    if convention.talon.bonus:
        yield _(
            "The resting dealer writes on the declarer for a talon with an ace 1, ace and king "
            "of a suit 2, two aces 3, king and queen of a suit 1, times the value of a whist."
        )


def _all_pass(convention: Convention) -> str:
    rules = convention.all_pass
    prices = _row(rules.prices)
    if rules.record == "whists":
        text = _("All-pass: the fewest tricks write {prices} whists for each of the others'.")
    elif rules.amnesty:
        text = _(
            "All-pass: {prices} into the mountain for each trick, the smallest count taken off."
        )
    else:
        text = _("All-pass: {prices} into the mountain for each trick.")
    return text.format(prices=prices)


def _no_trick(convention: Convention) -> str:
    rules = convention.all_pass
    bonus = (
        _("the price of a trick")
        if isinstance(rules.zero_bonus, str)
        else phrases.points(rules.zero_bonus)
    )
    if rules.zero_bonus == 0:
        bonus = _("nothing")
    dealer = {
        "none": _("a resting dealer with none writes nothing"),
        "mountain": _("a resting dealer with none takes the price off his mountain"),
        "pool": _("a resting dealer with none writes the same"),
    }[rules.dealer_zero]
    talon = (
        _("the talon's tricks are the dealer's")
        if rules.dealer_tricks
        else _("the talon stays closed")
    )
    return _(
        "No trick on an all-pass: {bonus} into the pool; with four, {talon}, {dealer}."
    ).format(bonus=bonus, talon=talon, dealer=dealer)


def _exit(convention: Convention) -> str:
    rules = convention.all_pass
    conditions = []
    if rules.exit_needs_whist:
        conditions.append(_("whisted"))
    if rules.exit_by_remise:
        conditions.append(_("made or failed"))
    else:
        conditions.append(_("made"))
    text = _("Exit from all-passes: {floors}, {conditions}; a misère {misere}; the deal {deal}.")
    return text.format(
        floors=_row(rules.exit),
        conditions=_(" and ").join(conditions),
        misere=_("exits") if rules.misere_exits else _("does not exit"),
        deal=_("moves") if convention.deal.after_all_pass == "moves" else _("stays"),
    )


def _end(convention: Convention) -> str:
    pool = convention.pool
    if pool.end == "total":
        return _("The game ends when the pools together reach the sum.")
    if pool.end == "none":
        return _("The game ends when the players say so.")
    if pool.help == "none":
        return _("The game ends when every pool is full; a surplus comes off the mountain.")
    return _(
        "The game ends when every pool is full; a surplus helps the fullest open pool, "
        "for {whists} a point."
    ).format(whists=phrases.whists(pool.help_whists))


def _settlement(convention: Convention) -> str:
    rates = convention.settlement
    divisor = (
        _("divided by the players") if rates.divisor == "players" else _("divided by the opponents")
    )
    return _("At the end a mountain point is {mountain}, a pool point {pool}, {divisor}.").format(
        mountain=phrases.whists(rates.mountain_whists),
        pool=phrases.whists(rates.pool_whists),
        divisor=divisor,
    )
