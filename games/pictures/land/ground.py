"""The land itself, as an engraver would have it: the sea with its waterlines, tinted relief with hills and
mountains drawn on it, woods, marshes, rivers and roads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from games.pictures import geometry
from games.pictures.geometry import HEIGHT, SIDE, Grid, Point, centre, curve, noise, number
from games.pictures.ink import INK, RED, SEPIA, element, line, path
from games.pictures.land.sheet import (
    FOREST,
    HILL,
    LAND,
    MOUNTAIN,
    RIVER,
    ROAD,
    SEA,
    SHORE,
    SLOPE,
    SWAMP,
    WAVES,
    Sheet,
    grid,
    spot,
)
from rules import engine

TREE = (
    '<g id="oak"><path d="M-.6,2v3.4h1.4v-3.4z" fill="#5b4a2c"/>'
    '<path d="M-5,2.4c-2.6-1-2-4.4.4-4.6c-.4-3 3.6-4.6 5-2.4c2.6-1.2 5 1.4 3.6 3.6c2 1.4.6 4-1.6 3.6'
    'c-1.6 1.4-5.4 1.4-7.4-.2z" fill="#93aa6c" stroke="#46592f" stroke-width=".9"/>'
    '<path d="M1,2.6c2.6.2 3.6-1.6 3-4.2c2 1.4.6 4-1.6 3.6z" fill="#46592f" fill-opacity=".55"/></g>'
    '<g id="reed"><path d="M0,0l-3,-5M0,0v-8M0,0l3,-5" fill="none" stroke="#3f6a5a" stroke-width="1.2"/>'
    '<path d="M-8,2h5M2,2h6" fill="none" stroke="#4f879b" stroke-width="1.1"/></g>'
)
_TINTS = {"hill": HILL, "mountain": MOUNTAIN, "forest": FOREST, "swamp": SWAMP}


def ground(sheet: Sheet) -> str:
    """Everything that lies still, from the sea up."""
    shore = f"shore-{sheet.land.id}"
    within = element("clipPath", element("use", href=f"#{shore}"), id=f"{shore}-clip")
    return "".join(
        (
            element("defs", path(_shores(sheet), id=shore) + within),
            _sea(sheet, shore),
            element("use", href=f"#{shore}", fill=LAND),
            element("g", _fields(sheet), clip_path=f"url(#{shore}-clip)"),
            _stroked(shore, SHORE, 2.2),
            _rivers(sheet),
            _grid(sheet),
            _borders(sheet),
            _roads(sheet),
            _relief(sheet),
            _bridges(sheet),
        )
    )


def _shores(sheet: Sheet) -> str:
    """The real shores where the land has them, else what nature makes of its hexes."""
    return _real_shores(sheet.land) if sheet.land.shores else geometry.natural(sheet.dry)


@lru_cache(maxsize=4)
def _real_shores(land: engine.Land) -> str:
    return "".join("M" + "L".join(str(spot(at)) for at in shore) + "Z" for shore in land.shores)


def _stroked(shore: str, colour: str, width: float, strength: float = 1.0) -> str:
    """The shores once more as a line: their path stands in the drawing only once."""
    return element(
        "use",
        href=f"#{shore}",
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_opacity=strength,
        stroke_linejoin="round",
    )


def _sea(sheet: Sheet, shore: str) -> str:
    """Water, with lines that follow the shore, the fainter the further out."""
    window = sheet.window
    box = f"M{number(window.left)},{number(window.top)}h{number(window.width)}v{number(window.height)}"
    drawn = path(f"{box}h{number(-window.width)}Z", fill=SEA)
    for width, strength in ((84.0, 0.22), (62.0, 0.32), (43.0, 0.45), (27.0, 0.6), (13.0, 0.85)):
        drawn += _stroked(shore, WAVES, width + 1.5, strength) + _stroked(shore, SEA, width - 1.0)
    return drawn


def _fields(sheet: Sheet) -> str:
    """A tint for each kind of ground; mountains lie on hills, so that the land rises by steps."""
    drawn = []
    high, wooded = sheet.of("mountain"), sheet.of("forest")
    for terrain, cells in (
        ("hill", sheet.of("hill") | high | {at for at in wooded if _near(at, sheet.of("hill") | high)}),
        ("mountain", high),
        ("forest", wooded),
        ("swamp", sheet.of("swamp")),
    ):
        outline = geometry.natural(_spilled(sheet, cells), 0.2)
        drawn.append(path(outline, fill=_TINTS[terrain]))
        drawn.append(line(outline, SEPIA, 1.0, stroke_opacity=0.22))
    return "".join(drawn)


def _near(at: Grid, cells: set[Grid]) -> bool:
    return sum(near in cells for near in geometry.neighbours(at)) >= 2


def _spilled(sheet: Sheet, cells: set[Grid]) -> set[Grid]:
    """The cells and the sea around them, over which a tint runs up to the shore."""
    return cells | {near for at in cells for near in geometry.neighbours(at) if near not in sheet.dry}


# lines


def _rivers(sheet: Sheet) -> str:
    """Growing from the source to the mouth."""
    drawn = []
    for points in _courses(sheet.land):
        if len(points) > 2 and any(sheet.window.holds(p, -3 * SIDE) for p in points):
            ends = [round(len(points) * share) for share in (0, 0.25, 0.5, 0.75, 1)]
            for (first, last), width in zip(pairwise(ends), (2.0, 3.0, 4.0, 5.0), strict=True):
                drawn.append(line(geometry.polyline(points[first : last + 1]), RIVER, width))
    return "".join(drawn)


@lru_cache(maxsize=4)
def _courses(land: engine.Land) -> tuple[list[Point], ...]:
    """Where rivers run, rounded: the same for every region of a land."""
    return tuple(
        _rounded([spot(at) for at in river.course] or [centre(grid(label)) for label in river.hexes])
        for river in land.rivers
    )


def _rounded(points: list[Point]) -> list[Point]:
    """The same line with its corners cut, twice (Chaikin)."""
    for _ in range(2):
        cut = [p for a, b in pairwise(points) for p in (a.towards(b, 0.25), a.towards(b, 0.75))]
        points = [*points[:1], *cut, *points[-1:]]
    return points


def _roads(sheet: Sheet) -> str:
    """From hex to hex, rounded; where two roads run together they are one."""
    shown = [road for road in sheet.land.roads if sheet.shown(road.hexes)]
    ways = "".join(curve([_paved(sheet, label) for label in road.hexes]) for road in shown)
    return line(ways, ROAD, 5.4) + line(ways, "#f7ead0", 2.8) if ways else ""


def _paved(sheet: Sheet, label: str) -> Point:
    """Where a road runs through a hex: through a place's middle, elsewhere a little beside it."""
    at = centre(grid(label))
    if sheet.land.place_at(label) is not None:
        return at.moved(0, 4)
    dice = noise("road", label)
    return at.moved(14 * (next(dice) - 0.5), 14 * (next(dice) - 0.5))


