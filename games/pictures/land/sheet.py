"""The sheet that a land is drawn on: where hexes and points of the plane lie, the window shown, the inks.

The sheet is that of a board (games.pictures.geometry): flat-topped hexes, grid places counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from games.pictures.geometry import HEIGHT, MARGIN, SIDE, Grid, Point, centre
from rules import engine

SERIF = "EB Garamond"
SEA = "#c9dcd9"
SHORE = "#3f6471"
WAVES = "#9fbfc4"
RIVER = "#4f879b"
LAND = "#f1e8cd"
HILL = "#e6d6ab"
MOUNTAIN = "#d8c193"
FOREST = "#c3cf9f"
SWAMP = "#cfdcc9"
SLOPE = "#7a5f3a"
ROAD = "#8c4a2a"
FACTIONS = {
    "norman": "#b3261e",
    "byzantine": "#6a3d8f",
    "lombard": "#7b5130",
    "arab": "#2f6b3a",
    "german": "#24406f",
    "": "#57534a",
}
"""The colours of the book's counters."""
BORDER = 74.0
"""The frame around the whole sheet."""

_FONTS = Path(__file__).parent / "fonts"


class Window(NamedTuple):
    """The part of the sheet that is shown."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, at: Point, within: float = 0.0) -> bool:
        """Whether a point is shown, and not within so much of the edge."""
        return (
            self.left + within <= at.x <= self.left + self.width - within
            and self.top + within <= at.y <= self.top + self.height - within
        )


class Sheet:
    """A land on paper. ``around``: only what is shown in a region is drawn; ``piece``: only what is seen in
    this part, as in a region that is ``wide``."""

    def __init__(
        self,
        land: engine.Land,
        around: str = "",
        radius: int = 7,
        *,
        piece: Window | None = None,
        wide: float = 0.0,
    ) -> None:
        self.land = land
        self.whole = not around and piece is None
        self.piece = piece is not None
        columns, rows = _extent(land)
        self.width = 2 * MARGIN + SIDE * (1.5 * columns + 0.5)
        self.height = 2 * MARGIN + HEIGHT * (rows + 0.5)
        self.window = piece or (self._around(grid(around), radius) if around else self._framed())
        self.wide = wide or self.window.width
        self.hexes = {at: land.hexes[label] for at, label in self._near(_labels(land), 3 * SIDE)}
        self.dry = {at for at, ground in self.hexes.items() if ground.terrain != "sea"}

    def _near(self, labels: dict[Grid, str], reach: float) -> Iterator[tuple[Grid, str]]:
        """The hexes that are shown, or lie so near to what is shown, in the order of the sheet."""
        window = self.window
        first, last = _between(window.left - reach - MARGIN - SIDE, window.width + 2 * reach, 1.5 * SIDE)
        top, low = _between(window.top - reach - MARGIN - HEIGHT, window.height + 2 * reach, HEIGHT)
        left, right = window.left - reach, window.left + window.width + reach
        above, below = window.top - reach, window.top + window.height + reach
        columns = [column for column in range(first, last) if left <= centre((column, 0)).x <= right]
        for row in range(top, low):
            high = [above <= centre((odd, row)).y <= below for odd in (0, 1)]
            for column in columns:
                label = labels.get(at := (column, row)) if high[column % 2] else None
                if label is not None:
                    yield at, label

    def _framed(self) -> Window:
        return Window(-BORDER, -BORDER, self.width + 2 * BORDER, self.height + 2 * BORDER)

    def _around(self, at: Grid, radius: int) -> Window:
        """So many hexes to each side, moved inwards at the edges of the sheet."""
        middle = centre(at)
        wide, high = (
            min(self.width, SIDE * 1.5 * (2 * radius + 1)),
            min(self.height, HEIGHT * (2 * radius + 1)),
        )
        left = min(max(middle.x - wide / 2, 0.0), self.width - wide)
        top = min(max(middle.y - high / 2, 0.0), self.height - high)
        return Window(left, top, wide, high)

    def of(self, *terrains: str) -> set[Grid]:
        return {at for at, ground in self.hexes.items() if ground.terrain in terrains}

    def shown(self, labels: Iterable[str]) -> bool:
        """Whether any of these hexes is near enough to be drawn."""
        return any(grid(label) in self.hexes for label in labels)


@lru_cache(maxsize=4)
def _extent(land: engine.Land) -> tuple[int, int]:
    """How many columns and rows there are."""
    return int(max(land.hexes)[:2]), int(max(label[2:] for label in land.hexes))


@lru_cache(maxsize=4)
def _labels(land: engine.Land) -> dict[Grid, str]:
    return {grid(label): label for label in land.hexes}


def _between(start: float, wide: float, step: float) -> tuple[int, int]:
    """Columns or rows that may lie there: the first, and the one behind the last."""
    return max(int(start / step) - 1, 0), int((start + wide) / step) + 3


def grid(label: str) -> Grid:
    return int(label[:2]) - 1, int(label[2:]) - 1


def spot(at: tuple[float, float]) -> Point:
    """A point of the plane (rules.campaign.land) on the sheet."""
    return Point(MARGIN + SIDE * (1 + 1.5 * (at[0] - 1)), MARGIN + HEIGHT * (at[1] - 0.5))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, italic: bool = False) -> float:
    """How wide a line of letters is, in units of the sheet."""
    return _font(italic).getlength(text) * size / 100


@lru_cache(maxsize=2)
def _font(italic: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        _FONTS / ("EBGaramond-Italic.ttf" if italic else "EBGaramond-SemiBold.ttf"), 100
    )


def font_files() -> list[bytes]:
    return [font.read_bytes() for font in sorted(_FONTS.glob("*.ttf"))]
