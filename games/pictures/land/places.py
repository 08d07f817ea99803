"""Villages, towns, castles and cities as small views, with the pennon of whoever holds them; counters and
ways of groups over them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, sin

from games.pictures.geometry import Grid, Point, centre, curve, number
from games.pictures.ink import INK, LABELS, PAPER, element, line, path, words
from games.pictures.land.sheet import FACTIONS, Sheet, grid
from rules import engine

NAMES = {"village": INK, "town": "#1f4272", "castle": "#9c2118", "city": "#23622d"}
"""The colours in which the book prints the names of each class (GUC-5.1a)."""
REACH = {"village": 9.0, "town": 12.5, "castle": 10.5, "city": 17.0}
"""How far a view stretches to each side of its hex's middle."""
COUNTER = 15.0
"""The same of the counter of a group, which must not hide the name of where it stands."""

_WALL = "#f3e8cf"
_STONE = "#d9cdb4"
_TILE = "#b4553a"
_DARK = "#8a3a26"
ROOFS = (_TILE, _DARK)


def place_view(kind: str, *, port: bool = False, monastery: bool = False, faction: str = "") -> str:
    """One place around 0,0."""
    drawn = _LOOKS[kind]
    top = _TOPS[kind]
    if monastery:
        drawn += line(f"M0,{top}v-9M-3,{top - 6}h6", INK, 1.7)
    if faction:
        mast = top - (8 if monastery else 0)
        x = 0 if not monastery else 6
        base = top + 2 if not monastery else top + 6
        drawn += line(f"M{x},{base}V{mast - 11}", INK, 1.3)
        drawn += path(
            f"M{x},{mast - 11}l13,3.6l-13,3.9Z", fill=FACTIONS[faction], stroke=INK, stroke_width=0.7
        )
    if port:
        beside = REACH[kind] + 3
        anchor = f"M{beside},2v9M{beside - 2.5},4.2h5M{beside - 4.4},7.6q0.4,4.4 4.4,4.4q4,0 4.4,-4.4"
        drawn += line(anchor, PAPER, 3.4) + line(anchor, "#28566b", 1.5)
    return drawn


def _house(x: float, y: float, wide: float, high: float, roof: str = _TILE) -> str:
    """A gabled house that stands at a point."""
    wall = f"M{number(x)},{number(y)}v{number(-high)}h{number(wide)}v{number(high)}Z"
    half, rise = number(wide / 2 + 1), number(high * 0.85)
    gable = f"M{number(x - 1)},{number(y - high)}l{half},-{rise}l{half},{rise}Z"
    style: dict[str, str | float] = {"stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round"}
    return path(wall, fill=_WALL, **style) + path(gable, fill=roof, **style)


def _tower(x: float, y: float, wide: float, high: float) -> str:
    """A tower with three merlons, its right side in the shade."""
    m = number(wide / 5)
    head = f"v-{m}h{m}v{m}h{m}v-{m}h{m}v{m}h{m}v-{m}h{m}v{m}"
    body = f"M{number(x)},{number(y)}V{number(y - high)}{head}V{number(y)}Z"
    shade = f"M{number(x + wide * 0.58)},{number(y)}V{number(y - high)}H{number(x + wide)}V{number(y)}Z"
    slit = f"M{number(x + wide * 0.38)},{number(y - high * 0.5)}v-3.4h1.6v3.4Z"
    return (
        path(body, fill=_STONE, stroke=INK, stroke_width=1.1, stroke_linejoin="round")
        + path(shade, fill=INK, fill_opacity=0.22)
        + path(slit, fill=INK)
    )


