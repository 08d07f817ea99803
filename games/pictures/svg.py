"""A board as one SVG drawing, from a picture record that holds only what its viewer may see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from games.pictures import geometry, lettering, siege
from games.pictures.areas import areas
from games.pictures.geometry import Layout, centre, number
from games.pictures.goals import goals
from games.pictures.ground import TREE, ground
from games.pictures.ink import INK, PAPER, SEPIA, Stamp, element, line, path
from games.pictures.legend import strip
from games.pictures.pieces import fallen, stamps, tallies
from games.pictures.tracks import badges, blows, ways
from games.pictures.works import MOVING, pikes, works
from rules import engine


def svg(picture: engine.Picture, *, key: bool = False, kept: bool = True) -> str:
    """The drawing. ``key`` adds the legend below the board, for pictures that travel alone; a board that is
    drawn once and not again is not ``kept``."""
    layout, board = Layout(picture), bare(picture)
    size = lettering.size_for(layout.width)
    still = (still_parts if kept else still_parts.__wrapped__)(board, size)
    moving = below(layout, picture) + _set(marks(layout, picture))
    moving += _set(stamps(layout, picture.pieces))
    moving += above(layout, picture) + _set(letters(layout, picture))
    moving += _set(lettering.above(layout, picture, size))
    foot, foot_height = strip(picture, layout.width, layout.height) if key else ("", 0.0)
    high = layout.height + foot_height
    paper = path(f"M0,0H{number(layout.width)}V{number(high)}H0Z", fill=PAPER)
    return document(engine.translated(picture.summary), layout.width, high, paper + still + moving + foot)


def below(layout: Layout, picture: engine.Picture) -> str:
    """What changes from phase to phase and lies under the counters, from the ground up; no letters."""
    return (
        areas(layout, picture.areas)
        + goals(layout, picture.goals)
        + siege.below(layout, picture.works)
        + fallen(layout)
        + pikes(layout)
        + ways(layout, picture.tracks)
    )


def marks(layout: Layout, picture: engine.Picture) -> list[Stamp]:
    """Letters that lie under the counters."""
    return tallies(layout) + siege.turns_of_engines(layout, picture.works)


def above(layout: Layout, picture: engine.Picture) -> str:
    """What changes and is seen over the counters; no letters."""
    return siege.above(layout, picture.works) + blows(layout, picture.tracks)


def letters(layout: Layout, picture: engine.Picture) -> list[Stamp]:
    """Letters that are seen over everything but the numbers of hexes."""
    return siege.turns_of_flames(layout, picture.works) + badges(layout, picture.tracks)


def _set(stamps: Iterable[Stamp]) -> str:
    return "".join(stamp.svg for stamp in stamps)


def document(title: str, width: float, height: float, inside: str) -> str:
    """The drawing as a file of its own, or to be set into a page as it is."""
    return element(
        "svg",
        f"<defs>{TREE}</defs>" + inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        role="img",
        aria_label=title,
    )


def bare(picture: engine.Picture) -> engine.Picture:
    """The board alone, without anything that ever changes."""
    hexes = tuple(msgspec.structs.replace(h, bodies=0, carcasses=0) for h in picture.hexes)
    hexsides = tuple(side for side in picture.hexsides if side.feature not in MOVING)
    return engine.Picture(hexes=hexes, hexsides=hexsides, pieces=(), tracks=(), sides=(), summary="")


@lru_cache(maxsize=32)
def still_parts(board: engine.Picture, size: float) -> str:
    """The map of a bare board: the same in all pictures of a game, so it is kept."""
    layout = Layout(board)
    edge = geometry.sharp(set(layout.hexes))
    return (
        ground(layout)
        + path(geometry.sheet(layout) + edge, fill=PAPER, fill_rule="evenodd")
        + line(_grid(layout), INK, 0.8, stroke_opacity=0.38)
        + works(layout)
        + _frame(edge)
        + lettering.numbers(layout, size)
    )


def _grid(layout: Layout) -> str:
    """Every hexside once, and a dot in every centre: lines of sight are laid from dot to dot."""
    sides = []
    for at in layout.hexes:
        points = geometry.corners(at)
        sides.append(geometry.polyline(points[2:6]))
        for side in (0, 1):
            if geometry.neighbour(at, side) not in layout.hexes:
                sides.append(geometry.polyline(geometry.side_ends(at, side)))
        if geometry.neighbour(at, 5) not in layout.hexes:
            sides.append(geometry.polyline(geometry.side_ends(at, 5)))
        sides.append(f"M{centre(at)}h.01")
    return "".join(sides)


def _frame(edge: str) -> str:
    return line(edge, SEPIA, 6, stroke_opacity=0.25) + line(edge, INK, 2)