def _bridges(sheet: Sheet) -> str:
    """Two arches across the river, where it comes nearest to the middle of its hex."""
    drawn = []
    for at in sorted(at for at, found in sheet.hexes.items() if found.bridge):
        a, b = _crossed(sheet.land, at)
        turn = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
        arch = line("M-5,-10q4,10 0,20", INK, 1.8) + line("M5,-10q-4,10 0,20", INK, 1.8)
        deck = line("M0,-9v18", "#f7ead0", 8)
        place = f"translate({number(a.x)} {number(a.y)}) rotate({number(turn)})"
        drawn.append(element("g", deck + arch, transform=place))
    return "".join(drawn)


@lru_cache(maxsize=256)
def _crossed(land: engine.Land, at: Grid) -> tuple[Point, Point]:
    """The piece of a river that is nearest to the middle of a hex."""
    legs = (leg for points in _courses(land) for leg in pairwise(points))
    return min(legs, key=lambda leg: leg[0].distance(centre(at)))


def _grid(sheet: Sheet) -> str:
    """Every side of a land hex, once."""
    half, high, side = number(SIDE / 2), number(HEIGHT / 2), number(SIDE)
    sides = []
    for at in sorted(sheet.dry):
        first = geometry.corners(at)[2]
        sides.append(f"M{first}l-{half},{high}h-{side}l-{half},-{high}")
        for edge in (0, 1, 5):
            if geometry.neighbour(at, edge) not in sheet.dry:
                sides.append(geometry.polyline(geometry.side_ends(at, edge)))
    return line("".join(sides), INK, 0.8, stroke_opacity=0.18)


def _borders(sheet: Sheet) -> str:
    """Between regions a row of faint dots; around the one that is outlined a red one (GUC-2)."""
    faint: list[str] = []
    red: list[str] = []
    for at in sheet.dry:
        for side in (0, 1, 2):
            near = geometry.neighbour(at, side)
            if near not in sheet.dry:
                continue
            one, other = sheet.hexes[at].region, sheet.hexes[near].region
            if one != other and one and other:
                outlined = sheet.land.outlined and sheet.land.outlined in (one, other)
                (red if outlined else faint).append(geometry.polyline(geometry.side_ends(at, side)))
    return line("".join(faint), SLOPE, 2.4, stroke_opacity=0.5, stroke_dasharray="0.1 6") + line(
        "".join(red), RED, 4.2, stroke_dasharray="0.1 8.6"
    )


