"""Where men may be placed before the first turn: a light wash over the ground, each area within a
line of its own."""

from __future__ import annotations

from games.pictures.geometry import Layout, sharp
from games.pictures.ink import PURPLE, element, path, words
from rules import engine

_WASH: dict[str, str | float] = {
    "fill": PURPLE,
    "fill_opacity": 0.12,
    "stroke": PURPLE,
    "stroke_width": 2.6,
    "stroke_opacity": 0.75,
    "stroke_dasharray": "8 5",
}


def areas(layout: Layout, shown: tuple[engine.PictureArea, ...]) -> str:
    """Drawn below the counters; those with many hexes first, so that what lies within them is seen."""
    drawn = []
    for area in sorted(shown, key=lambda area: -len(area.labels)):
        cells = {layout.at[label] for label in area.labels if label in layout.at}
        title = f"<title>{words(area.name)}</title>"
        drawn.append(element("g", title + path(sharp(cells), **_WASH)))
    return "".join(drawn)


def sample() -> str:
    """A patch for the key."""
    return path("M-12,-9H12V9H-12Z", **_WASH)
