"""What is fought for: a golden line around hexes that score, a pennant in each that is to be held, a chevron
that leads off the board in those by which men leave it."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

from games.pictures.geometry import Grid, Layout, centre, neighbour, number, sharp
from games.pictures.ink import INK, PAPER, element, line, path
from rules import engine

GOLD = "#b07a10"
_POLE = "M0,12V-11"
_CLOTH = "M0,-11L15,-6.5L0,-2Z"
_AWAY = "M-8,-9L0,-16L8,-9M-8,-1L0,-8L8,-1"


def goals(layout: Layout, shown: tuple[engine.PictureGoal, ...]) -> str:
    """Drawn below the counters."""
    drawn = []
    for goal in shown:
        cells = {layout.at[label] for label in goal.labels if label in layout.at}
        edge = sharp(cells)
        drawn += [line(edge, PAPER, 6.5, stroke_opacity=0.8), line(edge, GOLD, 3.4, stroke_dasharray="7 5")]
        drawn += [_mark(layout, goal.kind, at) for at in sorted(cells)]
    return "".join(drawn)


def _mark(layout: Layout, kind: str, at: Grid) -> str:
    if kind == "exited":
        here = centre(at)
        turn = f"translate({number(here.x)} {number(here.y)}) rotate({number(_outwards(layout, at))})"
        return element("g", line(_AWAY, PAPER, 5.5) + line(_AWAY, GOLD, 2.8), transform=turn)
    here = centre(at).moved(-21, 8)
    return element("g", _pennant(), transform=f"translate({number(here.x)} {number(here.y)})")


def _outwards(layout: Layout, at: Grid) -> float:
    """The angle from north at which the board ends nearest, in degrees."""
    sides = [radians(60 * side) for side in range(6) if neighbour(at, side) not in layout.hexes]
    return degrees(atan2(sum(map(sin, sides)), sum(map(cos, sides))))


def _pennant() -> str:
    return (
        line(_POLE, PAPER, 5)
        + line(_POLE, INK, 2)
        + path(_CLOTH, fill=GOLD, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
    )


def sample(kind: str) -> str:
    """The mark alone, around 0,0, for the key."""
    if kind == "exited":
        return line(_AWAY, GOLD, 2.8, transform="translate(0 8)")
    return element("g", _pennant(), transform="translate(-6 0)")
