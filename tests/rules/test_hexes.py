"""The laws of the hex plane, against an independent measure in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import hexes
from rules.core.hexes import Axial

ORIGIN = Axial(0, 0)
coordinate = st.integers(-40, 40)
any_hex = st.builds(Axial, coordinate, coordinate)
near_hex = st.builds(Axial, st.integers(-9, 9), st.integers(-9, 9))

# The three pairs of parallel sides of a hexagon: inside means |form| < 1 for each.
FORMS = ((2, 1), (1, 2), (1, -1))


def inside_for(a: Axial, b: Axial, at: Axial) -> tuple[Fraction, Fraction] | None:
    """The open stretch (0 to 1) of the way from a to b that lies strictly inside a hex; None if
    there is none."""
    low, high = Fraction(0), Fraction(1)
    for m, n in FORMS:
        start = m * (a.q - at.q) + n * (a.r - at.r)
        slope = m * (b.q - a.q) + n * (b.r - a.r)
        if slope == 0:
            if abs(start) >= 1:
                return None
            continue
        ends = sorted((Fraction(-1 - start, slope), Fraction(1 - start, slope)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


def along_side(a: Axial, b: Axial, at: Axial) -> tuple[Fraction, Fraction] | None:
    """The stretch of the way that runs along the outline of a hex without entering it."""
    low, high = Fraction(0), Fraction(1)
    for m, n in FORMS:
        start = m * (a.q - at.q) + n * (a.r - at.r)
        slope = m * (b.q - a.q) + n * (b.r - a.r)
        if slope == 0:
            if abs(start) > 1:
                return None
            continue
        ends = sorted((Fraction(-1 - start, slope), Fraction(1 - start, slope)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high and inside_for(a, b, at) is None else None


def measured(a: Axial, b: Axial) -> list[tuple[Axial, ...]]:
    """The stages of a line by brute force over every hex that could matter."""
    reach = hexes.distance(a, b) + 1
    stages: dict[Fraction, list[Axial]] = {}
    for dq in range(-reach, reach + 1):
        for dr in range(-reach, reach + 1):
            at = Axial(a.q + dq, a.r + dr)
            if at in (a, b) or hexes.distance(a, at) > reach:
                continue
            stretch = inside_for(a, b, at)
            if stretch is not None:
                stages.setdefault(stretch[0] + stretch[1], []).append(at)
            elif (side := along_side(a, b, at)) is not None:
                stages.setdefault(side[0] + side[1], []).append(at)
    return [tuple(sorted(stages[key])) for key in sorted(stages)]


@pytest.mark.rule("GUI-5.5.1a", "GUI-5.5.1c")
def test_every_line_up_to_eight_hexes_is_exact():
    """All targets within eight hexes: the very hexes crossed, in order, and the pairs beside a hexside."""
    for q in range(-8, 9):
        for r in range(-8, 9):
            to = Axial(q, r)
            if 0 < hexes.distance(ORIGIN, to) <= 8:
                assert [s.hexes for s in hexes.line(ORIGIN, to)] == measured(ORIGIN, to), to


@pytest.mark.rule("GUI-5.5.1a")
@pytest.mark.parametrize("to", [Axial(30, -7), Axial(-23, 41), Axial(17, 17), Axial(35, -70), Axial(1, 33)])
def test_long_lines_are_exact_too(to):
    assert [s.hexes for s in hexes.line(ORIGIN, to)] == measured(ORIGIN, to)


@pytest.mark.rule("GUI-5.5.1a")
@settings(deadline=None)
@given(any_hex, any_hex)
def test_a_line_is_the_same_from_both_ends(a, b):
    assert hexes.line(a, b) == tuple(reversed(hexes.line(b, a)))


@settings(deadline=None)
@given(any_hex, near_hex, st.integers(0, 5))
def test_a_line_turns_and_moves_with_the_board(a, delta, sixths):
    b = Axial(a.q + delta.q, a.r + delta.r)
    turned = [
        tuple(sorted(hexes.rotate(Axial(h.q - a.q, h.r - a.r), sixths) for h in stage.hexes))
        for stage in hexes.line(a, b)
    ]
    assert turned == [stage.hexes for stage in hexes.line(ORIGIN, hexes.rotate(delta, sixths))]


@settings(deadline=None)
@given(any_hex, any_hex)
def test_a_line_is_one_unbroken_chain(a, b):
    """Every hex of a stage touches every hex of the one before."""
    chain = [(a,), *(stage.hexes for stage in hexes.line(a, b)), (b,)]
    for here, there in pairwise(chain):
        if a != b:
            assert all(hexes.distance(x, y) == 1 for x in here for y in there)


@pytest.mark.rule("GUI-5.5.1c")
def test_a_line_straight_through_a_corner_runs_along_hexsides():
    stages = hexes.line(ORIGIN, Axial(2, 2))
    assert [s.hexes for s in stages] == [
        (Axial(0, 1), Axial(1, 0)),
        (Axial(1, 1),),
        (Axial(1, 2), Axial(2, 1)),
    ]
    assert [s.is_border for s in stages] == [True, False, True]


@pytest.mark.rule("GUI-5.4a")
@settings(deadline=None)
@given(any_hex, any_hex, any_hex)
def test_distance_is_a_distance(a, b, c):
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@settings(deadline=None)
@given(any_hex, st.integers(0, 5))
def test_a_step_is_undone_by_the_opposite_step(at, direction):
    there = hexes.step(at, direction)
    assert hexes.distance(at, there) == 1
    assert hexes.direction_between(at, there) == direction
    assert hexes.step(there, direction + 3) == at


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(0, 60))
def test_offsets_round_trip(column, row):
    assert hexes.to_offset(hexes.from_offset(column, row)) == (column, row)


@settings(deadline=None)
@given(any_hex, st.integers(-7, 7))
def test_six_turns_are_none(at, sixths):
    assert hexes.rotate(hexes.rotate(at, sixths), -sixths) == at
    assert hexes.distance(ORIGIN, hexes.rotate(at, sixths)) == hexes.distance(ORIGIN, at)


def squared_cosine(to: Axial, direction: Axial) -> tuple[int, Fraction]:
    """Sign and square of the cosine between two vectors of the hex plane."""
    dot = 2 * to.q * direction.q + 2 * to.r * direction.r + to.q * direction.r + to.r * direction.q
    size = (to.q**2 + to.r**2 + to.q * to.r) * (direction.q**2 + direction.r**2 + direction.q * direction.r)
    return (1 if dot > 0 else -1), Fraction(dot * dot, size)


@pytest.mark.rule("GUI-5.4.1a", "GUI-4.3h")
@settings(deadline=None)
@given(any_hex, any_hex)
def test_a_bearing_is_the_nearest_of_twelve_directions(a, b):
    if a == b:
        with pytest.raises(ValueError):
            hexes.bearing(a, b)
        return
    to = Axial(b.q - a.q, b.r - a.r)
    directions = []
    for i in range(6):
        one, two = hexes.STEPS[i], hexes.STEPS[(i + 1) % 6]
        directions += [one, Axial(one.q + two.q, one.r + two.r)]
    best = max(
        range(12), key=lambda i: (lambda sign, square: sign * square)(*squared_cosine(to, directions[i]))
    )
    assert hexes.bearing(a, b) == best
    assert hexes.bearing(b, a) == (best + 6) % 12
