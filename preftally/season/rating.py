"""A rating of strength: Elo's, by pairs, over the evenings in their order.

After each finished evening everybody is compared with each other at the table: the
higher net wins, an equal one draws. Of a pair one gains what the other loses, so the points
of all add up to a constant. Points are kept in thousandths, which are whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from preftally.engine.model import Player
from preftally.engine.settlement import rounded
from preftally.season.figures import Row

START = 1500
# What a pair moves by at the most in one evening.
K = 16
# With so many points more one is expected to win ten times of eleven.
_SPREAD = 400
_UNIT = 1000


def rating(rows: Iterable[Row]) -> dict[Player, int]:
    """Everybody's points, the best first; whole, and together `START` for each."""
    points: dict[Player, int] = {}
    for row in rows:
        for player in row.nets:
            points.setdefault(player, START * _UNIT)
        if row.finished:
            _compare(row.nets, points)
    # What is won and lost adds up to zero, and so it does rounded.
    won = rounded({player: Fraction(own, _UNIT) - START for player, own in points.items()})
    order = sorted(won.items(), key=lambda one: (-one[1], one[0]))
    return {player: START + amount for player, amount in order}


def _compare(nets: dict[Player, Fraction], points: dict[Player, int]) -> None:
    before = dict(points)
    for one, other in combinations(nets, 2):
        result = 0.5 if nets[one] == nets[other] else float(nets[one] > nets[other])
        ahead = (before[one] - before[other]) / _UNIT
        expected = 1 / (1 + 10 ** (-ahead / _SPREAD))
        gained = round(K * _UNIT * (result - expected))
        points[one] += gained
        points[other] -= gained
