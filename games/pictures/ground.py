"""The ground: fields of colour with natural edges, relief, and the engraver's marks of each terrain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from games.pictures import geometry
from games.pictures.floors import BUILT, TENTS, floors, sample
from games.pictures.geometry import HEIGHT, SIDE, Grid, Layout, Point, centre, circle, number
from games.pictures.ink import GROUND, INK, OTHER_GROUND, SEPIA, WATER, line, path

Marks = dict[str, list[str]]
"""Path data by the pen it is drawn with."""

_PENS: dict[str, Callable[[str], str]] = {
    "blade": lambda d: line(d, "#6f7a46", 1.0),
    "bush": lambda d: path(d, fill="#98a25f", stroke="#5d6833", stroke_width=0.9),
    "reed": lambda d: line(d, "#3f6a5a", 1.1),
    "pool": lambda d: line(d, "#5d8d9c", 1.3),
    "sand": lambda d: path(d, fill="#b79a5b"),
    "stone": lambda d: path(d, fill="#b5ada0", stroke="#575047", stroke_width=1.0, stroke_linejoin="round"),
    "crack": lambda d: line(d, "#575047", 0.8),
    "ripple": lambda d: line(d, "#6f9fb0", 1.0),
    "wave": lambda d: line(d, "#44788d", 1.2),
    "step": lambda d: line(d, SEPIA, 1.4),
    "hachure": lambda d: line(d, SEPIA, 1.0),
}

TREE = (
    '<g id="tree"><ellipse cx="2" cy="2.4" rx="7.6" ry="7" fill="#2f3b22" fill-opacity=".32"/>'
    '<path d="M-7,1c-2-4 1-6 3-6c1-3 6-4 8-1c4 0 5 4 3 6c2 4-2 7-5 6c-2 3-6 2-7 0c-3 0-4-3-2-5z" '
    'fill="#7f9a5c" stroke="#37492a" stroke-width="1"/><path d="M-3-2c1-2 4-3 5-1" fill="none" '
    'stroke="#c3d19c" stroke-width="1.2" stroke-linecap="round"/></g>'
)


def ground(layout: Layout) -> str:
    """Everything that lies still. It runs over the edge of the board, which is covered up afterwards: cutting
    it with a clip path looks the same and takes a renderer far longer."""
    land = _water(layout) or path(geometry.sharp(set(layout.hexes)), fill=GROUND["flat"])
    return "".join((land, _fields(layout), _relief(layout), _marks(layout), _trails(layout), floors(layout)))


def _cells(layout: Layout, *terrains: str) -> set[Grid]:
    return {at for at, h in layout.hexes.items() if h.terrain in terrains}


def _water(layout: Layout) -> str:
    """Water with the fine lines that follow a shore on old charts, and the land laid over it up
    to the shore."""
    cells = _cells(layout, *WATER)
    if not cells:
        return ""
    shore = geometry.natural(layout.spilled(cells))
    deep = geometry.natural(layout.spilled(_cells(layout, "deep")))
    drawn = [path(shore, fill=GROUND["shallow"]), path(deep, fill=GROUND["deep"])]
    for width, colour in (
        (13.0, "#9dbfca"),
        (10.6, GROUND["shallow"]),
        (6.0, "#84aebb"),
        (4.2, GROUND["shallow"]),
    ):
        drawn.append(line(shore, colour, width))
    drawn.append(path(geometry.sheet(layout) + shore, fill=GROUND["flat"], fill_rule="evenodd"))
    return "".join(drawn) + line(shore, "#3b6577", 1.2)


def _fields(layout: Layout) -> str:
    present = {h.terrain for h in layout.hexes.values()} - {"flat", "trail", *WATER, *BUILT, *TENTS}
    fields = []
    for terrain in [*(t for t in GROUND if t in present), *sorted(present - set(GROUND))]:
        outline = geometry.natural(layout.spilled(_cells(layout, terrain)))
        fill = GROUND.get(terrain, OTHER_GROUND)
        fields.append(path(outline, fill=fill, stroke=SEPIA, stroke_width=0.8, stroke_opacity=0.45))
    return "".join(fields)


def _relief(layout: Layout) -> str:
    """Higher ground is a shade warmer and throws a fine shadow, lower ground a shade cooler."""
    dry = {at: h.level for at, h in layout.hexes.items() if h.terrain not in (*WATER, *BUILT)}
    drawn = []
    for level in sorted(set(dry.values())):
        if level > 0:
            outline = geometry.natural(layout.spilled({at for at, found in dry.items() if found >= level}))
            drawn.append(line(outline, INK, 4.0, stroke_opacity=0.10, transform="translate(2.5 2.5)"))
            drawn.append(path(outline, fill="#a8793a", fill_opacity=0.15, stroke=SEPIA, stroke_width=1.1))
        elif level < 0:
            outline = geometry.natural(layout.spilled({at for at, found in dry.items() if found <= level}))
            dashes = {"stroke_dasharray": "5 3"}
            drawn.append(
                path(outline, fill="#38505c", fill_opacity=0.12, stroke=SEPIA, stroke_width=0.9, **dashes)
            )
    return "".join(drawn)


def _marks(layout: Layout) -> str:
    marks: Marks = {pen: [] for pen in _PENS}
    trees = []
    for at, found in layout.hexes.items():
        if found.terrain == "tree":
            trees += list(_tree_places(centre(at), found.label))
        elif found.terrain == "slope":
            _hachures(layout, at, marks)
        elif found.terrain in _ENGRAVERS:
            _ENGRAVERS[found.terrain](centre(at), geometry.noise(found.label), marks)
    trees.sort(key=lambda p: p.y)
    return draw(marks) + grove(trees)


def draw(marks: Marks) -> str:
    return "".join(_PENS[pen]("".join(data)) for pen, data in marks.items() if data)


def engrave(terrain: str, at: Point) -> str:
    """The marks of one hex of a terrain, for the legend."""
    if terrain in BUILT or terrain in TENTS:
        return sample(terrain)
    if terrain == "tree":
        return grove(sorted(_tree_places(at, "legend"), key=lambda p: p.y))
    marks: Marks = {pen: [] for pen in _PENS}
    if terrain == "slope":
        _downhill(at, Point(0, 1), geometry.noise("legend"), marks)
    elif terrain in _ENGRAVERS:
        _ENGRAVERS[terrain](at, geometry.noise("legend"), marks)
    return draw(marks)


def grove(places: list[Point]) -> str:
    return "".join(f'<use href="#tree" x="{number(p.x)}" y="{number(p.y)}"/>' for p in places)


def _tree_places(at: Point, label: str) -> Iterator[Point]:
    dice = geometry.noise("tree", label)
    for i in range(6):
        angle = math.radians(60 * i + 30 + 24 * (next(dice) - 0.5))
        reach = SIDE * (0.56 + 0.12 * next(dice))
        yield at.moved(math.cos(angle) * reach, math.sin(angle) * reach)
    yield at.moved(4 * next(dice) - 2, 4 * next(dice) - 2)


# one function a terrain


def _scatter(at: Point, dice: Iterator[float], count: int, reach: float = 0.74) -> Iterator[Point]:
    """Places spread evenly over a hex, never twice in the same spot."""
    turn = next(dice) * math.tau
    for i in range(count):
        angle = turn + i * 2.39996  # the golden angle
        away = SIDE * reach * math.sqrt((i + 0.5) / count)
        yield at.moved(
            math.cos(angle) * away + 3 * (next(dice) - 0.5), math.sin(angle) * away + 3 * (next(dice) - 0.5)
        )


def _scrub(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for i, p in enumerate(_scatter(at, dice, 7)):
        if i % 3:
            marks["blade"].append(f"M{p}l-2.5,-4m2.5,4l0,-5.5m0,5.5l2.5,-4")
        else:
            marks["bush"].append(f"M{p}m-5,2c-2,-5 2,-7 4,-5c2,-4 7,-1 6,2c2,1 1,4 -1,3z")


def _marsh(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for i, p in enumerate(_scatter(at, dice, 7)):
        if i % 2:
            marks["reed"].append(f"M{p}l-3,-5m3,5l0,-7.5m0,7.5l3,-5M{p.moved(-5, 1)}l10,0")
        else:
            length = 9 + 6 * next(dice)
            marks["pool"].append(f"M{p.moved(-length / 2, 0)}h{number(length)}")


def _rock(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for p in _scatter(at, dice, 5):
        s = 3.6 + 3.2 * next(dice)
        corners = [(-1.2, 0.6), (-0.7, -0.7), (0.3, -1.0 + 0.4 * next(dice)), (1.1, -0.2), (0.8, 0.7)]
        marks["stone"].append(geometry.polyline(p.moved(s * x, s * y) for x, y in corners) + "Z")
        marks["crack"].append(
            f"M{p.moved(-0.6 * s, -0.6 * s)}l{number(0.7 * s)},{number(0.5 * s)}v{number(0.7 * s)}"
        )


def _beach(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for p in _scatter(at, dice, 11, 0.82):
        marks["sand"].append(circle(p, 0.7 + 0.5 * next(dice)))


def _shallow(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for p in _scatter(at, dice, 2, 0.5):
        marks["ripple"].append(f"M{p.moved(-7, 0)}q3.5,-3.5 7,0t7,0")


def _deep(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for p in _scatter(at, dice, 3, 0.55):
        marks["wave"].append(f"M{p.moved(-7, 0)}q3.5,-4 7,0t7,0")


def _stairway(at: Point, dice: Iterator[float], marks: Marks) -> None:
    for i in range(-4, 5):
        half = 11 - (i % 2)
        marks["step"].append(f"M{at.moved(-half, 5 * i)}h{number(2 * half)}")
    marks["step"].append(f"M{at.moved(-12, -22)}v44m24,-44v44")


_ENGRAVERS: dict[str, Callable[[Point, Iterator[float], Marks], None]] = {
    "scrub": _scrub,
    "marsh": _marsh,
    "rock": _rock,
    "beach": _beach,
    "shallow": _shallow,
    "deep": _deep,
    "stairway": _stairway,
}


# slopes


def _hachures(layout: Layout, at: Grid, marks: Marks) -> None:
    uphill = _uphill(layout, at)
    if uphill == (0.0, 0.0):
        beside = [_uphill(layout, n) for n in geometry.neighbours(at) if _is_slope(layout, n)]
        uphill = Point(sum(p.x for p in beside), sum(p.y for p in beside))
    size = math.hypot(*uphill)
    down = Point(0.0, 1.0) if size < 0.1 else Point(-uphill.x / size, -uphill.y / size)
    _downhill(centre(at), down, geometry.noise("slope", layout.hexes[at].label), marks)


def _is_slope(layout: Layout, at: Grid) -> bool:
    return at in layout.hexes and layout.hexes[at].terrain == "slope"


def _uphill(layout: Layout, at: Grid) -> Point:
    """The sum of the directions to higher ground, less those to lower."""
    here, rise = centre(at), Point(0.0, 0.0)
    for n in geometry.neighbours(at):
        level = layout.level(n)
        if level is not None and level != layout.hexes[at].level:
            there = centre(n)
            share = (level - layout.hexes[at].level) / HEIGHT
            rise = rise.moved((there.x - here.x) * share, (there.y - here.y) * share)
    return rise


def _downhill(at: Point, down: Point, dice: Iterator[float], marks: Marks) -> None:
    """Strokes that run down the slope, closer to each other above than below."""
    across = Point(-down.y, down.x)
    for row, (start, length, step) in enumerate(((-20.0, 15.0, 5.0), (-2.0, 13.0, 6.5), (13.0, 9.0, 8.0))):
        reach = 20 - 2 * row
        for i in range(-int(reach // step), int(reach // step) + 1):
            off = i * step + 1.6 * (next(dice) - 0.5)
            begin, long = start + 3 * (next(dice) - 0.5), length * (0.75 + 0.4 * next(dice))
            p = at.moved(down.x * begin + across.x * off, down.y * begin + across.y * off)
            marks["hachure"].append(f"M{p}l{number(down.x * long)},{number(down.y * long)}")


# trails


def _trails(layout: Layout) -> str:
    """Trails run through the middles of the hexsides that carry a path."""
    drawn = "".join(
        _trail_in(layout, at)
        for at, h in layout.hexes.items()
        if h.terrain not in BUILT and _trail_sides(layout, at)
    )
    return (
        line(drawn, "#8c6a3c", 10.5)
        + line(drawn, "#f7eed3", 7.6)
        + line(drawn, "#c8ad78", 1.0, stroke_dasharray="3 5")
    )


def _trail_sides(layout: Layout, at: Grid) -> list[int]:
    """The sides by which a trail leaves a hex; a flight of stairs shows its ends by itself."""
    return [
        side
        for side in sorted(layout.paths.get(at, ()))
        if layout.terrain(geometry.neighbour(at, side)) != "stairs"
    ]


def _trail_in(layout: Layout, at: Grid) -> str:
    here = centre(at)
    sides = _trail_sides(layout, at)
    middles = [_middle(at, side) for side in [*sides, *_way_off(layout, at, sides)]]
    if len(middles) == 2:
        return f"M{middles[0]}Q{here} {middles[1]}"
    return "".join(f"M{m}L{here}" for m in middles)


def _way_off(layout: Layout, at: Grid, sides: list[int]) -> list[int]:
    """A trail that ends in a hex at the edge of the board goes on beyond it: the side where it leaves."""
    if len(sides) != 1:
        return []
    outer = [s for s in range(6) if geometry.neighbour(at, s) not in layout.hexes]
    return sorted(outer, key=lambda s: abs((s - sides[0]) % 6 - 3))[:1]


def _middle(at: Grid, side: int) -> Point:
    a, b = geometry.side_ends(at, side)
    return a.towards(b, 0.5)
