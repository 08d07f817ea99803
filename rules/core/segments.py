"""Exact straight lines between points that are not centres of hexes: middles of hexsides and corners.

A point is given in sixths of an axial unit, so that centres, middles of hexsides and corners are whole
numbers; no floating point, as in hexes.py. Implements GUI-8.2.1, GUI-9.3.3a, GUI-9.3.3b and GUI-9.3.5 (the
geometry only).
"""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rules.core.hexes import Axial, LineStep, step

UNIT = 6  # sixths: the least that makes middles of hexsides and corners whole


class Point(NamedTuple):
    """A point of the plane, in sixths of an axial unit."""

    x: int
    y: int


class Meeting(IntEnum):
    """How a segment meets a hexside: not at all, at an end or along it, or through its inside."""

    MISSES = 0
    TOUCHES = 1
    CROSSES = 2


def meeting_point(*hexes: Axial) -> Point:
    """Where hexes meet: the centre of one, the middle of the side that two share, the corner that
    three share."""
    share = UNIT // len(hexes)
    return Point(share * sum(at.q for at in hexes), share * sum(at.r for at in hexes))


def hexside(a: Axial, b: Axial) -> tuple[Point, Point]:
    """The two corners of the side that two neighbouring hexes share."""
    direction = next(d for d in range(6) if step(a, d) == b)
    left, right = step(a, direction - 1), step(a, direction + 1)
    return meeting_point(a, b, left), meeting_point(a, b, right)


def turn(p: Point, q: Point, r: Point) -> int:
    """On which side of the line from p to q a point lies: its sign changes from one side to the other, 0
    on the line."""
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)


def meeting(p: Point, q: Point, a: Point, b: Point) -> Meeting:
    """How the segment from p to q, its ends included, meets the hexside from a to b."""
    sides = _sign(turn(p, q, a)), _sign(turn(p, q, b))
    ends = _sign(turn(a, b, p)), _sign(turn(a, b, q))
    if sides[0] * sides[1] > 0 or ends[0] * ends[1] > 0:
        return Meeting.MISSES
    if sides == (0, 0):
        return Meeting.TOUCHES if _overlap(p, q, a, b) else Meeting.MISSES
    return Meeting.CROSSES if sides[0] * sides[1] < 0 else Meeting.TOUCHES


def _overlap(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether two segments on one line have a point in common."""
    return (
        max(min(p.x, q.x), min(a.x, b.x)) <= min(max(p.x, q.x), max(a.x, b.x))
        and max(min(p.y, q.y), min(a.y, b.y)) <= min(max(p.y, q.y), max(a.y, b.y))
    )  # fmt: skip


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def crossed(p: Point, q: Point) -> tuple[LineStep, ...]:
    """The hexes through whose inside the segment between two points runs, in order, those at its ends
    included; where it runs along a hexside the two hexes beside it make one step, as in hexes.line."""
    base = Axial(p.x // UNIT, p.y // UNIT)
    steps = _crossed(
        Point(p.x - UNIT * base.q, p.y - UNIT * base.r), Point(q.x - UNIT * base.q, q.y - UNIT * base.r)
    )
    return tuple(LineStep(tuple(Axial(h.q + base.q, h.r + base.r) for h in stage.hexes)) for stage in steps)


@lru_cache(maxsize=65536)
def _crossed(p: Point, q: Point) -> tuple[LineStep, ...]:
    found: dict[Fraction, list[Axial]] = {}
    inside: list[tuple[Fraction, tuple[Axial, ...]]] = []
    for at in sorted(_near(p, q)):
        span = _span(p, q, at)
        if span is None:
            continue
        start, borders = span
        if borders:
            found.setdefault(start, []).append(at)
        else:
            inside.append((start, (at,)))
    inside += [(start, tuple(pair)) for start, pair in found.items() if len(pair) == 2]
    return tuple(LineStep(hexes) for _, hexes in sorted(inside))


def _span(p: Point, q: Point, at: Axial) -> tuple[Fraction, bool] | None:
    """Where on the way from p (0) to q (1) the segment comes into a hex, and whether it only runs along its
    border; None if it does neither."""
    low, high, borders = Fraction(0), Fraction(1), False
    for here, there in zip(_strips(p, at), _strips(q, at), strict=True):
        if here == there:
            if abs(here) > UNIT:
                return None
            borders = borders or abs(here) == UNIT
            continue
        ends = sorted((Fraction(-UNIT - here, there - here), Fraction(UNIT - here, there - here)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, borders) if low < high else None


def _strips(p: Point, at: Axial) -> tuple[int, int, int]:
    """A hex is what three strips have in common, each between -UNIT and UNIT: where a point lies in them."""
    x, y = p.x - UNIT * at.q, p.y - UNIT * at.r
    return 2 * x + y, x + 2 * y, x - y


def _near(p: Point, q: Point) -> set[Axial]:
    """All hexes that a segment might come near to."""
    dx, dy = q.x - p.x, q.y - p.y
    pieces = max(abs(dx), abs(dy), abs(dx + dy)) // UNIT + 1
    near: set[Axial] = set()
    for i in range(pieces + 1):
        x, y = p.x * pieces + dx * i, p.y * pieces + dy * i
        centre = Axial(
            (2 * x + pieces * UNIT) // (2 * pieces * UNIT), (2 * y + pieces * UNIT) // (2 * pieces * UNIT)
        )
        ring = [centre, *(step(centre, d) for d in range(6))]
        near.update(step(h, d) for h in ring for d in range(6))
        near.update(ring)
    return near
