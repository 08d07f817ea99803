"""A land, or a region of it, as one SVG drawing."""

from __future__ import annotations

from functools import lru_cache

from games.pictures.geometry import number
from games.pictures.ink import element
from games.pictures.land import places
from games.pictures.land.frame import frame
from games.pictures.land.ground import ground, stamps
from games.pictures.land.names import letterings, names, numbers
from games.pictures.land.sheet import Sheet, Window
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
    ground_at: str = "",
) -> str:
    """The whole sheet with its frame; or ``around`` a hex the hexes so far from it, with their numbers.
    ``year``: pennons show who holds each place then. ``marks``, ``ways``: groups and where they came from.
    ``ground_at``: the address of ``ground_svg``, for a page: a browser keeps it, and it is most of a map."""
    sheet = _sheet(land, around, radius)
    inside = _image(sheet, ground_at) if ground_at else _ground(land, around, radius)
    inside += _letters(land, around, radius) + places.views(sheet, year) + places.ways(sheet, ways)
    inside += _names(land, around, radius) + places.counters(sheet, marks)
    return _document(sheet, inside + (frame(sheet, year) if sheet.whole else ""), land.title)


def ground_svg(land: engine.Land, around: str, radius: int) -> str:
    """What lies still in a region, without a letter: the same in all pictures of it."""
    return _document(_sheet(land, around, radius), _ground(land, around, radius), land.title)


def upon_svg(
    land: engine.Land,
    around: str,
    radius: int,
    marks: tuple[engine.LandMark, ...] = (),
    ways: tuple[engine.LandWay, ...] = (),
) -> str:
    """What changes in a region, and the names of its places, which make room for each other: all that is not
    in its pieces."""
    sheet = _sheet(land, around, radius)
    drawn = places.ways(sheet, ways) + _names(land, around, radius) + places.counters(sheet, marks)
    return _document(sheet, drawn, land.title)


def piece_svg(land: engine.Land, window: Window, wide: float) -> str:
    """What lies still in any part of the sheet, with the letters of regions that are so ``wide``."""
    sheet = Sheet(land, piece=window, wide=wide)
    still = ground(sheet) + letterings(sheet) + numbers(sheet) + places.views(sheet, None)
    return _document(sheet, f"<defs>{stamps()}</defs>" + still, land.title)


def window_of(land: engine.Land, around: str = "", radius: int = RADIUS) -> Window:
    """The part of the sheet that a region shows, or the whole with its frame."""
    return _sheet(land, around, radius).window


def _document(sheet: Sheet, inside: str, title: str) -> str:
    window = sheet.window
    return element(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(window.left)} {number(window.top)} {number(window.width)} {number(window.height)}",
        width=number(window.width),
        height=number(window.height),
        role="img",
        aria_label=engine.translated(title),
    )


def _image(sheet: Sheet, address: str) -> str:
    window = sheet.window
    return element(
        "image", href=address, x=window.left, y=window.top, width=window.width, height=window.height
    )


# what is the same in all pictures of a land and a region of it


@lru_cache(maxsize=128)
def _sheet(land: engine.Land, around: str, radius: int) -> Sheet:
    return Sheet(land, around, radius)


@lru_cache(maxsize=16)  # some 100 kB each
def _ground(land: engine.Land, around: str, radius: int) -> str:
    return f"<defs>{stamps()}</defs>" + ground(_sheet(land, around, radius))


@lru_cache(maxsize=256)
def _letters(land: engine.Land, around: str, radius: int) -> str:
    sheet = _sheet(land, around, radius)
    return letterings(sheet) + ("" if sheet.whole else numbers(sheet))


@lru_cache(maxsize=256)
def _names(land: engine.Land, around: str, radius: int) -> str:
    return names(_sheet(land, around, radius))
