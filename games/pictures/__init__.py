"""Pictures of a board: ``svg(picture)`` for pages, ``png(picture)`` for mails, ``legend(picture)`` for
a page's key; ``window(picture)`` is the part where something happens, ``windows``
that and a second one far from it; ``terrains()`` is what can be
drawn on."""

from games.pictures.crop import window, windows
from games.pictures.geometry import Window
from games.pictures.legend import legend, terrains
from games.pictures.png import (
    is_small_for_its_width,
    is_too_heavy,
    is_too_heavy_a_part,
    part,
    part_wide,
    pixels_wide,
    png,
    steps,
)
from games.pictures.svg import svg

__all__ = [
    "Window",
    "is_small_for_its_width",
    "is_too_heavy",
    "is_too_heavy_a_part",
    "legend",
    "part",
    "part_wide",
    "pixels_wide",
    "png",
    "steps",
    "svg",
    "terrains",
    "window",
    "windows",
]