# relief

Marks = Iterator[tuple[float, str]]
"""Drawings with how far down they stand: those further north are drawn first."""

_PEAKS, _BROWS = 14, 10


@lru_cache(maxsize=1)
def stamps() -> str:
    """What is drawn again and again: a tree, mountains and hills of several kinds."""
    peaks = "".join(_peak(number) for number in range(_PEAKS))
    return TREE + _volcano() + peaks + "".join(_brow(number) for number in range(_BROWS))


def _relief(sheet: Sheet) -> str:
    """Mountains, hills, trees and reeds, each before what is behind it."""
    taken = {place.hex for place in sheet.land.places}
    cones = [spot(mark.at) for mark in sheet.land.letterings if mark.kind == "volcano"]
    drawn: list[tuple[float, str]] = []
    for at, found in sheet.hexes.items():
        if any(cone.distance(centre(at)) < 62 for cone in cones):
            continue
        label = f"{at[0] + 1:02d}{at[1] + 1:02d}"
        busy = found.road or found.river or label in taken
        if found.terrain in _ENGRAVERS:
            drawn += _ENGRAVERS[found.terrain](centre(at), noise(sheet.land.id, at), busy)
    drawn += [_stamp("volcano", cone) for cone in cones]
    return "".join(mark for _, mark in sorted(drawn))


def _stamp(name: str, at: Point, scale: float = 1.0) -> tuple[float, str]:
    if scale == 1.0:
        return at.y, f'<use href="#{name}" x="{number(at.x)}" y="{number(at.y)}"/>'
    place = f"translate({number(at.x)} {number(at.y)}) scale({scale:.2f})"
    return at.y, f'<use href="#{name}" transform="{place}"/>'


def _mountains(at: Point, dice: Iterator[float], busy: bool) -> Marks:
    """One tall peak and a lower one beside it; where something else is in the hex, two small ones above."""
    lean = 1 if next(dice) > 0.5 else -1
    if busy:
        yield _stamp(_any("peak", _PEAKS, dice), at.moved(-14 + 8 * next(dice), -9), 0.46 + 0.1 * next(dice))
        yield _stamp(_any("peak", _PEAKS, dice), at.moved(12 + 6 * next(dice), -11), 0.4 + 0.1 * next(dice))
        return
    beside = at.moved(lean * (13 + 6 * next(dice)), -5 - 6 * next(dice))
    yield _stamp(_any("peak", _PEAKS, dice), beside, 0.62 + 0.16 * next(dice))
    yield _stamp(
        _any("peak", _PEAKS, dice),
        at.moved(-lean * 9 * next(dice), 9 + 7 * next(dice)),
        0.84 + 0.3 * next(dice),
    )


def _any(name: str, of: int, dice: Iterator[float]) -> str:
    return f"{name}{int(next(dice) * of) % of}"


def _peak(kind: int) -> str:
    """A mountain whose base is centred on 0,0: lit from the north-west, hatched down its other side."""
    dice = noise("peak", kind)
    foot, high, half = Point(0, 0), 29 + 9 * next(dice), 22 + 8 * next(dice)
    top = foot.moved(7 * (next(dice) - 0.5), -high)
    left, right = foot.moved(-half, 2 * next(dice)), foot.moved(half, 2 * next(dice))
    notch = top.towards(right, 0.34 + 0.2 * next(dice)).moved(2.6, -1.5 + next(dice))
    shoulder = top.towards(left, 0.4 + 0.25 * next(dice)).moved(-2 * next(dice), -3 + 3 * next(dice))
    ridge = f"M{left}Q{shoulder.moved(2, 3)} {shoulder}L{top}L{notch}Q{notch.moved(3, 5)} {right}"
    fold = top.towards(foot, 0.55).moved(4 * (next(dice) - 0.3), 0)
    body = path(f"{ridge}Q{foot.moved(0, 4)} {left}Z", fill="#f0e5c8")
    shade = path(
        f"M{top}L{notch}Q{notch.moved(3, 5)} {right}Q{foot.moved(half / 2, 3)} {foot.moved(3, 1)}L{fold}Z",
        fill="#bfa674",
    )
    strokes = []
    for i in range(1, 6):
        start = top.towards(right, 0.06 + i * 0.155).moved(0, 1)
        down = high * (0.5 - 0.055 * i) * (0.7 + 0.5 * next(dice))
        strokes.append(f"M{start}l{number(-1.2 - 0.8 * i)},{number(down)}")
    gully = f"M{left.towards(shoulder, 0.5)}l{number(3 + 2 * next(dice))},{number(high * 0.16)}"
    ink = line(ridge + f"M{top}L{fold}", "#57452a", 1.3) + line("".join(strokes) + gully, "#57452a", 0.8)
    return element("g", body + shade + ink, id=f"peak{kind}")


