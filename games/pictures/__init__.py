"""Pictures of a board: ``svg(picture)`` for pages, ``png(picture)`` for mails, ``legend(picture)`` for a page's key."""

from games.pictures.legend import legend
from games.pictures.png import png
from games.pictures.svg import svg

__all__ = ["legend", "png", "svg"]
