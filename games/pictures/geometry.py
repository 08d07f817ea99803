"""Where hexes lie on paper, and the outlines of groups of them.

Flat-topped hexes, odd columns (counted from 0) half a hex lower. Corners are counted in whole numbers, half a
hex side across and half a hex height down, so that neighbouring hexes share them exactly.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rules import engine

SIDE = 30.0
"""The length of a hex side, which is also the distance from centre to corner, in units of the drawing."""
HEIGHT = SIDE * 1.5 * 15 / 13
"""From flat side to flat side: root 3 sides, but for a thousandth. Columns and rows then lie 13 to 15 apart,
so that there are scales at which all hexes fall on whole pixels alike, which makes PNG files much smaller."""
MARGIN = 16.0
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")

Grid = tuple[int, int]
"""Column and row on the grid of the drawing."""
Corner = tuple[int, int]

# Clockwise from north-west, so that side number k of FACINGS runs from corner k to corner k + 1.
_CORNERS: tuple[Corner, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_STEPS_HIGH: tuple[Grid, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_STEPS_LOW: tuple[Grid, ...] = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


class Point(NamedTuple):
    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Point:
        return Point(self.x + dx, self.y + dy)

    def towards(self, other: Point, share: float) -> Point:
        """The point so far on the way to another (0 = here, 1 = there)."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def distance(self, other: Point) -> float:
        return math.hypot(other.x - self.x, other.y - self.y)

    def __str__(self) -> str:
        return f"{number(self.x)},{number(self.y)}"


ORIGIN = Point(0.0, 0.0)


