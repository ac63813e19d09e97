"""The settlement: who pays whom, the nets, and the steps as on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from preftally.engine.conventions import Convention
from preftally.engine.model import Amount, Player, Sheet
from preftally.engine.settlement import Steps, cents, payments, rounded, steps
from preftally.lang import _
from preftally.views import phrases
from preftally.views.grid import Grid
from preftally.views.phrases import mixed, money


def page(
    sheet: Sheet,
    convention: Convention,
    stake: Fraction | None,
    *,
    provisional: bool,
    short: bool = False,
) -> Iterator[str | Grid]:
    """Who pays whom and everybody's net; then, unless it is to be short, how that comes about."""
    if provisional:
        yield _("Provisional: the game is not over. If it ended now:")
    yield from transfers(sheet, convention, stake)
    yield totals(sheet, convention, stake)
    if stake is not None:
        yield _("Money is the exact figure times the stake, not the whole whists.")
    if not short:
        yield from paper(sheet, convention)


def paper(sheet: Sheet, convention: Convention) -> Iterator[str | Grid]:
    """The steps: what is taken off, what a point is worth, the pairs."""
    done = steps(sheet, convention)
    yield _("How it comes about:")
    yield from _points(
        done.mountain, done.lowest_mountain, done.mountain_each,
        _("1. The smallest mountain, {lowest}, is taken off everybody's: {left}."),
        _("   Each point left is {each} whists to each of the others."),
    )  # fmt: skip
    if any(done.pool.values()):
        yield from _points(
            done.pool, done.lowest_pool, done.pool_each,
            _("   The pools differ; above the smallest, {lowest}: {left}."),
            _("   Each point above is {each} whists on each of the others."),
        )  # fmt: skip
    yield _("2. Everybody's whists on the others, with those for the points:")
    yield _pairs(done)
    yield _("3. The pairs netted: {pairs}.").format(pairs=_netted(done))
    if done.carried:
        carried = ", ".join(
            f"{one} {phrases.signed(amount)}" for one, amount in done.carried.items()
        )
        yield _("   Carried from those who left: {carried}.").format(carried=carried)
    yield _("4. What each gets and owes in the pairs makes the totals above.")


def _points(
    left: Mapping[Player, Amount], lowest: Amount, each: Fraction, first: str, second: str
) -> Iterator[str]:
    shown = ", ".join(f"{player} {mixed(points)}" for player, points in left.items())
    yield first.format(lowest=mixed(lowest), left=shown)
    yield second.format(each=mixed(each))


def _pairs(done: Steps) -> Grid:
    players = list(done.pairs)
    headings = [_("player"), *(_("on {player}").format(player=player) for player in players)]
    rows = [
        [one, *("-" if one == other else mixed(done.pairs[one][other]) for other in players)]
        for one in players
    ]
    return Grid(headings, rows)


def _netted(done: Steps) -> str:
    pairs = [
        _("{one} → {other}: {amount}").format(one=one, other=other, amount=mixed(amount))
        for (one, other), amount in done.netted.items()
        if amount
    ]
    return "; ".join(pairs) or _("nothing is left")


def totals(sheet: Sheet, convention: Convention, stake: Fraction | None) -> Grid:
    """Everybody's net: exact, in whole whists, and in money where there is a stake."""
    exact = steps(sheet, convention).totals
    whole = rounded(exact)
    nets = cents(exact, stake) if stake is not None else {}
    headings = [_("player"), _("exact"), _("whists"), *([_("money")] if nets else [])]
    rows = [
        [
            player,
            phrases.signed(exact[player]),
            phrases.signed(whole[player]),
            *([_signed_money(nets[player])] if nets else []),
        ]
        for player in exact
    ]
    return Grid(headings, rows, frozenset(range(2, len(headings))))


def transfers(sheet: Sheet, convention: Convention, stake: Fraction | None) -> Iterator[str]:
    """Who pays whom, in the fewest payments."""
    exact = steps(sheet, convention).totals
    found = payments(rounded(exact) if stake is None else cents(exact, stake))
    if not found:
        yield _("Nobody owes anybody anything.")
    for one in found:
        amount = phrases.whists(one.amount) if stake is None else money(one.amount)
        yield _("{payer} pays {to}: {amount}").format(payer=one.payer, to=one.to, amount=amount)


def _signed_money(units: int) -> str:
    return ("+" if units > 0 else "") + money(units)
