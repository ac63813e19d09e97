"""A paper sheet checked in itself: figures that no evening can have written.

Every step of a column must be written by some hand, all of whose other amounts stand
on the sheet as well. That is asked of each step alone, never of all together, so what
is named is impossible, and what is possible is never named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from preftally.engine.model import Amount, Column, Player
from preftally.paper.possible import Written, by_amount
from preftally.paper.sheet import Cell, Paper, Step, is_running, less, steps
from preftally.paper.together import Hand, Shared, stuck, ways

# What a hand may count at the most, where the sheet says that some did.
MOST_TIMES = 16
# A newcomer's averages come to nothing, and leave no mark, only before this much.
_UNMARKED_POOL = 2


class Fault(StrEnum):
    """Why a figure cannot be."""

    ABOVE_TARGET = "above-target"
    FALLS = "falls"
    NO_VALUE = "no-value"  # no hand writes such an amount there
    ALONE = "alone"  # hands write it, but never without amounts that are missing
    TOGETHER = "together"  # no sequence of hands writes it with what else stands there


class Finding(NamedTuple):
    """A figure that cannot be.

    `at` counts the figures of the column from 0; `step` is what it adds. `fits` are the
    totals next to it that could be; `wants` are the amounts that miss on the sheet for
    a hand that wrote it.
    """

    cell: Cell
    at: int
    figure: Amount
    step: Amount
    fault: Fault
    fits: tuple[Amount, ...] = ()
    wants: tuple[tuple[Cell, Amount], ...] = ()


def findings(paper: Paper) -> list[Finding]:
    """The first figure of each column that cannot be, in the order of the drawing."""
    judge = _Judge(paper)
    found = {cell: one for cell in paper.columns if (one := judge.first(cell)) is not None}
    for group in judge.groups():
        # Where a step is impossible already, what follows from it says nothing new.
        if not found.keys() & set(group.cells) and (one := judge.stuck(group)) is not None:
            found[one.cell] = one
    return [found[cell] for cell in paper.columns if cell in found]


class Group(NamedTuple):
    """Columns, and whose hands are looked for in them: a declarer's, or the all-passes."""

    cells: tuple[Cell, ...]
    declarer: Player | None


