"""Pictures of a board: ``svg(picture)`` for pages, ``png(picture)`` for mails, ``legend(picture)`` for
a page's key; ``terrains()`` is what can be drawn on."""

from games.pictures.legend import legend, terrains
from games.pictures.png import is_small_for_its_width, png
from games.pictures.svg import svg

__all__ = ["is_small_for_its_width", "legend", "png", "svg", "terrains"]
