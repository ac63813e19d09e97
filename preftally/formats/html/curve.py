"""The curve of the balances: where its lines, points and labels stand, in pixels.

The height is fixed and the width is the reader's: x counts hands, and the page stretches
it. So the letters beside it keep their size on every screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from preftally.engine.model import Player
from preftally.engine.replay import Replay, sheets
from preftally.engine.settlement import whole
from preftally.formats.measure import cut
from preftally.lang import _
from preftally.views import phrases

HEIGHT = 320
# So much is free above and below, that a label in two lines has room there.
EDGE = 26
# How far labels stand apart, and how wide their column is.
GAP, LABELS = 40, 128
# Units between two hands, of which only the proportion matters.
STEP = 10


class Point(NamedTuple):
    """A balance after a hand, and what it says when one points at it."""

    x: int
    y: float
    title: str


class Line(NamedTuple):
    """One player's line, its label, and how high the label stands."""

    path: str
    points: Sequence[Point]
    name: str
    figure: str
    label: float

    @property
    def end(self) -> float:
        """How high the last point is."""
        return self.points[-1].y


class Curve(NamedTuple):
    """The picture; `scale` are the level lines with their figures, `zero` is among them.

    The lines are those of the settlement, the best first.
    """

    width: int
    scale: Sequence[tuple[float, str]]
    zero: float
    lines: Sequence[Line]
    height: int = HEIGHT
    labels: int = LABELS


def balances(played: Replay) -> list[dict[Player, int]]:
    """Everybody's balance after each entry, in whole whists."""
    return [whole(sheet, played.game.convention) for sheet in sheets(played)]


def curve(nets: Sequence[dict[Player, int]], order: Sequence[Player]) -> Curve:
    """The curve of balances, one for each entry; at least one entry."""
    low = min(0, *(min(one.values()) for one in nets))
    high = max(1, *(max(one.values()) for one in nets))

    def level(amount: int) -> float:
        return round(EDGE + (high - amount) * (HEIGHT - 2 * EDGE) / (high - low), 1)

    ends = _apart([level(nets[-1][player]) for player in order])
    lines = [_line(player, nets, level, end) for player, end in zip(order, ends, strict=True)]
    scale = [(level(one), phrases.signed(one)) for one in _levels(low, high)]
    return Curve(len(nets) * STEP, scale, level(0), lines)


def _line(
    player: Player, nets: Sequence[dict[Player, int]], level: Callable[[int], float], label: float
) -> Line:
    points = [
        Point((number + 1) * STEP, level(net[player]), _title(number, player, net))
        for number, net in enumerate(nets)
        if player in net
    ]
    # Everybody begins at nothing; who joined, where he was then.
    places = [(0, level(0))] if player in nets[0] else []
    places += [(one.x, one.y) for one in points]
    path = "M" + "L".join(f"{x} {y}" for x, y in places)
    name = cut(player, 15, LABELS - 20)
    return Line(path, points, name, phrases.signed(nets[-1][player]), label)


def _title(number: int, player: Player, net: dict[Player, int]) -> str:
    return _("{n}. {player} {amount}").format(
        n=number + 1, player=player, amount=phrases.signed(net[player])
    )


def _levels(low: int, high: int) -> list[int]:
    """Round amounts between two, zero among them, at most six."""
    step = next(
        unit * 10**power
        for power in range(18)
        for unit in (1, 2, 5)
        if (high - low) <= 5 * unit * 10**power
    )
    return list(range(-(-low // step) * step, high + 1, step))


def _apart(wanted: Sequence[float]) -> list[float]:
    """Where the labels stand: as near as they can to where they belong, none over another."""
    gap = min(GAP, (HEIGHT - GAP) / max(len(wanted) - 1, 1))
    found = list(wanted)
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    bound = GAP / 2
    for at in order:
        found[at] = bound = max(found[at], bound)
        bound += gap
    bound = HEIGHT - GAP / 2
    for at in reversed(order):
        found[at] = bound = min(found[at], bound)
        bound -= gap
    return [round(one, 1) for one in found]
