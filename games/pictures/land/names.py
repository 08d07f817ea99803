"""Lettering: the names of places, each set where it hides least, and those of seas, mountains and regions
across the land."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from games.pictures.geometry import HEIGHT, MARGIN, SIDE, Grid, Point, centre, number
from games.pictures.ink import INK, LABELS, PAPER, element, words
from games.pictures.land.places import COUNTER, NAMES, REACH
from games.pictures.land.sheet import LAND, SERIF, SHORE, Sheet, grid, spot, text_width
from rules import engine

PHONE = 390
"""Pixels of a phone: letters of a region are as large as can be read there."""
_SIZES = {"city": 1.34, "town": 1.06, "castle": 1.0, "village": 0.94}
_STYLES: dict[str, dict[str, str | float]] = {
    "sea": {"font_size": 58, "letter_spacing": 13, "fill": SHORE, "fill_opacity": 0.75},
    "gulf": {"font_size": 25, "letter_spacing": 1.5, "fill": SHORE},
    "relief": {"font_size": 25, "letter_spacing": 3, "fill": "#4d3517"},
    "wood": {"font_size": 20, "letter_spacing": 0.5, "fill": "#33491f"},
    "region": {"font_size": 40, "letter_spacing": 12, "fill": "#6f4c20", "fill_opacity": 0.7},
}
_LONGEST = 600.0
"""Half of what a lettering takes, and more: no piece may lack what begins in another."""
_PASSES = 6  # how often every name is set again, knowing where the others stand
_HIDES_NAME, _HIDES_VIEW, _HIDES_LINE, _HIDES_LETTERING, _OUTSIDE = 60.0, 26.0, 1.3, 3.0, 200.0
_HIDES_NUMBER = 2.5
_NUMBER = 13.8, 30.0
"""How large the number of a hex is in a region of the usual width, and how wide: where it stands depends
little on that."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    low: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.low - self.top)

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        if not self.touches(other):  # which is quickly said, and true of most
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide * (min(self.low, other.low) - max(self.top, other.top))

    def touches(self, other: Box) -> bool:
        """Whether they share an area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.low
            and other.top < self.low
        )

    def holds(self, at: Point) -> bool:
        return self.left <= at.x <= self.right and self.top <= at.y <= self.low


class Name(NamedTuple):
    """A name where it might be set: its box, and where its letters begin or end."""

    box: Box
    at: Point
    anchor: str
    taste: float
    """How little the place is liked: 0 for the right-hand side."""


def names(sheet: Sheet) -> str:
    """The names of all places that are shown."""
    return "".join(
        element(
            "text",
            words(place.name),
            x=name.at.x,
            y=name.at.y,
            font_family=SERIF,
            font_weight="600",
            font_size=letters,
            text_anchor=name.anchor,
            fill=NAMES[place.kind.value],
            stroke=LAND,
            stroke_width=letters * 0.2,
            stroke_opacity=0.88,
            stroke_linejoin="round",
            paint_order="stroke",
        )
        for place, name, letters in placed(sheet)
    )


def placed(sheet: Sheet) -> list[tuple[engine.Place, Name, float]]:
    """Where the name of each place that is shown stands, and how large its letters are."""
    size = _size(sheet)
    places = [place for place, at in _middles(sheet.land) if sheet.window.holds(at, 8.0)]
    chosen = _set(sheet, places, size)
    return [(place, chosen[place.id], size * _SIZES[place.kind.value]) for place in places]


@lru_cache(maxsize=4)
def _middles(land: engine.Land) -> tuple[tuple[engine.Place, Point], ...]:
    """All places, each with the middle of its hex."""
    return tuple((place, centre(grid(place.hex))) for place in land.places)


def _size(sheet: Sheet) -> float:
    return 22.0 if sheet.whole else min(25.0, max(19.0, 12.6 * sheet.window.width / PHONE))


def _set(sheet: Sheet, places: list[engine.Place], size: float) -> dict[str, Name]:
    spots = {place.id: _spots(sheet.land, place, size) for place in places}
    options = {place: [spot.name for spot in found] for place, found in spots.items()}
    shown = set(spots)
    still = {place: [_still_cost(sheet, spot, shown) for spot in found] for place, found in spots.items()}
    order = sorted(places, key=lambda place: (-_SIZES[place.kind.value], place.hex))
    hulls = {place: _hull(names) for place, names in options.items()}
    rivals = {
        place: {other for other in hulls if other != place and hulls[place].touches(hulls[other])}
        for place in hulls
    }
    chosen: dict[str, Name] = {}
    for _ in range(_PASSES):
        before = dict(chosen)
        for place in order:
            others = [name.box for other, name in chosen.items() if other in rivals[place.id]]
            costs = [
                cost + sum(_clash(name.box.overlap(other), size) for other in others)
                for name, cost in zip(options[place.id], still[place.id], strict=True)
            ]
            chosen[place.id] = options[place.id][costs.index(min(costs))]
        if chosen == before:
            break
    return chosen


class Spot(NamedTuple):
    """A name where it might be set, and what of the whole land it would hide there: ``views`` of other places
    with the areas, ``lines`` by their points, letterings by their ``lettered`` area, and how many ``numbers``
    of hexes, in parts of one."""

    name: Name
    views: tuple[tuple[str, float], ...]
    lines: tuple[Point, ...]
    lettered: float
    numbers: float


@lru_cache(maxsize=1024)
def _spots(land: engine.Land, place: engine.Place, size: float) -> tuple[Spot, ...]:
    """All spots for the name of a place, which are the same in every picture with letters of this size."""
    options = list(_options(place, size))
    hull = _hull(options)
    near = _within(hull, _along(land))
    beside = [(o, view) for o, view in _views(land).items() if o != place.id and hull.touches(view)]
    lettered = [box for box in _boxes(land) if hull.touches(box)]
    numbered = numbers_in(land, hull)
    found = []
    for name in options:
        box = name.box
        views = tuple((other, area) for other, view in beside if (area := box.overlap(view)))
        lines = tuple(p for p in near if box.holds(p))
        hidden = sum(area / other.area for other in numbered if (area := box.overlap(other)))
        found.append(Spot(name, views, lines, sum(box.overlap(other) for other in lettered), hidden))
    return tuple(found)


def _within(box: Box, points: tuple[Point, ...]) -> list[Point]:
    """Those in a box, of points from west to east."""
    first, last = bisect_left(points, (box.left,)), bisect_right(points, (box.right, inf))
    return [p for p in points[first:last] if box.top <= p.y <= box.low]


@lru_cache(maxsize=4)
def _views(land: engine.Land) -> dict[str, Box]:
    return {place.id: _view(place) for place in land.places}


@lru_cache(maxsize=4)
def _boxes(land: engine.Land) -> tuple[Box, ...]:
    return tuple(_box_of(mark) for mark in land.letterings if mark.kind in ("relief", "wood", "gulf"))


def _hull(names: list[Name]) -> Box:
    """The least box around all places for a name."""
    boxes = [name.box for name in names]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.low for box in boxes),
    )


def _clash(overlap: float, size: float) -> float:
    """What it costs that two names share an area."""
    return _HIDES_NAME * (0.2 + overlap / (size * size)) if overlap else 0.0


_BETWEEN_NUMBERS = -3.0
"""Where letters beside a place stand between the numbers of the next hexes, which lie half a hex lower and
higher."""


def _options(place: engine.Place, size: float) -> Iterable[Name]:
    """Beside a place, above and below it, and at its corners."""
    letters = size * _SIZES[place.kind.value]
    wide, cap, drop = text_width(place.name, letters) + 2, letters * 0.68, letters * 0.2
    at, reach = centre(grid(place.hex)).moved(0, 4), max(REACH[place.kind.value], COUNTER)
    right = reach + (9 if place.port else 3)
    for x, y, anchor, taste in (
        (right, cap / 2 - 1, "start", 0.0),
        (right, _BETWEEN_NUMBERS, "start", 0.1),
        (-reach - 3, cap / 2 - 1, "end", 1.0),
        (-reach - 3, _BETWEEN_NUMBERS, "end", 1.1),
        (0.0, 10 + cap, "middle", 1.2),
        (0.0, -23.0, "middle", 2.2),
        (right - 3, 9 + cap * 0.6, "start", 1.4),
        (right - 3, -9.0, "start", 1.6),
        (-reach, 9 + cap * 0.6, "end", 2.0),
        (-reach, -9.0, "end", 2.2),
        (reach * 0.2, 12 + cap, "start", 2.4),
        (-reach * 0.2, 12 + cap, "end", 2.6),
    ):
        p = at.moved(x, y)
        left = p.x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        yield Name(Box(left, p.y - cap, left + wide, p.y + drop), p, anchor, taste)


def _still_cost(sheet: Sheet, spot: Spot, shown: Container[str]) -> float:
    """What a name hides that does not move and is shown, and how far it leaves the picture."""
    box, window = spot.name.box, sheet.window
    area = max(1.0, (box.right - box.left) * (box.low - box.top))
    edge = 6.0 if not sheet.whole else 84.0
    outside = not (
        window.left + edge <= box.left
        and box.right <= window.left + window.width - edge
        and window.top + edge <= box.top
        and box.low <= window.top + window.height - edge
    )
    return (
        spot.name.taste
        + _OUTSIDE * outside
        + _HIDES_VIEW * sum(hidden for place, hidden in spot.views if place in shown) / 100
        + _HIDES_LINE * sum(window.holds(p) for p in spot.lines)
        + _HIDES_LETTERING * spot.lettered / area * 4
        + (0.0 if sheet.whole else _HIDES_NUMBER * spot.numbers)
    )


def _view(place: engine.Place) -> Box:
    at, reach = centre(grid(place.hex)).moved(0, 4), REACH[place.kind.value]
    return Box(at.x - reach, at.y - 18, at.x + reach + (8 if place.port else 0), at.y + 10)


@lru_cache(maxsize=4)
def _along(land: engine.Land) -> tuple[Point, ...]:
    """Points along the roads and rivers of a land, a third of a hex apart, from west to east."""
    found = []
    ways = [[centre(grid(label)) for label in road.hexes] for road in land.roads]
    ways += [[spot(at) for at in river.course] for river in land.rivers]
    for way in ways:
        for a, b in pairwise(way):
            steps = max(1, round(a.distance(b) / (HEIGHT / 3)))
            found += [a.towards(b, i / steps) for i in range(steps)]
    return tuple(sorted(found))


# across the land


def letterings(sheet: Sheet) -> str:
    """Seas, gulfs, mountains, woods and regions."""
    beyond = 0.0 if sheet.whole else -120.0 if not sheet.piece else -_LONGEST
    return "".join(
        _lettering(mark)
        for mark in sheet.land.letterings
        if mark.kind in _STYLES and sheet.window.holds(spot(mark.at), beyond)
    )


def _lettering(mark: engine.Lettering) -> str:
    style = dict(_STYLES[mark.kind])
    at = spot(mark.at)
    text = mark.text.upper() if mark.kind == "region" else mark.text
    if mark.kind != "sea" and mark.kind != "gulf":
        style |= {"stroke": LAND, "stroke_width": 4.0, "stroke_opacity": 0.6, "paint_order": "stroke"}
    turned = f" rotate({number(mark.tilt)})" if mark.tilt else ""
    return element(
        "text",
        words(text),
        transform=f"translate({number(at.x)} {number(at.y)}){turned}",
        font_family=SERIF,
        font_style="normal" if mark.kind == "region" else "italic",
        font_weight="600" if mark.kind == "region" else "500",
        text_anchor="middle",
        **style,
    )


def _box_of(mark: engine.Lettering) -> Box:
    size = float(_STYLES[mark.kind]["font_size"])
    at = spot(mark.at)
    half = (
        text_width(mark.text, size, italic=True)
        + len(mark.text) * float(_STYLES[mark.kind]["letter_spacing"])
    ) / 2
    return Box(at.x - half, at.y - size * 0.7, at.x + half, at.y + size * 0.2)


def numbers(sheet: Sheet) -> str:
    """The numbers of the land hexes of a region: at the head of a hex, or below what stands in it."""
    size = min(17.0, max(11.0, 9.2 * sheet.wide / PHONE))
    within = 4.0 if not sheet.piece else -HEIGHT
    said = "".join(
        _numbered(at, _below(sheet.land, at, size))
        for at in sorted(sheet.dry)
        if sheet.window.holds(centre(at), within)
    )
    return said and element(
        "text",
        said,
        font_family=LABELS,
        font_weight="500",
        font_size=size,
        text_anchor="middle",
        fill=INK,
        fill_opacity=0.72,
        stroke=PAPER,
        stroke_width=2,
        stroke_opacity=0.6,
        paint_order="stroke",
    )


def _below(land: engine.Land, at: Grid, size: float) -> float:
    """How far below the middle of its hex the foot of a number of this size stands."""
    return HEIGHT / 2 - 2 if at in _built(land) else size * 0.72 + 3 - HEIGHT / 2


def numbers_in(land: engine.Land, box: Box) -> list[Box]:
    """The numbers that stand in a box, in a region of the usual width."""
    columns = range(int((box.left - MARGIN) / (1.5 * SIDE)) - 1, int((box.right - MARGIN) / (1.5 * SIDE)) + 2)
    rows = range(int((box.top - MARGIN) / HEIGHT) - 1, int((box.low - MARGIN) / HEIGHT) + 2)
    boxes = _numbers_of(land)
    found = (boxes.get((column, row)) for column in columns for row in rows)
    return [number for number in found if number is not None and box.touches(number)]


@lru_cache(maxsize=4)
def _numbers_of(land: engine.Land) -> dict[Grid, Box]:
    """The number of each hex that is not at sea."""
    size, wide = _NUMBER
    found = {}
    for at in (grid(label) for label, ground in land.hexes.items() if ground.terrain != "sea"):
        p, low = centre(at), _below(land, at, size)
        found[at] = Box(p.x - wide / 2, p.y + low - size * 0.72, p.x + wide / 2, p.y + low)
    return found


@lru_cache(maxsize=4)
def _built(land: engine.Land) -> frozenset[Grid]:
    """The hexes in which places stand."""
    return frozenset(grid(place.hex) for place in land.places)


@lru_cache(maxsize=16_384)
def _numbered(at: Grid, drop: float) -> str:
    """The number of a hex, so far below its middle."""
    p = centre(at)
    label = f"{at[0] + 1:02d}{at[1] + 1:02d}"
    return f'<tspan x="{number(p.x)}" y="{number(p.y + drop)}">{label}</tspan>'
