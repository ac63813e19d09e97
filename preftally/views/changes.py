"""What a change of the evening changes: balances, dealer, series, the end, later hands."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.model import Player
from preftally.engine.replay import Replay, Step, lowest_contract
from preftally.engine.settlement import whole
from preftally.lang import _
from preftally.views import hands, phrases

# More later hands than this are counted, not listed.
_LISTED = 5


def lines(before: Replay, after: Replay, number: int) -> Iterator[str]:
    """Before and after; `number` is the entry that was put in, changed or taken out."""
    yield _("Balance: {balances}.").format(balances=_balances(before, after))
    yield from _series(before, after)
    yield from _later(before, after, number)
    if before.table.finished and not after.table.finished:
        yield _("The game is open again.")
    was = ""
    if before.table.dealer != after.table.dealer and not after.table.finished:
        was = " " + _("(It was {dealer}.)").format(dealer=before.table.dealer)
    yield hands.next_deal(after.table) + was


def _nets(played: Replay) -> dict[Player, int]:
    return whole(played.sheet, played.game.convention)


def _balances(before: Replay, after: Replay) -> str:
    old, new = _nets(before), _nets(after)
    return ", ".join(_balance(one, old.get(one, 0), new.get(one, 0)) for one in {**old, **new})


def _balance(player: Player, old: int, new: int) -> str:
    """What was and what is; what has not changed is said once."""
    was = f"{phrases.signed(old)} → " if old != new else ""
    return f"{player} {was}{phrases.signed(new)}"


def _series(before: Replay, after: Replay) -> Iterator[str]:
    if before.table.all_passes != after.table.all_passes:
        convention = after.game.convention
        yield _(
            "All-passes in a row: {after} (were {before}); lowest contract {floor}, "
            "next price {price}."
        ).format(
            after=after.table.all_passes,
            before=before.table.all_passes,
            floor=lowest_contract(after.table, convention),
            price=convention.all_pass_price(after.table.all_passes),
        )


def _later(before: Replay, after: Replay, number: int) -> Iterator[str]:
    """The later hands that write something else than before."""
    shift = len(after.steps) - len(before.steps)
    first = number if shift >= 0 else number - 1
    pairs: list[tuple[int, Step, Step]] = [
        (at + 1, before.steps[at - shift], after.steps[at]) for at in range(first, len(after.steps))
    ]
    changed = [
        (at, old, new)
        for at, old, new in pairs
        if hands.sums(old.entries) != hands.sums(new.entries)
    ]
    for at, old, new in changed[:_LISTED]:
        yield _("Entry {n} writes {after} (was {before}).").format(
            n=at, after=hands.writes(new.entries), before=hands.writes(old.entries)
        )
    more = len(changed) - _LISTED
    if more > 0:
        yield _("And {entries} more.").format(entries=phrases.entries(more))
