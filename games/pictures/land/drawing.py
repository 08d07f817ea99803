"""A land, or a region of it, as one SVG drawing."""

from __future__ import annotations

from functools import lru_cache

from games.pictures.geometry import number
from games.pictures.ink import element
from games.pictures.land import places
from games.pictures.land.frame import frame
from games.pictures.land.ground import ground, stamps
from games.pictures.land.names import letterings, names, numbers
from games.pictures.land.sheet import Sheet
from rules import engine

RADIUS = 6
"""Hexes to each side of a region's middle: as many as can be read on a phone."""


def land_svg(
    land: engine.Land,
    *,
    year: int | None = None,
    around: str = "",
    radius: int = RADIUS,
    marks: tuple[engine.LandMark, ...] = (),
    ways: tuple[engine.LandWay, ...] = (),
) -> str:
    """The whole sheet with its frame; or ``around`` a hex the hexes so far from it, with their numbers.
    ``year``: pennons show who holds each place then. ``marks``, ``ways``: groups and where they came from."""
    sheet, inside = drawn(land, year, around, radius, marks, ways)
    window = sheet.window
    return element(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(window.left)} {number(window.top)} {number(window.width)} {number(window.height)}",
        width=number(window.width),
        height=number(window.height),
        role="img",
        aria_label=engine.translated(land.title),
    )


def drawn(
    land: engine.Land,
    year: int | None,
    around: str,
    radius: int,
    marks: tuple[engine.LandMark, ...],
    ways: tuple[engine.LandWay, ...],
) -> tuple[Sheet, str]:
    """The sheet and what is drawn on it."""
    sheet, still = _still(land, around, radius)
    inside = still + places.views(sheet, year) + places.ways(sheet, ways) + _names(land, around, radius)
    inside += places.counters(sheet, marks)
    return sheet, inside + (frame(sheet, year) if sheet.whole else "")


@lru_cache(maxsize=16)
def _still(land: engine.Land, around: str, radius: int) -> tuple[Sheet, str]:
    """What is the same in all pictures of a land and a region of it."""
    sheet = Sheet(land, around, radius)
    return sheet, f"<defs>{stamps()}</defs>" + ground(sheet) + letterings(sheet) + (
        "" if sheet.whole else numbers(sheet)
    )


@lru_cache(maxsize=16)
def _names(land: engine.Land, around: str, radius: int) -> str:
    sheet, _ = _still(land, around, radius)
    return names(sheet)
