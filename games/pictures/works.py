"""What stands on hexsides: lips of slopes, walls, doors, stakes and the like."""

from __future__ import annotations

import math
from collections.abc import Callable

from games.pictures import geometry
from games.pictures.geometry import Grid, Layout, Point, centre
from games.pictures.ink import INK, PAPER, SEPIA, line, path

Ends = tuple[Point, Point]


MOVING = frozenset({"pikes"})


def pikes(layout: Layout) -> str:
    """The pikes of formations, which come and go with them."""
    return "".join(_pikes(geometry.side_ends(at, side)) for at, side in layout.sides.get("pikes", ()))


def works(layout: Layout) -> str:
    """All features on hexsides but trails, the plainest first."""
    drawn = [_lips(layout)]
    for feature in sorted(set(layout.sides) - {"path", "lip"} - MOVING):
        draw = _WORKS.get(feature, _plain)
        drawn += [draw(geometry.side_ends(at, side)) for at, side in _once(layout, feature)]
    return "".join(drawn)


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


def _wall(ends: Ends) -> str:
    return line(_inner(ends, 0), INK, 7) + line(_inner(ends, 0), "#a89c88", 4.2) + line(
        _inner(ends, 0.08), INK, 4.2, stroke_dasharray="0.8 6"
    )  # fmt: skip


def _low_wall(ends: Ends) -> str:
    return line(_inner(ends, 0), INK, 4.6) + line(_inner(ends, 0), "#c9bea9", 2.4)


def _opening(ends: Ends) -> str:
    return _wall(ends) + line(_inner(ends, 0.3), PAPER, 8.5) + line(_inner(ends, 0.3), SEPIA, 1.6)


def _slit(ends: Ends) -> str:
    a, b = ends
    return _wall(ends) + line(geometry.circle(a.towards(b, 0.5), 1.2), PAPER, 2.4)


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


_WORKS: dict[str, Callable[[Ends], str]] = {
    "wall": _wall,
    "low_wall": _low_wall,
    "door": _opening,
    "window": _opening,
    "gate": _opening,
    "slit": _slit,
    "stakes": _stakes,
    "hedge": _hedge,
}
