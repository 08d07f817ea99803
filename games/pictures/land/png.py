"""A land as a PNG, for mails and walls; drawn with fonts of our own, since a bare machine has none.

What lies still is drawn piece by piece and kept, in one size; a region is put together from pieces, wherever
it lies, and made smaller: nine tenths of the time of a map went into hills and woods that never change."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from threading import local

from PIL import Image, ImageColor
from resvg import render, usvg

from games.pictures import packing
from games.pictures.geometry import SIDE
from games.pictures.ink import LABELS
from games.pictures.land.drawing import RADIUS, land_svg, piece_svg, upon_svg, window_of
from games.pictures.land.places import NAMES, ROOFS
from games.pictures.land.sheet import FACTIONS, RIVER, ROAD, Window, font_files
from pbem.packing import pack, unpack
from rules import engine

_LABELS = Path(__file__).resolve().parent.parent / "fonts"
_WIDEST = 1000  # pixels of a region of the usual radius; larger ones are made from it too
_GRAIN = _WIDEST / (1.5 * SIDE * (2 * RADIUS + 1))
"""Pixels of the ground for a unit of the sheet."""
_PIECE = 512
_INKS = tuple(ImageColor.getrgb(ink) for ink in (*FACTIONS.values(), *NAMES.values(), *ROOFS, RIVER, ROAD))


class _Ready(local):
    """The fonts, loaded once for each thread, since no thread may use another's."""

    def __init__(self) -> None:
        self.options = usvg.Options.default()
        self.options.font_family = LABELS
        for font in [*font_files(), *(path.read_bytes() for path in sorted(_LABELS.glob("*.ttf")))]:
            self.options.load_font_data(font)


_ready = _Ready()


def land_png(land: engine.Land, *, width: int = 2000, year: int | None = None, colours: int = 128) -> bytes:
    """The whole sheet with its frame as ``land_svg`` draws it, so many pixels wide, in so many colours."""
    window = window_of(land)
    scale = width / window.width
    tree = usvg.Tree.from_str(land_svg(land, year=year), _ready.options)
    drawn = _pixels(tree, width, round(window.height * scale), scale)
    return packing.png(_in_few(drawn.convert("RGB"), colours), tightly=True)


class Region:
    """A region of a land around a hex, with what stands there: it may be asked for in several sizes."""

    def __init__(
        self,
        land: engine.Land,
        around: str,
        radius: int = RADIUS,
        *,
        marks: tuple[engine.LandMark, ...] = (),
        ways: tuple[engine.LandWay, ...] = (),
    ) -> None:
        self._window = window_of(land, around, radius)
        self._ground = _ground(land, self._window)
        self._upon = usvg.Tree.from_str(upon_svg(land, around, radius, marks, ways), _ready.options)

    def png(self, width: int, colours: int, most: int) -> bytes:
        """So many pixels wide, in so many colours, packed so that it weighs no more than that if it can."""
        scale = width / self._window.width
        size = (width, round(self._window.height * scale))
        paper = self._ground.resize(size, Image.Resampling.HAMMING)
        upon = _pixels(self._upon, *size, scale)
        paper.paste(upon, (0, 0), upon)
        return packing.light_png(_in_few(paper, colours), most)


def _ground(land: engine.Land, window: Window) -> Image.Image:
    """What lies still in a window, put together from pieces."""
    left, top = round(window.left * _GRAIN), round(window.top * _GRAIN)
    paper = Image.new("RGB", (round(window.width * _GRAIN), round(window.height * _GRAIN)))
    for column in range(left // _PIECE, (left + paper.width - 1) // _PIECE + 1):
        for row in range(top // _PIECE, (top + paper.height - 1) // _PIECE + 1):
            pixels = unpack(_piece(land, column, row, window.width))
            piece = Image.frombytes("RGB", (_PIECE, _PIECE), pixels)
            paper.paste(piece, (column * _PIECE - left, row * _PIECE - top))
    return paper


@lru_cache(maxsize=160)  # some 110 kB each: a land has as many, and no campaign sees them all
def _piece(land: engine.Land, column: int, row: int, wide: float) -> bytes:
    """A square of the sheet, packed."""
    side = _PIECE / _GRAIN
    drawing = piece_svg(land, Window(column * side, row * side, side, side), wide)
    tree = usvg.Tree.from_str(drawing, _ready.options)
    return pack(_pixels(tree, _PIECE, _PIECE, _GRAIN).convert("RGB").tobytes())


def _pixels(tree: usvg.Tree, width: int, high: int, scale: float) -> Image.Image:
    """A drawing so many times as large; transparent where nothing is."""
    packed = render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(width, high))
    image = Image.open(io.BytesIO(packed), formats=("PNG",))
    image.load()
    return image


def _in_few(image: Image.Image, colours: int) -> Image.Image:
    """The same in so many colours: those that it needs most, as a quarter of its pixels tells, and always
    those that tell things apart."""
    sample = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    common = sample.quantize(colours - len(_INKS), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    kept = (common.getpalette() or [])[: 3 * (colours - len(_INKS))]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*kept, *(part for ink in _INKS for part in ink)])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
