"""What stands on hexsides: lips of slopes, walls, doors, stakes and the like."""

from __future__ import annotations

import math
from collections.abc import Callable

from games.pictures import geometry
from games.pictures.geometry import Grid, Layout, Point, centre
from games.pictures.ink import GROUND, INK, PAPER, SEPIA, line, path

Ends = tuple[Point, Point]


MOVING = frozenset({"pikes"})


def pikes(layout: Layout) -> str:
    """The pikes of formations, which come and go with them."""
    return "".join(_pikes(geometry.side_ends(at, side)) for at, side in layout.sides.get("pikes", ()))


def works(layout: Layout) -> str:
    """All features on hexsides but trails, the plainest first."""
    drawn = [_lips(layout), _walls(layout)]
    for feature in sorted(set(layout.sides) - {"path", "lip"} - MOVING, key=_order):
        draw = _WORKS.get(feature, _plain)
        drawn += [draw(geometry.side_ends(at, side)) for at, side in _once(layout, feature)]
    return "".join(drawn)


def sample(feature: str) -> str:
    """A piece of a feature around 0,0, for the legend."""
    ends = Point(-15, 0), Point(15, 0)
    base = (
        line(_inner(ends, 0), INK, 8.6) + line(_inner(ends, 0), "#b3a68f", 6) if feature in _MASONRY else ""
    )
    return base + _WORKS[feature](ends)


def _order(feature: str) -> tuple[bool, str]:
    """Openings are drawn last, over whatever wall meets them."""
    return feature in _MASONRY or feature == "entrance", feature


def _once(layout: Layout, feature: str) -> list[tuple[Grid, int]]:
    """Every hexside once, though both its hexes may name it."""
    found: dict[tuple[Grid, Grid], tuple[Grid, int]] = {}
    for at, side in layout.sides[feature]:
        other = geometry.neighbour(at, side)
        found.setdefault((min(at, other), max(at, other)), (at, side))
    return list(found.values())


def _lips(layout: Layout) -> str:
    """The lip of a slope: a strong edge whose teeth point downhill."""
    edge, teeth = [], []
    for at, side in _once(layout, "lip") if "lip" in layout.sides else ():
        other = geometry.neighbour(at, side)
        if (layout.level(at) or 0) > (layout.level(other) or 0):
            at, side = other, (side + 3) % 6
        a, b = geometry.side_ends(at, side)
        edge.append(f"M{a}L{b}")
        teeth += [_tooth(a.towards(b, (i + 0.5) / 5), a, b, centre(at)) for i in range(5)]
    return path("".join(teeth), fill=INK) + line("".join(edge), INK, 2.4)


def _tooth(at: Point, a: Point, b: Point, towards: Point) -> str:
    middle = a.towards(b, 0.5)
    reach = 6.5 / middle.distance(towards)
    tip = at.moved((towards.x - middle.x) * reach, (towards.y - middle.y) * reach)
    return f"M{at.towards(a, 2.6 / at.distance(a))}L{tip}L{at.towards(b, 2.6 / at.distance(b))}Z"


def _inner(ends: Ends, share: float) -> str:
    a, b = ends
    return f"M{a.towards(b, share)}L{b.towards(a, share)}"


def _walls(layout: Layout) -> str:
    """All masonry in one go, so that its corners join; openings are cut into it afterwards."""
    data = "".join(
        f"M{a}L{b}"
        for feature in _MASONRY
        if feature in layout.sides
        for a, b in (geometry.side_ends(at, side) for at, side in _once(layout, feature))
    )
    if not data:
        return ""
    return (
        line(data, INK, 8.6) + line(data, "#b3a68f", 6) + line(data, "#857962", 5, stroke_dasharray="0.9 6.1")
    )


def _masonry(_: Ends) -> str:
    return ""


def _low_wall(ends: Ends) -> str:
    return (
        line(_inner(ends, 0), INK, 5)
        + line(_inner(ends, 0), "#d3c8b2", 2.8)
        + line(_inner(ends, 0.06), INK, 2.8, stroke_dasharray="0.6 4.2")
    )


def _door(ends: Ends) -> str:
    """A gap with a threshold, and a leaf standing open."""
    a, b = ends
    hinge = a.towards(b, 0.24)
    angle = math.atan2(b.y - a.y, b.x - a.x) + math.pi / 3
    leaf = hinge.moved(13 * math.cos(angle), 13 * math.sin(angle))
    gap = _inner(ends, 0.24)
    return (
        line(gap, "#f7ecd6", 10)
        + line(gap, SEPIA, 1.2, stroke_dasharray="2 3")
        + line(f"M{hinge}L{leaf}", INK, 4)
        + line(f"M{hinge}L{leaf}", "#8a5f33", 2.2)
    )