def _volcano() -> str:
    """A great cone that smokes."""
    ridge = "M-62,6C-38,0 -20,-34 -11,-52q5,3 10,0q6,3 12,0C20,-34 40,0 64,6"
    body = path(f"{ridge}Q0,14 -62,6Z", fill="#f0e5c8")
    shade = path("M11,-52C20,-34 40,0 64,6Q34,12 10,10L4,-30Z", fill="#bfa674")
    strokes = "".join(f"M{12 + 6 * i},{-46 + 8.4 * i}l{-3 - i},{15 - 0.6 * i}" for i in range(6))
    strokes += "M-8,-44l-5,12M-4,-40l-2,14M-20,-28l-6,11"
    plume = "M-2,-55c-9,-7 2,-13 -5,-20c-5,-8 8,-14 16,-11c2,-9 16,-9 17,0c9,0 9,10 1,12"
    plume += "c-8,3 -16,-2 -19,5c-3,6 0,9 -4,14Z"
    smoke = path(plume, fill="#e9e2d2", fill_opacity=0.9, stroke="#57452a", stroke_width=1)
    return element(
        "g", smoke + body + shade + line(ridge, "#57452a", 1.5) + line(strokes, "#57452a", 0.9), id="volcano"
    )


def _hills(at: Point, dice: Iterator[float], busy: bool) -> Marks:
    """Two or three rounded brows."""
    places = ((-14, -10), (11, -13)) if busy else ((-12, -7), (11, 8), (3, -16))[: 2 + int(next(dice) * 2)]
    for dx, dy in places:
        foot = at.moved(dx + 10 * (next(dice) - 0.5), dy + 9 * (next(dice) - 0.5))
        yield _stamp(_any("brow", _BROWS, dice), foot, 0.8 + 0.45 * next(dice))


def _brow(kind: int) -> str:
    """A hill whose base is centred on 0,0, with a few strokes on its lee side."""
    dice = noise("brow", kind)
    half, high = 10 + 4 * next(dice), 5.5 + 3.5 * next(dice)
    crest = 0.7 + 0.5 * next(dice)
    brow = f"M{number(-half)},0q{number(half * crest)},{number(-1.8 * high)} {number(2 * half)},0.6"
    strokes = "".join(
        f"M{number(half * (0.12 + 0.25 * i))},{number(-high * (0.74 - 0.2 * i))}"
        f"l{number(1.2 + i * 0.6)},{number(high * 0.5 * (0.7 + 0.5 * next(dice)))}"
        for i in range(3)
    )
    lit = path(brow + "Z", fill="#efe3c1", fill_opacity=0.85)
    return element("g", lit + line(brow, "#927748", 1.1) + line(strokes, "#927748", 0.75), id=f"brow{kind}")


def _trees(at: Point, dice: Iterator[float], busy: bool) -> Marks:
    for i in range(5 if busy else 8):
        angle = i * 2.39996 + next(dice) * 0.9  # the golden angle
        reach = SIDE * 0.78 * math.sqrt((i + 0.6) / 8)
        p = at.moved(math.cos(angle) * reach, math.sin(angle) * reach * HEIGHT / 2 / SIDE - 1)
        yield _stamp("oak", p.moved(0, -18) if busy and p.distance(at) < 13 else p)


def _reeds(at: Point, dice: Iterator[float], busy: bool) -> Marks:
    for i in range(3 if busy else 6):
        angle = i * 2.39996 + next(dice) * 0.9
        reach = SIDE * 0.72 * math.sqrt((i + 0.7) / 6)
        yield _stamp("reed", at.moved(math.cos(angle) * reach, math.sin(angle) * reach * 0.85))


_ENGRAVERS: dict[str, Callable[[Point, Iterator[float], bool], Marks]] = {
    "mountain": _mountains,
    "hill": _hills,
    "forest": _trees,
    "swamp": _reeds,
}


def sample(kind: str) -> str:
    """A patch of ground or a piece of a line around 0,0, for the key."""
    if kind == "river":
        return line("M-26,4q12,-12 24,-2t28,-4", RIVER, 4.6)
    if kind == "road":
        way = "M-26,6q14,-14 26,-4t26,-4"
        return line(way, ROAD, 5.4) + line(way, "#f7ead0", 2.8)
    marks = sorted(_ENGRAVERS[kind](Point(0, 0), noise("key", kind), kind == "mountain"))
    return element("g", "".join(mark for _, mark in marks), transform="translate(0 8) scale(.9)")
