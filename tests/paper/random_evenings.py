"""Evenings by chance, over conventions by chance, and the sheets that they leave on paper."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import NamedTuple

from preftally.engine.conventions import CONVENTIONS, DIALS, Convention, override
from preftally.engine.legality import problems
from preftally.engine.model import (
    TRICKS,
    AllPass,
    Amount,
    Column,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Hand,
    Joined,
    Misere,
    Player,
    Rule,
    Suit,
    Table,
)
from preftally.engine.replay import Game, Replay, replay
from preftally.paper.candidates import values
from preftally.paper.possible import shares
from preftally.paper.sheet import Cell, Figure, Figures, Paper, cells

THREE: tuple[Player, ...] = ("Anna", "Boris", "Vera")
FOUR: tuple[Player, ...] = (*THREE, "Gleb")


class Evening(NamedTuple):
    """A game and the hands that were played in it."""

    game: Game
    played: Replay

    @property
    def hands(self) -> list[Hand]:
        return [step.hand for step in self.played.steps]


def convention(chance: random.Random, changed: float = 0.1) -> Convention:
    """A built-in convention with some of its keys changed."""
    base = CONVENTIONS[chance.choice(sorted(CONVENTIONS))]
    rules = {
        key: chance.choice(found)
        for key in DIALS
        if chance.random() < changed and (found := values(key, base))
    }
    return override(base, rules)


def evening(
    chance: random.Random,
    agreed: Convention | None = None,
    hands: int = 40,
    *,
    comings: bool = True,
    times: bool = False,
) -> Evening:
    """An evening of so many hands, or fewer where the game ends before."""
    agreed = agreed or convention(chance)
    players = chance.choice((THREE, FOUR))
    game = Game(agreed, players, chance.choice(players), chance.choice((4, 10, 20, 50, 1000)))
    played = replay(game, ())
    for _ in range(hands):
        one = _entry(chance, played.table, agreed, comings=comings)
        if times and chance.random() < 0.2 and "times" in getattr(one, "_fields", ()):
            one = one._replace(times=chance.randint(2, 16))  # type: ignore[union-attr,call-arg]
        if one is None:
            break
        after = replay(game, (one,), after=played)
        if not after.problems:
            played = after
    return Evening(game, played)


def _entry(
    chance: random.Random, table: Table, agreed: Convention, *, comings: bool
) -> Hand | None:
    if comings and chance.random() < 0.06:
        if len(table.players) == 3 and chance.random() < 0.5:
            return Joined("Gleb")
        player, on = chance.sample(table.players, 2)
        pool, mountain, whists = (chance.choice((0, 0, chance.randint(-9, 30))) for _ in range(3))
        return Correction(player, pool, mountain, whists, on if whists else None)
    if table.finished:
        return None
    for _ in range(1000):
        one = _hand(chance, table)
        if not problems(one, table, agreed):
            return one
    return None


def _hand(chance: random.Random, table: Table) -> Hand:
    kind = chance.random()
    declarer = chance.choice(table.active)
    if kind < 0.2:
        seats = table.from_left if chance.random() < 0.5 else table.active
        return AllPass(dict(zip(seats, _split(chance, TRICKS, len(seats)), strict=True)))
    if kind < 0.28:
        return Misere(declarer, chance.choice((0, 0, 0, 1, 2, 3, 7)))
    level = chance.choice((6, 6, 6, 7, 7, 7, 8, 8, 9, 10))
    contract = Contract(level, chance.choice(list(Suit)))
    if kind < 0.3:
        return Conceded(contract, declarer)
    roles = {
        one: chance.choice(("whist", "whist", "pass", "pass", "half"))
        for one in table.active
        if one != declarer
    }
    if table.resting is not None and chance.random() < 0.1:
        roles[table.resting] = "whist"
    whist, passed, half = (
        tuple(one for one, role in roles.items() if role == name)
        for name in ("whist", "pass", "half")
    )
    talon = chance.choice(("", "", "", "A", "AA"))
    tricks = min(TRICKS, max(0, level + chance.choice((-3, -2, -1, -1, 0, 0, 0, 0, 1, 2))))
    taken: dict[Player, int] = {}
    if len(whist) == 2:
        taken = dict(zip(whist, _split(chance, TRICKS - tricks, 2), strict=True))
    return Contracted(
        contract, declarer, tricks if whist else None, whist, passed, half, taken, talon
    )


def _split(chance: random.Random, tricks: int, among: int) -> tuple[int, ...]:
    return chance.choice(list(shares(tricks, among)))


# Totals that no hand wrote stand in brackets.
PRIZES = {rule for rule in Rule if rule.value.startswith("prize")}


def columns(played: Replay, chance: random.Random | None = None) -> dict[Cell, Figures]:
    """The columns as an evening writes them.

    The amounts of one hand stand as one total, or by chance singly. Not for evenings
    that somebody left.
    """
    found: dict[Cell, list[Figure]] = defaultdict(list)
    totals: dict[Cell, Amount] = defaultdict(int)
    for step in played.steps:
        singly = chance is not None and chance.random() < 0.5
        is_hand = not isinstance(step.hand, (Correction, Joined))
        written: dict[Cell, list[tuple[Amount, bool]]] = defaultdict(list)
        for player, column, amount, on, why in step.entries:
            cell = Cell(player, column, on if column is Column.WHISTS else None)
            written[cell].append((amount, not is_hand or why.rule in PRIZES))
        for cell, amounts in written.items():
            mark = any(given for _, given in amounts)
            for amount, _ in amounts:
                totals[cell] += amount
                if singly and not mark:
                    found[cell].append(Figure(totals[cell], mark))
            if not singly or mark:
                found[cell].append(Figure(totals[cell], mark))
    return {cell: tuple(found[cell]) for cell in cells(played.sheet.players)}


def paper(one: Evening, chance: random.Random | None = None, *, times: bool = False) -> Paper:
    """The sheet that an evening leaves."""
    game = one.game
    return Paper(
        one.played.sheet.players,
        game.convention,
        columns(one.played, chance),
        None if chance is not None and chance.random() < 0.3 else game.target,
        times,
    )
