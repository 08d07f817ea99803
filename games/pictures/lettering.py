"""Hex numbers, as large as they must be to be read where a drawing is shown, and above whatever runs
across them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise, product
from math import hypot

from django.utils.translation import gettext

from games.pictures.geometry import HEIGHT, ORIGIN, Grid, Layout, Point, centre, number
from games.pictures.ink import INK, LABELS, PAPER, Stamp, element, words
from rules import engine

MAIL = 600
"""Pixels that a mail program leaves a picture."""
READABLE = 9.2
"""Pixels that a number must be high in a mail to be read."""
IN_A_PART = 17.6
"""The size in a part of a board, so that it can be read on a phone, which leaves 350 pixels."""
_LEAST, _MOST = 9.6, 18.6  # units: a larger one would not fit above a counter
_CAPITALS = 0.72  # of a letter's size
_REACH = 20.0  # how near a line runs across a number
_UNDER = 16.0  # how near a counter hides it

Line = tuple[Point, ...]


def size_for(width: float) -> float:
    """How large the numbers of a drawing of this width are, in its units."""
    return min(max(_LEAST, READABLE * width / MAIL), _MOST)


def numbers(layout: Layout, size: float) -> str:
    """Those of all hexes."""
    return _said([(centre(at), found.label) for at, found in layout.hexes.items()], size, 2, 0.6)


def above(layout: Layout, picture: engine.Picture, size: float) -> list[Stamp]:
    """Once more those that tracks run across, unless a counter stands on them."""
    ways = (tuple(p for label in t.labels if (p := layout.centre(label))) for t in picture.tracks)
    lines = {leg for way in ways for leg in (pairwise(way) if len(way) > 1 else [way] * len(way))}
    counters = {
        (front, layout.centre(piece.rear) or front)
        for piece in picture.pieces
        if (front := layout.centre(piece.label)) is not None
    }
    places = _places(tuple(layout.hexes), size)
    crossed = places.near(lines, _REACH) - places.near(counters, _UNDER)
    return [
        Stamp(_over_a_track(found.label, size), centre(at))
        for at, found in layout.hexes.items()
        if at in crossed
    ]


@lru_cache(maxsize=4096)
def _over_a_track(label: str, size: float) -> str:
    """One number, around 0,0."""
    return _said([(ORIGIN, label)], size, 3.4, 0.9)


@lru_cache(maxsize=8)
def _places(hexes: tuple[Grid, ...], size: float) -> _Places:
    """Those of a board, the same in all pictures of it."""
    return _Places({at: _place(centre(at), size) for at in hexes})


class _Places:
    """Where the numbers stand, by squares of the drawing: most lines run across few of them."""

    def __init__(self, places: Mapping[Grid, Point]) -> None:
        self._squares: dict[tuple[int, int], list[tuple[Grid, Point]]] = {}
        self._beside = lru_cache(maxsize=4096)(self._find_beside)
        """By line: most men stand as they stood, and most strike at the next hex."""
        for at, place in places.items():
            self._squares.setdefault(_square(place.x, place.y), []).append((at, place))

    def near(self, lines: Iterable[Line], reach: float) -> set[Grid]:
        """Those to which any of the lines comes so near."""
        return {at for line in lines for at in self._beside(line, reach)}

    def _find_beside(self, line: Line, reach: float) -> tuple[Grid, ...]:
        left, top = _square(min(p.x for p in line) - reach, min(p.y for p in line) - reach)
        right, low = _square(max(p.x for p in line) + reach, max(p.y for p in line) + reach)
        return tuple(
            at
            for square in product(range(left, right + 1), range(top, low + 1))
            for at, place in self._squares.get(square, ())
            if _nearest(place, line) < reach
        )


def _square(x: float, y: float) -> tuple[int, int]:
    return int(x // HEIGHT), int(y // HEIGHT)


def _place(at: Point, size: float) -> Point:
    """The middle of the number of the hex around a point."""
    return at.moved(0, -HEIGHT / 2 + 2.6 + size * _CAPITALS / 2)


def _said(labels: Iterable[tuple[Point, str]], size: float, halo: float, strength: float) -> str:
    half = size * _CAPITALS / 2
    said = "".join(
        f'<tspan x="{number(at.x)}" y="{number(_place(at, size).y + half)}">{words(label)}</tspan>'
        for at, label in labels
    )
    return said and element(
        "text",
        said,
        font_family=LABELS,
        font_weight="500",
        font_size=size,
        text_anchor="middle",
        fill=INK,
        fill_opacity=0.76,
        stroke=PAPER,
        stroke_opacity=strength,
        stroke_width=halo,
        paint_order="stroke",
    )


def _nearest(at: Point, line: Line) -> float:
    """How near a line of straight legs comes to a point."""
    if len(line) == 1:
        return at.distance(line[0])
    return min(_from_leg(at, a, b) for a, b in pairwise(line))


def _from_leg(at: Point, a: Point, b: Point) -> float:
    (x, y), (left, top) = at, a
    dx, dy = b.x - left, b.y - top
    long = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - left) * dx + (y - top) * dy) / long)) if long else 0.0
    return hypot(left + dx * share - x, top + dy * share - y)


def runs(labels: Iterable[str]) -> list[str]:
    """Hexes below one another in a column as one: "0714 to 0718"."""
    ordered = sorted(labels)
    runs: list[list[str]] = [ordered[:1]]
    for above, below in pairwise(ordered):
        if below[:-2] == above[:-2] and int(below[-2:]) == int(above[-2:]) + 1:
            runs[-1].append(below)
        else:
            runs.append([below])
    return [
        gettext("{first} to {last}").format(first=run[0], last=run[-1]) if len(run) > 2 else ", ".join(run)
        for run in runs
        if run
    ]
