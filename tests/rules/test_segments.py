"""Lines between middles of hexsides, corners and centres: the exact geometry under windows and
arrow slits."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.hexes import Axial, distance, line, step
from rules.core.segments import Meeting, Point, crossed, hexside, meeting, meeting_point, turn

small = st.integers(-9, 9)
axials = st.builds(Axial, small, small)
directions = st.integers(0, 5)
ORIGIN = Axial(0, 0)


def test_points_where_hexes_meet():
    north, north_east = step(ORIGIN, 0), step(ORIGIN, 1)
    assert meeting_point(ORIGIN) == Point(0, 0)
    assert meeting_point(ORIGIN, north) == Point(0, -3)
    assert meeting_point(ORIGIN, north, north_east) == Point(2, -4)
    assert set(hexside(ORIGIN, north)) == {Point(2, -4), Point(-2, -2)}


@given(axials, axials)
def test_between_centres_it_is_the_line_of_the_plain_rules(a, b):
    """The same hexes in the same order as hexes.line, and the two ends."""
    if a == b:
        return
    stages = crossed(meeting_point(a), meeting_point(b))
    assert stages[0].hexes == (a,) and stages[-1].hexes == (b,)
    assert [set(s.hexes) for s in stages[1:-1]] == [set(s.hexes) for s in line(a, b)]


@given(axials, directions, axials)
def test_from_the_middle_of_a_hexside_steps_touch_each_other(a, d, b):
    start = meeting_point(a, step(a, d))
    stages = [s.hexes for s in crossed(start, meeting_point(b))]
    assert stages[-1] == (b,)
    assert stages[0][0] in (a, step(a, d)) or set(stages[0]) == {a, step(a, d)}
    for here, there in itertools.pairwise(stages):
        assert all(distance(x, y) == 1 for x in here for y in there)


@given(axials, directions, axials)
def test_back_is_the_same_way_reversed(a, d, b):
    p, q = meeting_point(a, step(a, d)), meeting_point(b)
    assert [set(s.hexes) for s in crossed(p, q)] == [set(s.hexes) for s in reversed(crossed(q, p))]


@pytest.mark.rule("GUI-8.2.1c")
def test_missing_touching_crossing():
    a, b = hexside(ORIGIN, step(ORIGIN, 0))
    centre, north = meeting_point(ORIGIN), meeting_point(step(ORIGIN, 0))
    assert meeting(centre, north, a, b) is Meeting.CROSSES
    assert meeting(centre, a, a, b) is Meeting.TOUCHES
    assert meeting(a, b, a, b) is Meeting.TOUCHES
    assert meeting(centre, meeting_point(step(ORIGIN, 3)), a, b) is Meeting.MISSES
    assert meeting(centre, Point(0, -2), a, b) is Meeting.MISSES
    beyond = Point(b.x + (b.x - a.x), b.y + (b.y - a.y)), Point(b.x + 2 * (b.x - a.x), b.y + 2 * (b.y - a.y))
    assert meeting(*beyond, a, b) is Meeting.MISSES, "on the same line, farther along"


@given(axials, axials, axials, directions)
def test_meeting_does_not_depend_on_direction(p, q, a, d):
    ends = hexside(a, step(a, d))
    one, two = meeting_point(p), meeting_point(q)
    found = {meeting(x, y, *e) for x, y in ((one, two), (two, one)) for e in (ends, ends[::-1])}
    assert len(found) == 1


@given(axials, axials)
def test_a_line_crosses_every_side_between_its_hexes_or_ends_at_its_corner(a, b):
    stages = [s.hexes for s in crossed(meeting_point(a), meeting_point(b))]
    for here, there in itertools.pairwise(stages):
        for x in here:
            for y in there:
                assert meeting(meeting_point(a), meeting_point(b), *hexside(x, y)) is not Meeting.MISSES


def test_which_side_of_a_line():
    assert turn(Point(0, 0), Point(6, 0), Point(0, 6)) * turn(Point(0, 0), Point(6, 0), Point(0, -6)) < 0
    assert turn(Point(0, 0), Point(6, 0), Point(12, 0)) == 0
