"""Measured by hand: sheets of random evenings, none blamed; slips put into them, what is found.

    python tests/paper/measure.py [EVENINGS]

The first part draws so many evenings (10,000) over conventions by chance, with help, four
players, corrections, newcomers, prizes and coefficients. The second puts one slip into
sheets of the built-in conventions, and says what share is found, by kind.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from random_evenings import Evening, columns, convention, evening, paper

from preftally.engine.conventions import CONVENTIONS
from preftally.engine.model import AllPass, Amount, Column, Contracted
from preftally.paper.laid import Wrote, written
from preftally.paper.sheet import Cell, Figure, Figures, cells
from preftally.paper.soundness import findings

EVENINGS_BY_A_CONVENTION = 5
SLIPS = 60

Columns = dict[Cell, list[Wrote]]


def blamed(evenings: int) -> list[int]:
    """The seeds of evenings whose own sheets are blamed."""
    found = []
    for seed in range(evenings):
        agreed = convention(random.Random(seed // EVENINGS_BY_A_CONVENTION))
        chance = random.Random(seed)
        times = chance.random() < 0.2
        one = evening(chance, agreed, chance.choice((5, 20, 40, 60)), times=times)
        if findings(paper(one, chance, times=times)):
            found.append(seed)
    return found


def totals(wrote: list[Wrote]) -> Figures:
    """The running totals of a column."""
    found, total = [], 0
    for one in wrote:
        total += one.amount  # type: ignore[assignment]
        found.append(Figure(total))
    return tuple(found)


def changed(wrote: Columns, cell: Cell, hand: int, amount: Amount) -> None:
    """Write another amount for one hand."""
    here = [one for one in wrote.get(cell, []) if one.hand != hand]
    if amount:
        here.append(Wrote(hand, (amount,)))
    wrote[cell] = sorted(here)


def of(wrote: Columns, cell: Cell, hand: int) -> Amount:
    """What a hand wrote in a cell."""
    return sum(one.amount for one in wrote.get(cell, []) if one.hand == hand)


def neighbouring_cell(chance: random.Random, one: Evening, wrote: Columns) -> bool:
    """A figure in the neighbouring cell of the same player."""
    cell = chance.choice([cell for cell in wrote if wrote[cell]])
    hand = chance.choice(wrote[cell]).hand
    own = [other for other in cells(one.game.players) if other.player == cell.player]
    at = own.index(cell)
    to = chance.choice(own[max(0, at - 1) : at] + own[at + 1 : at + 2])
    amount = of(wrote, cell, hand)
    changed(wrote, cell, hand, 0)
    changed(wrote, to, hand, of(wrote, to, hand) + amount)
    return True


def wrong_sum(chance: random.Random, one: Evening, wrote: Columns) -> bool:
    """A total that is off by one or by ten, and all after it."""
    cell = chance.choice([cell for cell in wrote if wrote[cell]])
    hand = chance.choice(wrote[cell]).hand
    changed(wrote, cell, hand, of(wrote, cell, hand) + chance.choice((-10, -1, 1, 10)))
    return True


def another_level(chance: random.Random, one: Evening, wrote: Columns) -> bool:
    """An amount that goes with another contract."""
    values = one.game.convention.values
    hands = [
        (number, step.hand)
        for number, step in enumerate(one.played.steps, 1)
        if isinstance(step.hand, Contracted)
    ]
    if not hands:
        return False
    number, hand = chance.choice(hands)
    row, other = hand.contract.level - 6, chance.choice(range(5))
    mine = [cell for cell in wrote if of(wrote, cell, number)]
    cell = chance.choice(mine) if mine else None
    if cell is None or row == other:
        return False
    table = {
        Column.POOL: values.contract, Column.MOUNTAIN: values.undertrick,
        Column.WHISTS: values.trick,
    }[cell.column]  # fmt: skip
    amount = of(wrote, cell, number)
    if amount % table[row]:
        return False
    changed(wrote, cell, number, amount // table[row] * table[other])
    return True


def forgotten_defender(chance: random.Random, one: Evening, wrote: Columns) -> bool:
    """A remise that is not written to one defender."""
    remises = [
        (number, entry)
        for number, step in enumerate(one.played.steps, 1)
        for entry in step.entries
        if entry.column is Column.WHISTS and entry.why.rule.value == "consolation"
    ]
    if not remises:
        return False
    number, entry = chance.choice(remises)
    changed(wrote, Cell(entry.player, Column.WHISTS, entry.on), number, 0)
    return True


def nine_tricks(chance: random.Random, one: Evening, wrote: Columns) -> bool:
    """An all-pass that adds up to nine."""
    hands = [
        (number, step)
        for number, step in enumerate(one.played.steps, 1)
        if isinstance(step.hand, AllPass)
    ]
    if not hands:
        return False
    number, step = chance.choice(hands)
    prices = [
        (entry, entry.why.each)
        for entry in step.entries
        if entry.why.rule.value in ("all-pass-trick", "all-pass-fewest")
    ]
    if not prices:
        return False
    entry, price = chance.choice(prices)
    on = entry.on if entry.column is Column.WHISTS else None
    cell = Cell(entry.player, entry.column, on)
    changed(wrote, cell, number, of(wrote, cell, number) - price)
    return True


KINDS = (neighbouring_cell, wrong_sum, another_level, forgotten_defender, nine_tricks)


def shares(hands: int) -> dict[str, str]:
    """What share of single slips is found, by kind and convention."""
    found: Counter[tuple[str, str]] = Counter()
    made: Counter[tuple[str, str]] = Counter()
    for name, agreed in CONVENTIONS.items():
        for kind in KINDS:
            chance = random.Random(f"{name} {kind.__name__}")
            while made[name, kind.__name__] < SLIPS:
                one = evening(chance, agreed._replace(name=name), hands, comings=False)
                wrote = {cell: list(column) for cell, column in written(one.played).items()}
                before = columns(one.played)
                if not any(wrote.values()) or not kind(chance, one, wrote):
                    continue
                after = {cell: totals(wrote.get(cell, [])) for cell in before}
                if after == before:
                    continue
                made[name, kind.__name__] += 1
                spoilt = paper(one)._replace(columns=after)
                found[name, kind.__name__] += bool(findings(spoilt))
    return {
        f"{kind.__name__:20} {name:13}": f"{found[name, kind.__name__] * 100 // SLIPS:3}%"
        for kind in KINDS
        for name in CONVENTIONS
    }


def main(evenings: int) -> None:
    """Both measures."""
    for hands in (15, 40):
        print(f"single slips found, evenings of {hands} hands:")
        for kind, share in shares(hands).items():
            print(f"  {kind} {share}")
    began = time.perf_counter()
    wrong = blamed(evenings)
    seconds = time.perf_counter() - began
    print(f"{evenings} evenings in {seconds:.0f} s: {len(wrong)} blamed {wrong[:5] or ''}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