def number(value: float) -> str:
    """A coordinate as short as it can be written."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def noise(*seed: object) -> Iterator[float]:
    """Endless numbers from 0 to 1, always the same for the same seed: two drawings of a map are alike."""
    state = zlib.crc32(repr(seed).encode())
    while True:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        yield ((state >> 8) & 0xFFFF) / 0xFFFF


def neighbour(at: Grid, side: int) -> Grid:
    """The grid place across side number 0 (north) to 5 (north-west)."""
    dc, dr = (_STEPS_LOW if at[0] % 2 else _STEPS_HIGH)[side]
    return at[0] + dc, at[1] + dr


def neighbours(at: Grid) -> list[Grid]:
    return [neighbour(at, side) for side in range(6)]


class Window(NamedTuple):
    """A part of the drawing, in its units, from its ``first`` hex to its ``last``. Its left and upper edges
    lie where hexes do, so that it is drawn as crisply as the whole."""

    left: float
    top: float
    width: float
    height: float
    first: str = ""
    last: str = ""


def even_scale(layout_width: float, pixels: int) -> float:
    """The largest scale up to so many pixels that puts hexes on whole pixels; the plain one if
    there is none."""
    plain = pixels / layout_width
    thirteenths = int(plain * 1.5 * SIDE / 13)
    return thirteenths * 13 / (1.5 * SIDE) if thirteenths else plain


def _corner(at: Grid, index: int) -> Corner:
    dx, dy = _CORNERS[index % 6]
    return 2 + 3 * at[0] + dx, 1 + 2 * at[1] + at[0] % 2 + dy


def point_of(corner: Corner) -> Point:
    return Point(MARGIN + corner[0] * SIDE / 2, MARGIN + corner[1] * HEIGHT / 2)


def corners(at: Grid) -> list[Point]:
    return [point_of(_corner(at, i)) for i in range(6)]


def side_ends(at: Grid, side: int) -> tuple[Point, Point]:
    """The two ends of a hexside, clockwise."""
    return point_of(_corner(at, side)), point_of(_corner(at, side + 1))


class Layout:
    """The hexes of a picture on paper."""

    def __init__(self, picture: engine.Picture) -> None:
        left = min((h.column for h in picture.hexes), default=0)
        left -= left % 2  # keeps odd columns odd
        top = min((h.row for h in picture.hexes), default=0)
        self.hexes = {(h.column - left, h.row - top): h for h in picture.hexes}
        self.at = {h.label: at for at, h in self.hexes.items()}
        self.columns = max((c for c, _ in self.hexes), default=0) + 1
        self.rows = max((r for _, r in self.hexes), default=0) + 1
        self.sides: dict[str, list[tuple[Grid, int]]] = {}
        for mark in picture.hexsides:
            if mark.label in self.at and mark.facing in FACINGS:
                self.sides.setdefault(mark.feature, []).append(
                    (self.at[mark.label], FACINGS.index(mark.facing))
                )
        self.paths = self._paths()
        self.width = 2 * MARGIN + SIDE * (1.5 * self.columns + 0.5)
        self.height = 2 * MARGIN + HEIGHT * (self.rows + (0.5 if self.columns > 1 else 0))

    def _paths(self) -> dict[Grid, set[int]]:
        """Which sides of a hex a trail crosses, from either hex of the side."""
        found: dict[Grid, set[int]] = {}
        for at, side in self.sides.get("path", ()):
            found.setdefault(at, set()).add(side)
            found.setdefault(neighbour(at, side), set()).add((side + 3) % 6)
        return {at: sides for at, sides in found.items() if at in self.hexes}

    def centre(self, label: str) -> Point | None:
        at = self.at.get(label)
        return None if at is None else centre(at)

    def level(self, at: Grid) -> int | None:
        found = self.hexes.get(at)
        return None if found is None else found.level

    def terrain(self, at: Grid) -> str:
        found = self.hexes.get(at)
        return "" if found is None else found.terrain

    def spilled(self, cells: set[Grid]) -> set[Grid]:
        """The cells and the places next to them off the board: what touches the edge runs over
        it, and is cut."""
        return cells | {n for at in cells for n in neighbours(at) if n not in self.hexes}

    def whole(self) -> Window:
        return Window(0, 0, self.width, self.height)

    def window(self, first: Grid, last: Grid) -> Window:
        """The part of the drawing that has these hexes and all between them, with half a hex around."""
        right = 2 * MARGIN + SIDE * (1.5 * (last[0] + 1) + 0.5)
        bottom = 2 * MARGIN + HEIGHT * (last[1] + 1.5)
        left, top = 1.5 * SIDE * first[0], HEIGHT * first[1]
        wide, high = min(right, self.width) - left, min(bottom, self.height) - top
        return Window(left, top, wide, high, self._label(first), self._label(last))

    def _label(self, at: Grid) -> str:
        """The number of the hex nearest to a place: a board may have holes and ragged edges."""
        nearest = min(self.hexes, key=lambda known: abs(known[0] - at[0]) + abs(known[1] - at[1]))
        return self.hexes[nearest].label


@lru_cache(maxsize=8192)  # more hexes than two lands have
def centre(at: Grid) -> Point:
    return point_of((2 + 3 * at[0], 1 + 2 * at[1] + at[0] % 2))


def loops(cells: set[Grid]) -> list[list[Corner]]:
    """The closed outlines of a set of hexes, holes included; each corner belongs to one loop at most."""
    after = {
        _corner(at, side): _corner(at, side + 1)
        for at in cells
        for side in range(6)
        if neighbour(at, side) not in cells
    }
    found = []
    while after:
        start, at = after.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = after.pop(at)
        found.append(loop)
    return sorted(found)


def sheet(layout: Layout) -> str:
    """Path data of the whole sheet of paper."""
    return f"M0,0H{number(layout.width)}V{number(layout.height)}H0Z"


def sharp(cells: set[Grid]) -> str:
    """Path data of the outline along the hexsides."""
    return "".join("M" + "L".join(str(point_of(c)) for c in loop) + "Z" for loop in loops(cells))


def natural(cells: set[Grid], wobble: float = 0.16) -> str:
    """Path data of the outline as nature draws it: rounded, a little uneven, through every
    hexside's middle."""
    return "".join(_rounded([_shaken(c, wobble) for c in loop]) for loop in loops(cells))


def _shaken(corner: Corner, wobble: float) -> Point:
    at = point_of(corner)
    dice = noise(corner)
    reach = 2 * wobble * SIDE
    return at.moved((next(dice) - 0.5) * reach, (next(dice) - 0.5) * reach)


def _rounded(points: list[Point]) -> str:
    middles = [p.towards(points[(i + 1) % len(points)], 0.5) for i, p in enumerate(points)]
    curves = "".join(f"Q{p} {m}" for p, m in zip(points, middles, strict=True))
    return f"M{middles[-1]}{curves}Z"


def polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(str(p) for p in points)


def curve(points: list[Point]) -> str:
    """A smooth line through the middles of its legs, from the first point to the last."""
    if len(points) < 3:
        return polyline(points)
    path = f"M{points[0]}L{points[0].towards(points[1], 0.5)}"
    for here, there in pairwise(points[1:]):
        path += f"Q{here} {here.towards(there, 0.5)}"
    return path + f"L{points[-1]}"


def circle(at: Point, radius: float) -> str:
    r = number(radius)
    return (
        f"M{at.moved(-radius, 0)}a{r},{r} 0 1 0 {number(2 * radius)},0a{r},{r} 0 1 0 {number(-2 * radius)},0Z"
    )
