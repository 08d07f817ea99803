"""Exact hexagon geometry on flat-topped hexes in axial coordinates (q to the south-east, r to the south).

No floating point anywhere: two computers must never disagree about a line of fire.
Implements GUI-5.5.1a, GUI-5.5.1c (the geometry; what the hexes do to the shot is in rules.tactical).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Axial(NamedTuple):
    """A hex of the plane. Boards name hexes by labels such as ``0714``; only geometry uses axial
    coordinates."""

    q: int
    r: int


# The six neighbours clockwise from north, in the order of rules.core.facing.Facing.
STEPS: tuple[Axial, ...] = (Axial(0, -1), Axial(1, -1), Axial(1, 0), Axial(0, 1), Axial(-1, 1), Axial(-1, 0))

# Corners of a hexagon relative to its centre, in thirds of an axial unit, clockwise from the
# north-east corner.
_CORNERS = ((1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1))


def from_offset(column: int, row: int) -> Axial:
    """Column and row counted from 0 (odd columns lie half a hex lower) to axial."""
    return Axial(column, row - (column - (column & 1)) // 2)


def to_offset(at: Axial) -> tuple[int, int]:
    """Axial to (column, row), both counted from 0; the inverse of from_offset."""
    return at.q, at.r + (at.q - (at.q & 1)) // 2


def step(at: Axial, direction: int) -> Axial:
    """The neighbour in one of the six directions (0 = north, clockwise)."""
    dq, dr = STEPS[direction % 6]
    return Axial(at.q + dq, at.r + dr)


def distance(a: Axial, b: Axial) -> int:
    """Hexes between two hexes, the first not counted (GUI-5.4a)."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    if dq < 0:
        dq, dr = -dq, -dr
    return dq + dr if dr >= 0 else max(dq, -dr)


def rotate(at: Axial, sixths: int) -> Axial:
    """Turn a hex about the origin by so many sixths of a circle, clockwise."""
    q, r = at
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Axial(q, r)


def direction_between(a: Axial, b: Axial) -> int | None:
    """The direction from a hex to its neighbour; None if they do not touch."""
    delta = Axial(b.q - a.q, b.r - a.r)
    return STEPS.index(delta) if delta in STEPS else None


class LineStep(NamedTuple):
    """One stage of a straight line: the hex that it crosses, or the two hexes between which it runs."""

    hexes: tuple[Axial, ...]

    @property
    def is_border(self) -> bool:
        return len(self.hexes) == 2


def line(a: Axial, b: Axial) -> tuple[LineStep, ...]:
    """The hexes that the straight line between two centres crosses, in order, both ends left out
    (GUI-5.5.1a).

    A hex counts when the line passes through its inside. Where the line runs along a hexside, the two hexes
    on either side make one step (GUI-5.5.1c); touching a corner counts for nothing.
    """
    return tuple(
        LineStep(tuple(Axial(a.q + h.q, a.r + h.r) for h in stage.hexes))
        for stage in _line_from_origin(Axial(b.q - a.q, b.r - a.r))
    )


@lru_cache(maxsize=65536)
def _line_from_origin(to: Axial) -> tuple[LineStep, ...]:
    crossed: dict[Axial, int] = {}
    bordering: dict[Axial, int] = {}
    # on which side of the line a corner lies, less what the place of its hex adds (affine coordinates
    # keep the sign)
    corners = [to.q * r - to.r * q for q, r in _CORNERS]
    low, high = min(corners), max(corners)
    for candidate in _near_line(to):
        centre = 3 * (to.q * candidate.r - to.r * candidate.q)
        if low < -centre < high:
            crossed[candidate] = _progress(to, candidate)
        elif corners.count(-centre) == 2:
            bordering[candidate] = _progress(to, candidate)
    stages: list[tuple[int, tuple[Axial, ...]]] = [(at, (h,)) for h, at in crossed.items()]
    by_progress: dict[int, list[Axial]] = {}
    for h, at in bordering.items():
        by_progress.setdefault(at, []).append(h)
    stages += [(at, tuple(sorted(pair))) for at, pair in by_progress.items() if len(pair) == 2]
    stages.sort()
    return tuple(LineStep(hexes) for _, hexes in stages)


def _near_line(to: Axial) -> list[Axial]:
    """The hexes between both ends that a line from the origin might cross or touch: in each file along its
    longer coordinate the three nearest."""
    whole, steep = _progress(to, to), abs(to.r) > abs(to.q)
    longer, shorter = (to.r, to.q) if steep else (to.q, to.r)
    if not longer:
        return []
    near = []
    for along in range(min(0, longer) - 1, max(0, longer) + 2):
        across = shorter * along // longer
        for beside in (across - 1, across, across + 1):
            at = Axial(beside, along) if steep else Axial(along, beside)
            if 0 < _progress(to, at) < whole:
                near.append(at)
    return near


def _progress(to: Axial, at: Axial) -> int:
    """How far along the line a centre lies: the scalar product in the metric of the hex plane, times two."""
    return 2 * to.q * at.q + 2 * to.r * at.r + to.q * at.r + to.r * at.q


@lru_cache(maxsize=65536)
def _bearing(to: Axial) -> int:
    scores = [_progress(to, d) * 2 for d in STEPS]
    corners = [_progress(to, STEPS[i]) + _progress(to, STEPS[(i + 1) % 6]) for i in range(6)]
    best = max(range(6), key=lambda i: scores[i])
    # A direction to a neighbour has length 1, one to a corner sqrt(3)/2 after halving: compare
    # squared cosines.
    best_corner = max(range(6), key=lambda i: corners[i])
    if 3 * scores[best] ** 2 >= 4 * corners[best_corner] ** 2:
        return best * 2
    return best_corner * 2 + 1


def bearing(a: Axial, b: Axial) -> int:
    """The nearest of twelve directions from one hex to another: even = across a hexside (0 north, 2
    north-east, ...), odd = along a corner (1 between north and north-east, ...). Used to orient the impact
    diagram (GUI-5.4.1a) and to tell which hexes lie opposite a shot (GUI-4.3h). Raises ValueError for a
    hex and itself."""
    if a == b:
        raise ValueError("a hex has no bearing to itself")
    return _bearing(Axial(b.q - a.q, b.r - a.r))


def in_cone(at: Axial, apex: Axial, direction: int) -> bool:
    """Whether a hex lies in the cone that opens from another over the three hexes round a direction: a third
    of a circle, its two edges included, the apex itself not (GUI-7.2.1d)."""
    there = rotate(Axial(at.q - apex.q, at.r - apex.r), -direction % 6)
    if there == Axial(0, 0):
        return False
    return there.q + there.r <= 0 if there.q > 0 else there.r <= 0 and (there.q < 0 or there.r < 0)
