"""The geometry of the sheet as it is drawn by hand.

From the centre outwards: a circle, mountain, pool, whists.

Everything is in the units of a square of side 1000. A cell is given as its writer sees
it, who sits below: the seat's turn brings it to its place.
"""

from __future__ import annotations

from typing import NamedTuple

SIDE = 1000.0
CENTRE = SIDE / 2
RADIUS = 62.0
# The two frames, from the edge.
WHISTS, POOL = 150.0, 265.0


class Edge(NamedTuple):
    """A side of a cell: at height y it stands at `at + slope * y`."""

    at: float
    slope: float = 0.0

    def x(self, y: float) -> float:
        """Where the edge stands at a height."""
        return self.at + self.slope * y


class Cell(NamedTuple):
    """A trapezoid between two heights and two edges; y grows towards the writer."""

    top: float
    bottom: float
    left: Edge
    right: Edge

    def span(self, top: float, bottom: float) -> tuple[float, float]:
        """From where to where a text between two heights may go."""
        return (
            max(self.left.x(top), self.left.x(bottom)),
            min(self.right.x(top), self.right.x(bottom)),
        )

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The four corners, clockwise from the upper left."""
        return [
            (self.left.x(self.top), self.top),
            (self.right.x(self.top), self.top),
            (self.right.x(self.bottom), self.bottom),
            (self.left.x(self.bottom), self.bottom),
        ]


class Place(NamedTuple):
    """One seat: by how many degrees it is turned clockwise, and its cells.

    `whists` are one for each opponent, clockwise from the writer's left: the cell nearest
    an opponent holds the whists on him.
    """

    turn: int
    name: Cell
    mountain: Cell
    pool: Cell
    whists: tuple[Cell, ...]


_LEFT, _RIGHT = Edge(SIDE, -1.0), Edge(0.0, 1.0)


def places(players: int) -> list[Place]:
    """The seats of three or four, clockwise from the one below."""
    if players == 4:
        return [_place(turn, _LEFT, _RIGHT, 3) for turn in (0, 90, 180, 270)]
    return [
        _place(0, _LEFT, _RIGHT, 2),
        _place(90, Edge(0.0), _RIGHT, 2),
        _place(270, _LEFT, Edge(SIDE), 2),
    ]


def _place(turn: int, left: Edge, right: Edge, opponents: int) -> Place:
    middle = CENTRE + RADIUS
    mountain_top = middle + 76.0
    ticks = [Edge(SIDE * part / opponents) for part in range(1, opponents)]
    return Place(
        turn,
        Cell(middle, mountain_top, left, right),
        Cell(mountain_top, SIDE - POOL, left, right),
        Cell(SIDE - POOL, SIDE - WHISTS, left, right),
        tuple(
            Cell(SIDE - WHISTS, SIDE, one, other)
            for one, other in zip([left, *ticks], [*ticks, right], strict=True)
        ),
    )


def lines(players: int) -> list[list[tuple[float, float]]]:
    """The lines of the drawing, each by its points: frames, spokes, ticks."""
    near = CENTRE - RADIUS / 2**0.5
    far = SIDE - near
    found = [_frame(depth, players) for depth in (WHISTS, POOL)]
    found += [[(0, SIDE), (near, far)], [(SIDE, SIDE), (far, far)]]
    if players == 4:
        found += [[(0, 0), (near, near)], [(SIDE, 0), (far, near)]]
        thirds = (SIDE / 3, SIDE * 2 / 3)
        found += [[(x, y), (x, y + WHISTS)] for x in thirds for y in (0, SIDE - WHISTS)]
        found += [[(x, y), (x + WHISTS, y)] for y in thirds for x in (0, SIDE - WHISTS)]
        return found
    found += [[(CENTRE, 0), (CENTRE, CENTRE - RADIUS)], [(CENTRE, SIDE - WHISTS), (CENTRE, SIDE)]]
    return found + [[(x, CENTRE), (x + WHISTS, CENTRE)] for x in (0, SIDE - WHISTS)]


def _frame(depth: float, players: int) -> list[tuple[float, float]]:
    """A square; with three players it is open at the top."""
    low, high = depth, SIDE - depth
    if players == 4:
        return [(low, low), (high, low), (high, high), (low, high), (low, low)]
    return [(low, 0), (low, high), (high, high), (high, 0)]
