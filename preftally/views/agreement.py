"""What a table has agreed, in plain sentences: read out before the first deal."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.conventions import SOCHI, Convention, idle
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


def sentences(convention: Convention, players: int | None = None) -> Iterator[str]:
    """The agreement, a sentence a line; of so many players, where that is known."""
    yield from _values(convention)
    yield _tricks(convention)
    yield _consolation(convention)
    yield _duty(convention)
    yield from _odd_contracts(convention)
    yield _all_pass(convention)
    yield _no_trick(convention)
    yield _exit(convention)
    yield _end(convention)
    yield from _limit(convention, players)
    yield from _prizes(convention)
    yield _settlement(convention)
    without = [*idle(convention)]
    if without:
        yield _("Without effect under these rules: {keys}.").format(keys=phrases.listed(without))


def _row(values: tuple[int, ...]) -> str:
    return "-".join(str(value) for value in values)


def _repeated(values: tuple[int, ...], repeat: str) -> str:
    """A list, and that it begins again, if it does."""
    if repeat == "last" or len(values) < 2:
        return _row(values)
    return _("{list} and from {first} again").format(list=_row(values), first=values[0])


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
    if not values.conceded:
        yield _("No contract can be given up before play.")
    elif values.conceded != SOCHI.values.conceded:
        yield _("A contract that is given up is written as {undertricks}.").format(
            undertricks=phrases.undertricks(values.conceded)
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
        "shortfall": _(
            "on six and seven, when the pair is short, each answers for his half, "
            "but for no more than the pair is short"
        ),
        "both": _("on six and seven, when the pair is short, each answers for all of it"),
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
    if whist.returned_half and whist.half_whist:
        yield _(
            "A whist may be returned beside a half-whist: the half is void, and the whister "
            "writes all, with his consolation and the whole fine."
        )
    if whist.dealer_whist:
        yield _(
            "With four, when neither defender whists, the resting dealer may: he writes all, "
            "with one consolation, and is never fined."
        )
    if whist.stalingrad:
        yield _("Six spades must be whisted by both (Stalingrad).")
    if convention.talon.bonus:
        yield _(
            "The resting dealer writes on the declarer for a talon with an ace 1, ace and king "
            "of a suit 2, two aces 3, king and queen of a suit 1, times the value of a whist."
        )
        if convention.talon.shared:
            yield _("With three, each of the two defenders writes half of that.")


def _all_pass(convention: Convention) -> str:
    rules = convention.all_pass
    prices = _repeated(rules.prices, rules.prices_repeat)
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
    if rules.zero_to == "mountain" and rules.zero_bonus != 0:
        text = _(
            "No trick on an all-pass: {bonus} of the pool, taken off the mountain for what it "
            "is worth; with four, {talon}, {dealer}."
        )
    else:
        text = _("No trick on an all-pass: {bonus} into the pool; with four, {talon}, {dealer}.")
    return text.format(bonus=bonus, talon=talon, dealer=dealer)


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
        floors=_repeated(rules.exit, rules.exit_repeat),
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
    if pool.end == "first":
        return _(
            "The game ends when the first has reached the target, and no series of all-passes "
            "is running."
        )
    if pool.help == "none":
        return _("The game ends when every pool is full; a surplus comes off the mountain.")
    return _(
        "The game ends when every pool is full; a surplus helps the fullest open pool, "
        "for {whists} a point."
    ).format(whists=phrases.whists(pool.help_whists))


def _limit(convention: Convention, players: int | None) -> Iterator[str]:
    """After how many hands the game ends, and whether everybody then deals equally often."""
    limit = convention.deal.limit
    if not limit:
        return
    yield _("The game ends after {hands}, if not before.").format(hands=phrases.hands(limit))
    if convention.deal.after_all_pass == "stays":
        yield _("Who deals how often depends on the all-passes, after which the deal stays.")
        return
    for count in (players,) if players else (3, 4):
        if limit % count:
            yield _("Of {n} players not everybody deals equally often.").format(n=count)
        else:
            yield _("Each of {n} players deals equally often: {hands}.").format(
                n=count, hands=phrases.hands(limit // count)
            )


def _prizes(convention: Convention) -> Iterator[str]:
    prize = convention.prize
    if prize.first and convention.pool.end == "first":
        yield _("Who reached the target first writes {whists} on each other at the end.").format(
            whists=phrases.whists(prize.first)
        )
    if prize.mountain:
        yield _(
            "The smallest mountain writes {whists} on each other at the end; who tie share it."
        ).format(whists=phrases.whists(prize.mountain))


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