def _entrance(ends: Ends) -> str:
    """A gateway without leaves: two posts."""
    a, b = ends
    posts = geometry.circle(a.towards(b, 0.14), 4.4) + geometry.circle(a.towards(b, 0.86), 4.4)
    return line(_inner(ends, 0.14), GROUND["flat"], 10) + path(
        posts, fill="#b3a68f", stroke=INK, stroke_width=1.6
    )


def _window(ends: Ends) -> str:
    return (
        line(_inner(ends, 0.3), INK, 8.6)
        + line(_inner(ends, 0.33), "#dcecef", 6)
        + line(_bars(ends, (0.42, 0.5, 0.58), 3.4), INK, 1)
    )


def _chapel_window(ends: Ends) -> str:
    return (
        line(_inner(ends, 0.34), INK, 8.6)
        + line(_inner(ends, 0.38), PAPER, 2)
        + line(_bars(ends, (0.5,), 4.2), PAPER, 2)
    )


def _slit(ends: Ends) -> str:
    return line(_inner(ends, 0.36), INK, 8.6) + line(_bars(ends, (0.5,), 4.0), PAPER, 2)


def _half_slit(ends: Ends) -> str:
    """Half of a slit that lies across two hexes: their map does not say at which end the other half is."""
    return line(_inner(ends, 0.06), INK, 8.6) + line(_bars(ends, (0.1, 0.9), 4.0), PAPER, 2)


def _bars(ends: Ends, places: tuple[float, ...], half: float) -> str:
    """Short strokes across a hexside."""
    a, b = ends
    angle = math.atan2(b.y - a.y, b.x - a.x) + math.pi / 2
    dx, dy = half * math.cos(angle), half * math.sin(angle)
    return "".join(
        f"M{p.moved(-dx, -dy)}L{p.moved(dx, dy)}" for p in (a.towards(b, share) for share in places)
    )


def _stockade(ends: Ends) -> str:
    """Tree trunks side by side, seen from above."""
    a, b = ends
    trunks = "".join(geometry.circle(a.towards(b, (i + 0.5) / 6), 3.6) for i in range(6))
    hearts = "".join(geometry.circle(a.towards(b, (i + 0.5) / 6), 1.1) for i in range(6))
    return path(trunks, fill="#b08d57", stroke=INK, stroke_width=1.3) + path(hearts, fill="#6e4c27")


def _parapet(ends: Ends) -> str:
    return line(_inner(ends, 0.05), INK, 6) + line(
        _inner(ends, 0.05), "#b3a68f", 3.6, stroke_dasharray="4 4.6"
    )


def _stakes(ends: Ends) -> str:
    a, b = ends
    angle = math.atan2(b.y - a.y, b.x - a.x)
    dx, dy = 5 * math.cos(angle + math.pi / 3), 5 * math.sin(angle + math.pi / 3)
    posts = [a.towards(b, (i + 0.5) / 6) for i in range(6)]
    return line("".join(f"M{p.moved(-dx, -dy)}L{p.moved(dx, dy)}" for p in posts), SEPIA, 2)


def _pikes(ends: Ends) -> str:
    a, b = ends
    angle = math.atan2(b.y - a.y, b.x - a.x) + math.pi / 2
    dx, dy = 7 * math.cos(angle), 7 * math.sin(angle)
    shafts = [a.towards(b, (i + 0.5) / 4) for i in range(4)]
    return line("".join(f"M{p.moved(-dx, -dy)}L{p.moved(dx, dy)}" for p in shafts), INK, 1.6)


def _hedge(ends: Ends) -> str:
    a, b = ends
    blobs = "".join(geometry.circle(a.towards(b, (i + 0.5) / 5), 3.4) for i in range(5))
    return path(blobs, fill="#7f9a5c", stroke="#37492a", stroke_width=0.9)


def _plain(ends: Ends) -> str:
    return line(_inner(ends, 0.04), INK, 3, stroke_dasharray="6 4")


_MASONRY = ("wall", "door", "window", "chapel_window", "slit", "half_slit")

_WORKS: dict[str, Callable[[Ends], str]] = {
    "wall": _masonry,
    "low_wall": _low_wall,
    "door": _door,
    "entrance": _entrance,
    "window": _window,
    "chapel_window": _chapel_window,
    "slit": _slit,
    "half_slit": _half_slit,
    "stockade": _stockade,
    "parapet": _parapet,
    "stakes": _stakes,
    "hedge": _hedge,
}
