"""What people built on the ground: floors, stairs, platforms, gates, tents. Straight edges,
unlike nature's."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from games.pictures import geometry
from games.pictures.geometry import HEIGHT, SIDE, Grid, Layout, Point, centre, number
from games.pictures.ink import GROUND, INK, SEPIA, line, path

BUILT = (
    "interior",
    "stairs",
    "platform",
    "gate",
    "open_gate",
    "destroyed_gate",
    "wall",
    "jetty",
    "stockade_down",
)
TENTS = ("tent", "tent_opening")

_TIMBER = "#7a5a34"


def floors(layout: Layout) -> str:
    """Every built hex with its floor, stairs drawn the way they climb, and tents over all."""
    drawn = []
    for terrain in BUILT:
        cells = {at for at, found in layout.hexes.items() if found.terrain == terrain}
        if cells:
            drawn.append(
                path(geometry.sharp(cells), fill=GROUND[terrain], stroke=SEPIA, stroke_width=0.8)
                + "".join(_marks(layout, at, terrain) for at in sorted(cells))
            )
    return "".join(drawn) + _tents(layout)


def sample(terrain: str) -> str:
    """The marks of one built hex around 0,0, for the legend."""
    if terrain in TENTS:
        return _canvas_marks(Point(0, 0), terrain == "tent_opening")
    return _DRAW[terrain](Point(0, 0), 0.0)


def _marks(layout: Layout, at: Grid, terrain: str) -> str:
    return _DRAW[terrain](centre(at), _climb(layout, at) if terrain in _TURNED else 0.0)


def _climb(layout: Layout, at: Grid) -> float:
    """The angle in degrees by which north must be turned to look up the stairs (or out of a gate)."""
    if layout.hexes[at].terrain != "stairs":
        outer = [s for s in range(6) if (layout.level(geometry.neighbour(at, s)) or 0) == 0]
        doors = [s for a, s in layout.sides.get("entrance", ()) if a == at]
        doors += [(s + 3) % 6 for a, s in layout.sides.get("entrance", ()) if geometry.neighbour(a, s) == at]
        return 60.0 * (doors or outer or [0])[0]
    ways = sorted(layout.paths.get(at, set(range(6))))
    here = layout.hexes[at].level
    up = [s for s in ways if (layout.level(geometry.neighbour(at, s)) or 0) > here]
    down = [(s + 3) % 6 for s in ways if (layout.level(geometry.neighbour(at, s)) or 0) < here]
    return 60.0 * (up or down or [0])[0]


def _boards(at: Point, colour: str, step: float = 6.5, tilt: float = 0.0) -> str:
    """Planks across a hex, cut to its shape."""
    rows, half = [], HEIGHT / 2
    y = -half + step
    while y < half - 1:
        wide = SIDE - abs(y) / half * SIDE / 2 - 0.8
        rows.append((y, wide))
        y += step
    sine, cosine = math.sin(math.radians(tilt)), math.cos(math.radians(tilt))

    def turned(x: float, y: float) -> Point:
        return at.moved(x * cosine - y * sine, x * sine + y * cosine)

    data = "".join(f"M{turned(-wide, y)}L{turned(wide, y)}" for y, wide in rows)
    dice = geometry.noise("boards", at)
    joints = []
    for y, wide in rows:
        x = (next(dice) - 0.5) * 1.4 * wide
        joints.append(f"M{turned(x, y)}L{turned(x, y - step)}")
    return line(data + "".join(joints), colour, 0.8, stroke_opacity=0.6)


def _flags(at: Point, _: float) -> str:
    """Flagstones of a floor."""
    dice, data = geometry.noise("flags", at), []
    half = HEIGHT / 2
    for i in range(-1, 2):
        y = i * half * 0.55
        wide = SIDE - abs(y) / half * SIDE / 2 - 2
        data.append(f"M{at.moved(-wide, y)}h{number(2 * wide)}")
        for x in (-0.45, 0.2):
            shift = x * SIDE + 10 * (next(dice) - 0.5)
            data.append(f"M{at.moved(shift, y)}v{number(half * 0.55)}")
    return line("".join(data), "#8c7a60", 0.7, stroke_opacity=0.55)


def _platform(at: Point, _: float) -> str:
    return _boards(at, _TIMBER, 5.2, 60)


def _jetty(at: Point, _: float) -> str:
    return _boards(at, _TIMBER, 6.0)


def _stairs(at: Point, turn: float) -> str:
    steps = "".join(f"M-15,{number(4.4 * i)}h30" for i in range(-5, 6))
    rails = "M-15,-24V24M15,-24V24"
    arrow = "M0,14V-13M-5,-7L0,-14L5,-7"
    inside = line(steps, _TIMBER, 1.0) + line(rails, INK, 1.5) + line(arrow, INK, 1.8)
    return f'<g transform="translate({number(at.x)} {number(at.y)}) rotate({number(turn)})">{inside}</g>'


def _gate(at: Point, turn: float) -> str:
    """A leaf of oak seen from above, hinged at the foot, chains to its corners."""
    leaf = path("M-14,-17H14V2H-14Z", fill="#6e4c27", stroke=INK, stroke_width=1.6)
    bars = line("M-7,-17V2M0,-17V2M7,-17V2", INK, 0.9) + line("M-14,-12H14M-14,-3H14", "#2f2a25", 2)
    return _turned(at, turn, leaf + bars)


def _open_gate(at: Point, turn: float) -> str:
    posts = path("M-19,-18h6v20h-6zM13,-18h6v20h-6z", fill="#6e4c27", stroke=INK, stroke_width=1.2)
    chains = line("M-14,-15L-5,6M14,-15L5,6", INK, 1.1, stroke_dasharray="2 2")
    leaf = line("M-13,-17H13", "#6e4c27", 3)
    return _turned(at, turn, posts + chains + leaf)


def _destroyed_gate(at: Point, turn: float) -> str:
    wreck = "M-15,-10L-4,4M-9,-15L-14,3M-2,-8L10,-14M3,3L14,-5M-6,10L9,12M6,-3L13,9"
    return _turned(at, turn, line(wreck, INK, 4.4) + line(wreck, "#4a3a2a", 2.6))


def _broken(at: Point, _: float) -> str:
    logs = "M-16,-7L2,-12M-12,3L9,-3M-5,12L16,5M3,-5L13,-15M-14,14L-6,5"
    return _turned(at, 0, line(logs, INK, 5.2) + line(logs, "#b08d57", 3.2))


def _rubble(at: Point, _: float) -> str:
    dice, stones = geometry.noise("masonry", at), []
    half = HEIGHT / 2
    for i in range(-3, 4):
        y = i * half / 3.6
        wide = SIDE - abs(y) / half * SIDE / 2 - 2
        stones.append(f"M{at.moved(-wide, y)}h{number(2 * wide)}")
        stones.append(f"M{at.moved((next(dice) - 0.5) * wide, y)}v{number(half / 3.6)}")
    return line("".join(stones), "#575047", 0.9)


def _turned(at: Point, turn: float, drawn: str) -> str:
    return f'<g transform="translate({number(at.x)} {number(at.y)}) rotate({number(turn)})">{drawn}</g>'


_DRAW: dict[str, Callable[[Point, float], str]] = {
    "interior": _flags,
    "stairs": _stairs,
    "platform": _platform,
    "gate": _gate,
    "open_gate": _open_gate,
    "destroyed_gate": _destroyed_gate,
    "wall": _rubble,
    "jetty": _jetty,
    "stockade_down": _broken,
}
_TURNED = frozenset({"stairs", "gate", "open_gate", "destroyed_gate"})


# tents


def _tents(layout: Layout) -> str:
    cloth = {at for at, found in layout.hexes.items() if found.terrain in TENTS}
    drawn = []
    for tent in _apart(cloth):
        outline = geometry.sharp(set(tent))
        drawn.append(path(outline, fill=INK, fill_opacity=0.25, transform="translate(3 3.5)"))
        drawn.append(
            path(outline, fill=GROUND["tent"], stroke="#7c4a35", stroke_width=2, stroke_linejoin="round")
        )
        drawn.append(_ridges(tent))
        for at in tent:
            if layout.hexes[at].terrain == "tent_opening":
                drawn.append(_canvas_marks(centre(at), True))
    return "".join(drawn)


def _apart(cells: set[Grid]) -> Iterator[list[Grid]]:
    """Groups of four at most that touch: one tent each."""
    left = set(cells)
    while left:
        start = min(left)
        tent = [start]
        left.discard(start)
        for at in tent:
            for other in sorted(set(geometry.neighbours(at)) & left):
                if len(tent) < 4:
                    tent.append(other)
                    left.discard(other)
        yield tent


def _ridges(tent: list[Grid]) -> str:
    """Seams that run from the top of the pole to the corners."""
    middles = [centre(at) for at in tent]
    top = Point(sum(p.x for p in middles) / len(tent), sum(p.y for p in middles) / len(tent))
    seams = []
    for loop in geometry.loops(set(tent)):
        for corner in loop[::2]:
            seams.append(f"M{top}L{top.towards(geometry.point_of(corner), 0.93)}")
    stripes = line("".join(seams), "#b5573c", 2.2, stroke_opacity=0.5)
    return stripes + path(geometry.circle(top, 2.6), fill="#7c4a35")


def _canvas_marks(at: Point, opening: bool) -> str:
    if not opening:
        return line(f"M{at.moved(-14, 10)}L{at}L{at.moved(14, 10)}M{at}V{number(at.y - 12)}", "#b5573c", 2)
    flap = f"M{at.moved(-10, 13)}L{at.moved(0, -9)}L{at.moved(10, 13)}Z"
    return path(flap, fill="#4a3527", fill_opacity=0.85, stroke="#7c4a35", stroke_width=1.5)
