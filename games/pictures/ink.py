"""The palette of the map and the few SVG elements it is made of.

Nothing but presentation attributes: a page with a strict content policy shows the drawing, and so does a
renderer that knows no style sheets. The colours stay apart for colour-blind eyes and on a grey printer: the
first side is dark with light letters on square counters, the second light with dark letters on round ones,
the third dark on hexagons, the fourth light on shields.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from games.pictures.geometry import Point, number

PAPER = "#f3ead6"
INK = "#2e261b"
SEPIA = "#6b5434"
RED = "#a3241a"
PURPLE = "#5f3c86"
LABELS = "Barlow Condensed"
_ODD = re.compile(r"""[&<>"\n\r\t]""")  # what XML would read as something else

GROUND = {
    "flat": "#ebe3c3",
    "scrub": "#d9d6a3",
    "tree": "#b3c093",
    "slope": "#e2d5ac",
    "marsh": "#cddac6",
    "rock": "#d0cabd",
    "trail": "#ebe3c3",
    "stairway": "#dcd3bf",
    "beach": "#f6e9bd",
    "shallow": "#c3dbe0",
    "deep": "#8ab3c4",
    "interior": "#e3cfae",
    "stairs": "#d9c39a",
    "platform": "#cba873",
    "gate": "#b9a17a",
    "open_gate": "#dccba6",
    "destroyed_gate": "#d8cdb4",
    "wall": "#a89c88",
    "jetty": "#cdb083",
    "stockade_down": "#ddd0a8",
    "tent": "#f6ead2",
    "tent_opening": "#e6d3b0",
}
OTHER_GROUND = "#e0d9c4"
WATER = ("shallow", "deep")


class SideInk(NamedTuple):
    """How the counters of a side are printed."""

    fill: str
    rim: str
    text: str
    track: str


SIDES = (
    SideInk(fill="#27496d", rim="#14293f", text="#ffffff", track="#27496d"),
    SideInk(fill="#fbf1dc", rim="#a8481f", text="#5c1f0b", track="#a8481f"),
    SideInk(fill="#2f5a34", rim="#16301a", text="#ffffff", track="#2f5a34"),
    SideInk(fill="#efe6f7", rim="#6a3d9a", text="#3a1d5c", track="#6a3d9a"),
)
HORSE = SideInk(fill="#b98d58", rim="#5f4220", text="#2f1d08", track="#5f4220")


def look(side_number: int) -> int:
    """Which of the colours and shapes a side has: a fifth side looks like the first again."""
    return side_number % len(SIDES)


def side_ink(side_number: int) -> SideInk:
    return SIDES[look(side_number)]


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """One element; underscores in attribute names stand for hyphens."""
    said = "".join([f" {_hyphened(key)}={_quoted(value)}" for key, value in attributes.items()])
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def path(data: str, /, **attributes: str | float) -> str:
    """A path, or nothing when there is nothing to draw."""
    return element("path", d=data, **attributes) if data else ""


def line(data: str, stroke: str, width: float, /, **attributes: str | float) -> str:
    """An unfilled path with round ends."""
    return path(
        data,
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )


class Stamp(NamedTuple):
    """Something drawn around 0,0 and set down at a point: one drawing serves wherever it stands again."""

    drawing: str
    at: Point
    title: str = ""
    reach: float = 27.0
    """How far it stretches around its point, in units of the drawing."""

    @property
    def svg(self) -> str:
        placed = element("g", self.drawing, transform=f"translate({number(self.at.x)} {number(self.at.y)})")
        return element("g", element("title", words(self.title)) + placed) if self.title else placed


def words(text: str) -> str:
    return escape(text)


@lru_cache(maxsize=256)
def _hyphened(name: str) -> str:
    return name.replace("_", "-")


def _quoted(value: str | float) -> str:
    """An attribute's value; path data and numbers, of which a drawing has thousands, hold nothing odd."""
    if not isinstance(value, str):
        return f'"{value:.2f}'.rstrip("0").rstrip(".") + '"'
    return quoteattr(value) if _ODD.search(value) else f'"{value}"'
