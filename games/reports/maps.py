"""The map of a mail: drawn once for all who see the same, never heavier than a mail should be."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language

from games import pictures
from games.models import MapSize
from games.seats.languages import ENGLISH, speaking
from rules import engine

MOST_BYTES = 250_000
PIXELS = {MapSize.LARGE: 1280, MapSize.SMALL: 640}  # both shown 640 wide
WIDTH_SHOWN = 640
_MORE = (1.2,)  # for a wide board, whose hexes would be tiny
_SHARES = (1, 0.85, 0.7, 0.55, 0.4, 0.3)


def drawn(picture: engine.Picture | None, size: MapSize) -> bytes:
    """The map as a PNG with an opaque ground, its key in the language spoken: as large as it may be,
    smaller where it would be too heavy; empty where there is no board, the reader wants none, or none is
    light enough."""
    if picture is None:
        return b""
    return in_language(picture, size, get_language() or ENGLISH)


@lru_cache(maxsize=12)
def in_language(picture: engine.Picture, size: MapSize, language: str) -> bytes:
    """The map for all who read this language."""
    if size is MapSize.NONE:
        return b""
    wide = _MORE if pictures.is_small_for_its_width(picture, PIXELS[size]) else ()
    sizes = (round(PIXELS[size] * share) for share in (*wide, *_SHARES))
    with speaking(language):
        return next((png for pixels in sizes if len(png := pictures.png(picture, pixels)) <= MOST_BYTES), b"")


def width_shown(png: bytes) -> int:
    """How wide a mail shows a map: never wider than it is drawn."""
    return min(WIDTH_SHOWN, int.from_bytes(png[16:20], "big")) if png else 0