class _Judge:
    """One sheet, and what hands can write on it."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.factors = range(1, MOST_TIMES + 1) if paper.times else range(1, 2)
        self.steps = {
            cell: [step for step in steps(figures) if not step.given]
            for cell, figures in paper.columns.items()
            if is_running(figures)
        }
        self.amounts = {cell: {one.amount for one in found} for cell, found in self.steps.items()}
        self.limited = paper.convention.pool.end == "each"
        self.full = {player for player in paper.players if self._may_be_full(player)}
        self.by_amount = {
            cell: {
                amount: here for amount, found in amounts.items() if (here := self._there(found))
            }
            for cell, amounts in by_amount(paper.players, paper.convention).items()
        }
        gains = (
            amount
            for cell, found in self.by_amount.items()
            if cell.column is Column.POOL
            for amount in found
        )
        self.most_gain = max(gains, default=0) * self.factors[-1]

    def _there(self, found: Sequence[Written]) -> Sequence[Written]:
        if len(self.paper.players) < 4:
            return found
        return [one for one in found if self._may_be_absent(one)]

    def first(self, cell: Cell) -> Finding | None:
        """The first figure of a column that cannot be."""
        figures = self.paper.columns[cell]
        if not is_running(figures):
            return self._of_last(cell, figures[0].total) if figures else None
        for step in self.steps[cell]:
            fault = self._fault(cell, step)
            if fault is not None:
                return self._finding(cell, step, fault)
        return None

    def _of_last(self, cell: Cell, total: Amount) -> Finding | None:
        """A last figure alone: it is not above the target, and not below nothing."""
        if self._is_above(cell, total):
            fault = Fault.ABOVE_TARGET
        elif total < 0 and cell.column is not Column.MOUNTAIN:
            fault = Fault.FALLS
        else:
            return None
        return Finding(cell, 0, total, total, fault)

    def _is_above(self, cell: Cell, total: Amount) -> bool:
        target = self.paper.target
        is_limited = cell.column is Column.POOL and self.limited
        return is_limited and target is not None and total > target

    def _fault(self, cell: Cell, step: Step) -> Fault | None:
        if not step.amount:
            return None
        if cell.column is not Column.MOUNTAIN and step.amount < 0:
            return Fault.FALLS
        if self._is_above(cell, step.total):
            return Fault.ABOVE_TARGET
        if self._is_of_a_hand(cell, step.amount) or self._is_of_a_full_pool(cell, step):
            return None
        known = any(step.amount in self._times(cell, factor) for factor in self.factors)
        if step.amount < 0 and not known:
            return Fault.FALLS
        return Fault.ALONE if known else Fault.NO_VALUE

    def _hands(self, cell: Cell) -> Mapping[Amount, Sequence[Written]]:
        return self.by_amount.get(cell, {})

    def _times(self, cell: Cell, factor: int) -> Iterable[Amount]:
        return (amount * factor for amount in self._hands(cell))

    def _finding(self, cell: Cell, step: Step, fault: Fault) -> Finding:
        before = less(step.total, step.amount)
        fits = tuple(before + one for one in self._near(cell, step, before))
        wants = self._missing(cell, step.amount) if fault is Fault.ALONE else ()
        return Finding(cell, step.at, step.total, step.amount, fault, fits, wants)

    def _near(self, cell: Cell, step: Step, before: Amount) -> list[Amount]:
        """The possible steps next to one that is not: at most one below, one above."""
        room = self.paper.target if cell.column is Column.POOL and self.limited else None
        possible = sorted(
            {
                amount * factor
                for factor in self.factors
                for amount in self._hands(cell)
                if self._is_of_a_hand(cell, amount * factor)
            }
        )
        if room is not None:
            possible = [one for one in possible if before + one <= room]
        below = [one for one in possible if one < step.amount][-1:]
        return below + [one for one in possible if one > step.amount][:1]

    # A hand, all of whose amounts are there.

    def _is_of_a_hand(self, cell: Cell, amount: Amount, but: Group | None = None) -> bool:
        """Whether some hand writes the amount, and its other amounts stand as well."""
        for factor in self.factors:
            single = less(Fraction(amount, factor), 0)
            for written in self._hands(cell).get(single, ()):
                if but is not None and written.declarer == but.declarer:
                    continue
                if all(
                    one == cell or self._stands(written, one, parts, factor)
                    for one, parts in written.amounts.items()
                ):
                    return True
        return False

    def _missing(self, cell: Cell, amount: Amount) -> tuple[tuple[Cell, Amount], ...]:
        """Of all hands that write the amount, what misses least: what it misses."""
        least: tuple[tuple[Cell, Amount], ...] = ()
        for factor in self.factors:
            for written in self._hands(cell).get(less(Fraction(amount, factor), 0), ()):
                missing = tuple(
                    (one, sum(parts) * factor)
                    for one, parts in written.amounts.items()
                    if one != cell and not self._stands(written, one, parts, factor)
                )
                if not least or len(missing) < len(least):
                    least = missing
        return least

    def _stands(self, written: Written, cell: Cell, parts: tuple[Amount, ...], factor: int) -> bool:
        """Whether a column may hold the amounts of a hand, singly or as one."""
        figures = self.paper.columns[cell]
        total = sum(parts) * factor
        if not figures:
            return self._overflows(written, cell)
        if cell not in self.amounts:
            falls = cell.column is Column.MOUNTAIN or any(one.given for one in figures)
            return falls or self.paper.last(cell) >= total or self._overflows(written, cell)
        if cell.column is Column.WHISTS and figures[-1].given:
            return True  # a prize may have been added to what the last hand wrote
        held = self.amounts[cell]
        if total in held or all(part * factor in held for part in parts):
            return True
        return self._overflows(written, cell)

    def _overflows(self, written: Written, cell: Cell) -> bool:
        """Whether a gain of the pool may have been split, or stands with help in one total."""
        if not self.limited or cell.column is Column.MOUNTAIN:
            return False
        helpers = self.full.intersection(written.gains)
        return bool(helpers) if cell.column is Column.POOL else cell.player in helpers

    def _may_be_full(self, player: Player) -> bool:
        figures = self.paper.columns[Cell(player, Column.POOL)]
        if self.paper.target is None:
            return bool(figures)
        return any(one.total >= self.paper.target for one in figures)

    def _may_be_absent(self, written: Written) -> bool:
        """Whether the one who is not at the hand's table can have come later.

        He has a mark at his first figure, unless the others' averages came to nothing.
        """
        if written.absent is None:
            return True
        for column in (Column.POOL, Column.MOUNTAIN):
            figures = self.paper.columns[Cell(written.absent, column)]
            if figures and figures[0].given:
                return True
        gained = sum(written.gains.values())
        columns = (cell.column for cell in written.amounts)
        return gained <= _UNMARKED_POOL and Column.MOUNTAIN not in columns

    # Columns that the same hands have written.

    def groups(self) -> Iterator[Group]:
        """What stands on each declarer, and what the all-passes wrote."""
        players = self.paper.players
        for player in players:
            on = (Cell(one, Column.WHISTS, player) for one in players if one != player)
            own = (Cell(player, Column.POOL), Cell(player, Column.MOUNTAIN))
            yield Group((*own, *on), player)
        if self.paper.convention.all_pass.record == "mountain":
            yield Group(tuple(Cell(player, Column.MOUNTAIN) for player in players), None)
        else:
            for player in players:
                others = (one for one in players if one != player)
                yield Group(tuple(Cell(player, Column.WHISTS, one) for one in others), None)

    def stuck(self, group: Group) -> Finding | None:
        """The first figure of the group that no sequence of hands reaches."""
        columns = [
            Shared(
                cell,
                self.steps.get(cell, ()),
                [self._is_foreign(cell, step, group) for step in self.steps.get(cell, ())],
            )
            for cell in group.cells
        ]
        found = stuck(columns, list(self._own(group)))
        if found is None:
            return None
        cell, step = found
        return Finding(cell, step.at, step.total, step.amount, Fault.TOGETHER)

    def _is_foreign(self, cell: Cell, step: Step, group: Group) -> bool:
        """Whether a hand that is not of the group may have written a step."""
        if not step.amount or self._is_of_a_full_pool(cell, step):
            return True
        return self._is_of_a_hand(cell, step.amount, but=group)

    def _own(self, group: Group) -> Iterator[Hand]:
        """What the hands of the group may have written in its columns."""
        known: set[tuple[object, ...]] = set()
        for written in self._of_group(group):
            for factor in self.factors:
                if not all(
                    self._stands(written, cell, parts, factor)
                    for cell, parts in written.amounts.items()
                ):
                    continue
                hand = Hand(
                    tuple(
                        ways(
                            written.amounts.get(cell, ()),
                            factor,
                            unseen=self._unseen(written, cell),
                        )
                        for cell in group.cells
                    )
                )
                if hand.ways not in known:
                    known.add(hand.ways)
                    yield hand

    def _of_group(self, group: Group) -> Iterator[Written]:
        seen: set[int] = set()
        for cell in group.cells:
            for found in self._hands(cell).values():
                for written in found:
                    if written.declarer == group.declarer and id(written) not in seen:
                        seen.add(id(written))
                        yield written

    def _unseen(self, written: Written, cell: Cell) -> bool:
        """Whether a hand may have written in a column and not be seen there."""
        figures = self.paper.columns[cell]
        if figures and (cell not in self.amounts or figures[-1].given):
            return True
        return self._overflows(written, cell)

    # A gain that no longer fits into its pool (RULES, section 5).

    def _is_of_a_full_pool(self, cell: Cell, step: Step) -> bool:
        if not self.limited or not self.full:
            return False
        match cell.column:
            case Column.POOL:
                return self._is_rest_or_help(cell, step)
            case Column.MOUNTAIN:
                return self._is_surplus(cell, step)
            case Column.WHISTS:
                return self._is_for_help(cell, step)

    def _is_rest_or_help(self, cell: Cell, step: Step) -> bool:
        """The part of a gain that had room; help, for which the helper has written whists."""
        if step.amount in self._parts_of(self._gains(cell), cell, step):
            return True
        if self.paper.convention.pool.help != "american":
            return False
        # Who is helped has a gain of his own only where a hand gave gains to several.
        sums = {0, *self._parts_of(self._gains(cell, shared=True), cell, step)}
        for helper in self.full - {cell.player}:
            helped = {0, *self._helped(helper, cell.player)}
            sums = {one + other for one in sums for other in helped}
        return step.amount in sums

    def _parts_of(self, gains: set[Amount], cell: Cell, step: Step) -> set[Amount]:
        """The gains; where the step fills the pool, what had room of them as well."""
        if not gains or not self._fills(cell, step):
            return gains
        return gains | set(range(1, int(min(step.amount, max(gains))) + 1))

    def _gains(self, cell: Cell, *, shared: bool = False) -> set[Amount]:
        return {
            amount * factor
            for amount, found in self._hands(cell).items()
            if not shared or any(len(one.gains) > 1 for one in found)
            for factor in self.factors
        }

    def _fills(self, cell: Cell, step: Step) -> bool:
        if self.paper.target is not None:
            return step.total == self.paper.target
        return step == self.steps[cell][-1]

    def _helped(self, helper: Player, helped: Player) -> Iterator[Amount]:
        """So many points a helper may have given at once, by the whists that he wrote."""
        each = self.paper.convention.pool.help_whists
        cell = Cell(helper, Column.WHISTS, helped)
        points = range(1, int(self.most_gain) + 1)
        figures = self.paper.columns[cell]
        if each and not figures:
            return
        if not each or cell not in self.amounts or figures[-1].given:
            yield from points
            return
        held, beside = self.amounts[cell], {0, *self._of_all_passes(cell)}
        for point in points:
            if any(point * each + other in held for other in beside):
                yield point

    def _is_for_help(self, cell: Cell, step: Step) -> bool:
        """Whists for points of help, and with them those of the same all-pass."""
        rules = self.paper.convention.pool
        if rules.help != "american" or not rules.help_whists or cell.player not in self.full:
            return False
        helped = Cell(cell.on or "", Column.POOL)
        most = self.paper.last(helped)
        if helped in self.amounts:
            most = max(self.amounts[helped], default=0)
        elif any(one.given for one in self.paper.columns[helped]):
            most = self.most_gain
        for other in {0, *self._of_all_passes(cell)}:
            points = Fraction(step.amount - other, rules.help_whists)
            if points.denominator == 1 and 1 <= points <= min(most, self.most_gain):
                return True
        return False

    def _of_all_passes(self, cell: Cell) -> set[Amount]:
        """Whists of an all-pass, beside which a gain of the pool may help."""
        if self.paper.convention.all_pass.record != "whists":
            return set()
        return self._gains(cell)

    def _is_surplus(self, cell: Cell, step: Step) -> bool:
        """What was left of a gain comes off the mountain."""
        if step.amount >= 0 or cell.player not in self.full:
            return False
        rates = self.paper.convention.settlement
        points = Fraction(-step.amount * rates.mountain_whists, rates.pool_whists)
        return points.denominator == 1 and points <= self.most_gain