def _wall(x: float, y: float, wide: float, high: float) -> str:
    steps = int(wide // 4)
    crest = "".join("v-2.2h2v2.2h2" for _ in range(steps))
    return path(
        f"M{number(x)},{number(y)}v{number(-high)}{crest}H{number(x + wide)}V{number(y)}Z",
        fill=_STONE,
        stroke=INK,
        stroke_width=1.0,
        stroke_linejoin="round",
    )


_GATE = path("M-2.4,9v-3.4a2.4,2.4 0 0 1 4.8,0V9Z", fill=INK)
_LOOKS = {
    "village": _house(-8, 5, 7, 4.4) + _house(0.5, 6.5, 8, 5),
    "town": _house(-12, 5, 7, 5) + _house(5.5, 4, 7, 5) + _tower(-3, 4, 6.4, 14)
    + _house(-8, 8, 7.5, 5, _DARK) + _house(1, 8.5, 8, 5.4),
    "castle": _wall(-10, 8, 20, 6) + _tower(-5, 6, 10, 17) + _GATE,
    "city": _house(-11, 1, 7, 6) + _house(4.5, 1, 7, 6, _DARK) + _tower(-3.4, 0, 6.8, 15)
    + _house(-6, 3, 6, 4) + _wall(-15, 9, 30, 7) + _tower(-17, 10, 7, 13) + _tower(10, 10, 7, 13) + _GATE,
}  # fmt: skip
_TOPS = {"village": -3, "town": -12, "castle": -13, "city": -17}


def views(sheet: Sheet, year: int | None) -> str:
    """All places of the sheet; with a year each under the colours of its owner."""
    return "".join(view for at, view in _views(sheet.land, year) if at in sheet.hexes)


@lru_cache(maxsize=64)
def _views(land: engine.Land, year: int | None) -> tuple[tuple[Grid, str], ...]:
    """Those of a whole land, each with where it lies, from north to south."""
    drawn = []
    for place in sorted(land.places, key=lambda found: found.hex[2:]):
        at = grid(place.hex)
        faction = place.at(year).faction.value if year is not None else ""
        view = place_view(place.kind.value, port=place.port, monastery=place.monastery, faction=faction)
        p = centre(at)
        placed = element("g", view, transform=f"translate({number(p.x)} {number(p.y + 4)})")
        drawn.append((at, element("g", element("title", words(_said(place, year))) + placed)))
    return tuple(drawn)


def _said(place: engine.Place, year: int | None) -> str:
    """What a hand would feel for."""
    held = f", {place.at(year).lord}" if year is not None else ""
    return f"{place.name} ({place.hex}){held}"


# groups

OVER = 7.0
"""How far a counter is set off from the one above it."""
LONGEST = 16
"""Letters that fit below a stack without reaching into its neighbours."""


def ways(sheet: Sheet, shown: tuple[engine.LandWay, ...]) -> str:
    """The ways that groups took, with an arrow at their ends."""
    drawn = []
    for way in shown:
        points = [centre(grid(label)) for label in way.hexes]
        if len(points) < 2:
            continue
        colour = FACTIONS[way.faction.value if way.faction else ""]
        tip, behind = points[-1], points[-2]
        data = curve([*points[:-1], behind.towards(tip, 0.7)])
        drawn += [line(data, PAPER, 9, stroke_opacity=0.8), line(data, colour, 4.4, stroke_dasharray="11 6")]
        drawn.append(_arrow(behind, tip, colour))
    return "".join(drawn)


def _arrow(behind: Point, tip: Point, colour: str) -> str:
    turn = atan2(tip.y - behind.y, tip.x - behind.x)
    point = behind.towards(tip, 0.92)
    wings = [point.moved(-15 * cos(turn + side), -15 * sin(turn + side)) for side in (0.5, -0.5)]
    return path(f"M{point}L{wings[0]}L{wings[1]}Z", fill=colour, stroke=PAPER, stroke_width=1.2)


def counters(sheet: Sheet, marks: tuple[engine.LandMark, ...]) -> str:
    """The counters of groups; several in a hex lie over each other, the first on top, and one line below
    them calls them by their names."""
    stacks: dict[str, list[engine.LandMark]] = {}
    for mark in marks:
        if grid(mark.hex) in sheet.hexes:
            stacks.setdefault(mark.hex, []).append(mark)
    drawn, called = [], []
    for label, stack in stacks.items():
        at = centre(grid(label))
        for depth, mark in reversed(list(enumerate(stack))):
            drawn.append(_counter(mark, at.moved(OVER * depth, -OVER * depth)))
        called.append(_called([mark.label for mark in stack if mark.label], at))
    return "".join((*drawn, *called))


def _counter(mark: engine.LandMark, at: Point) -> str:
    colour = FACTIONS[mark.faction.value if mark.faction else ""]
    said = element("title", words(mark.title or mark.label or mark.letter))
    edge, side = number(-COUNTER), number(2 * COUNTER)
    outline = f"M{edge},{edge}h{side}v{side}h-{side}Z"
    shadow = path("M-13,-11h29v29h-29Z", fill=INK, fill_opacity=0.3)
    square = path(outline, fill=colour, stroke=PAPER, stroke_width=2)
    rim = path(outline, fill="none", stroke=INK, stroke_width=1)
    high, size = (7.0, 20) if len(mark.letter) < 2 else (5.5, 16)
    bars = "".join(
        path(f"M{edge},{number(2.5 + 5 * n - COUNTER)}h{side}v3h-{side}Z", fill=PAPER)
        for n in range(mark.bars)
    )
    drawn = said + shadow + square + bars + rim + _text(mark.letter, high, size, "#ffffff")
    return element("g", drawn, transform=f"translate({number(at.x)} {number(at.y)})")


def _called(labels: Sequence[str], at: Point) -> str:
    """Who stands in a hex: as many names as there is room for, and how many more there are."""
    if not labels:
        return ""
    shown = list(labels[:1])
    for label in labels[1:]:
        if len(", ".join([*shown, label])) > LONGEST:
            break
        shown.append(label)
    more = len(labels) - len(shown)
    said = ", ".join(shown) + (f" +{more}" if more else "")
    return element(
        "g", _text(said, 28, 16, INK, halo=True), transform=f"translate({number(at.x)} {number(at.y)})"
    )


def _text(text: str, y: float, size: float, fill: str, *, halo: bool = False) -> str:
    around: dict[str, str | float] = (
        {"stroke": PAPER, "stroke_width": 5.5, "stroke_linejoin": "round", "paint_order": "stroke"}
        if halo
        else {}
    )
    return element(
        "text",
        words(text),
        x=0.0,
        y=y,
        font_family=LABELS,
        font_weight="600",
        font_size=size,
        text_anchor="middle",
        fill=fill,
        **around,
    )
