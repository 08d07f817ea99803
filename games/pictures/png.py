"""A board as a PNG, for mails. The letters come from a font shipped beside this file: a bare
machine has none."""

from __future__ import annotations

import io
import threading
from functools import lru_cache
from math import ceil, floor
from pathlib import Path

from PIL import Image, ImageColor
from resvg import render, usvg

from games.pictures import lettering
from games.pictures.geometry import SIDE, Layout, Window, even_scale
from games.pictures.ink import GROUND, HORSE, LABELS, PAPER, RED, SIDES
from games.pictures.legend import strip
from games.pictures.svg import bare, document, moving_parts, still_parts
from rules import engine

Box = tuple[int, int, int, int]
SMALLER = 8  # times, for a first look at where anything is
HEAVY = 200_000
_WHOLE = Window(0, 0, 0, 0)  # only where it begins matters
COLOURS = (128, 40)
_INKS = (GROUND["flat"], RED, *(colour for ink in (*SIDES, HORSE) for colour in ink[:2]))
_FONTS = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))


def png(picture: engine.Picture, width: int = 1280, *, most: int = HEAVY) -> bytes:
    """The drawing with its key, up to so many pixels wide; opaque, so that it reads on any background.
    ``most``: bytes above which it is packed again with fewer colours, for the sake of the mail; where even
    that is too much, it is heavier.

    The map is drawn once and kept for the other seats and phases of its game; what changes is laid over it.
    Nothing is drawn where nothing is: most of the time goes into packing and unpacking pixels.
    """
    layout = Layout(picture)
    pixels = _pixels(layout, width)
    scale, size = pixels / layout.width, lettering.size_for(layout.width)
    foot, foot_height = strip(picture, layout.width, layout.height)
    sheet = Image.new("RGBA", (pixels, round((layout.height + foot_height) * scale)), PAPER)
    sheet.paste(_map(bare(picture), pixels, size))
    _lay_over(sheet, picture, layout, scale, size, layout.whole())
    key = (0, floor(layout.height * scale), *sheet.size)
    sheet.alpha_composite(_key(foot, key, scale), key[:2])
    return _packed(sheet.convert("RGB"), most)


def part(picture: engine.Picture, window: Window, step: int, *, most: int = HEAVY) -> bytes:
    """A part of the drawing, without a key, in one of the sizes at which hexes fall on whole pixels: its map
    is cut from that of the whole board in this size, which is kept, wherever the part lies."""
    layout = Layout(picture)
    scale = step * 13 / (1.5 * SIDE)
    left, top = round(window.left * scale), round(window.top * scale)
    size = round(window.width * scale), round(window.height * scale)
    ground = _map(bare(picture), round(layout.width * scale), lettering.IN_A_PART)
    sheet = ground.crop((left, top, left + size[0], top + size[1])).convert("RGBA")
    _lay_over(sheet, picture, layout, scale, lettering.IN_A_PART, window)
    return _packed(sheet.convert("RGB"), most)


def steps(window: Window, most: int) -> range:
    """The sizes in which a part is at most so many pixels wide, the largest first."""
    return range(max(1, int(most / window.width * 1.5 * SIDE / 13)), 0, -1)


def is_too_heavy(picture: engine.Picture, width: int, most: int) -> bool:
    """Whether the map alone, so wide and packed as tightly as it may be, weighs more than that."""
    layout = Layout(picture)
    return _weight(bare(picture), _pixels(layout, width), lettering.size_for(layout.width)) > most


def is_too_heavy_a_part(picture: engine.Picture, window: Window, step: int, most: int) -> bool:
    """The same of a part, by its share of the whole."""
    layout = Layout(picture)
    pixels = round(layout.width * step * 13 / (1.5 * SIDE))
    share = window.width * window.height / (layout.width * layout.height)
    return _weight(bare(picture), pixels, lettering.IN_A_PART) * share > most


def _pixels(layout: Layout, width: int) -> int:
    return round(layout.width * even_scale(layout.width, width))


def _lay_over(
    sheet: Image.Image, picture: engine.Picture, layout: Layout, scale: float, size: float, window: Window
) -> None:
    """Draw what changes from phase to phase over the map, or a part of it."""
    area = min(sheet.width, ceil(window.width * scale)), min(sheet.height, ceil(window.height * scale))
    for drawing in (_ready.moving(picture), _ready.crossed(picture, size)):
        if drawing and (box := _inked(drawing, area, scale, window)):
            sheet.alpha_composite(_raster(drawing, box, scale, window), box[:2])


def is_small_for_its_width(picture: engine.Picture, width: int) -> bool:
    """Whether a board that is wider than high would be drawn much smaller than so many pixels, for want of a
    scale at which its hexes fall on whole ones."""
    layout = Layout(picture)
    return (
        layout.width > 1.3 * layout.height and layout.width * even_scale(layout.width, width) < 0.75 * width
    )


def _drawing(inside: str, width: float, height: float) -> usvg.Tree:
    """Read once, to be drawn at any scale."""
    return usvg.Tree.from_str(document("", width, height, inside), _ready.options)


def _moving(picture: engine.Picture) -> usvg.Tree:
    layout = Layout(picture)
    return _drawing(moving_parts(layout, picture), layout.width, layout.height)


def _crossed(picture: engine.Picture, size: float) -> usvg.Tree | None:
    layout = Layout(picture)
    numbers = lettering.above(layout, picture, size)
    return _drawing(numbers, layout.width, layout.height) if numbers else None


class _Ready(threading.local):
    """What a drawing is read with: the fonts, loaded once for each thread, since no thread may
    use another's."""

    def __init__(self) -> None:
        self.options = usvg.Options.default()
        self.options.font_family = LABELS
        for font in _FONTS:
            self.options.load_font_file(str(font))
        self.moving = lru_cache(maxsize=6)(_moving)
        """What changes, of the last few pictures: a whole board and its parts are drawn from the same."""
        self.crossed = lru_cache(maxsize=12)(_crossed)
        """The numbers that ways run across, larger in a part than on the whole board."""


_ready = _Ready()


def _inked(drawing: usvg.Tree, size: tuple[int, int], scale: float, window: Window = _WHOLE) -> Box | None:
    """The pixels of a picture of this size that a drawing touches, found on a small copy of it."""
    small = (0, 0, ceil(size[0] / SMALLER), ceil(size[1] / SMALLER))
    found = _raster(drawing, small, scale / SMALLER, window).getbbox()
    if found is None:
        return None
    left, top = (max(0, (edge - 1) * SMALLER) for edge in found[:2])
    right, bottom = (min(limit, (edge + 1) * SMALLER) for edge, limit in zip(found[2:], size, strict=True))
    return left, top, right, bottom


def _raster(drawing: usvg.Tree, box: Box, scale: float, window: Window = _WHOLE) -> Image.Image:
    """A part of what is seen of a drawing through a window, as it would look cut from the whole."""
    left, top, right, bottom = box
    shift = (-left - window.left * scale, -top - window.top * scale)
    packed = render(drawing, (scale, 0, shift[0], 0, scale, shift[1]), bg_size=(right - left, bottom - top))
    return Image.open(io.BytesIO(packed)).convert("RGBA")


@lru_cache(maxsize=48)
def _key(foot: str, box: Box, scale: float) -> Image.Image:
    """A key: a quarter of a MB. There are few, since the same things stand on a board and happen there."""
    return _raster(_drawing(foot, box[2] / scale, box[3] / scale), box, scale)


@lru_cache(maxsize=8)  # about 3 MB each, three times as much for parts
def _map(board: engine.Picture, pixels: int, size: float) -> Image.Image:
    """The map on paper, opaque."""
    layout = Layout(board)
    scale = pixels / layout.width
    sheet = Image.new("RGBA", (pixels, ceil(layout.height * scale)), PAPER)
    drawn = _drawing(still_parts(board, size), layout.width, layout.height)
    sheet.alpha_composite(_raster(drawn, (0, 0, *sheet.size), scale))
    return sheet.convert("RGB")


@lru_cache(maxsize=64)
def _weight(board: engine.Picture, pixels: int, size: float) -> int:
    return len(_quantised(_map(board, pixels, size), COLOURS[-1]))


def _packed(image: Image.Image, most: int) -> bytes:
    for colours in COLOURS:
        packed = _quantised(image, colours)
        if len(packed) <= most:
            break
    return packed


def _quantised(image: Image.Image, colours: int) -> bytes:
    """Few colours: those the picture needs most, and always the inks of counters, be they ever so rare. A
    quarter of the pixels tells what it needs."""
    sample = image.resize((max(1, image.width // 2), max(1, image.height // 2)), Image.Resampling.NEAREST)
    common = sample.quantize(colours - len(_INKS), method=Image.Quantize.FASTOCTREE)
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        [*(common.getpalette() or []), *(part for ink in _INKS for part in ImageColor.getrgb(ink))]
    )
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    found = io.BytesIO()
    few.save(found, "PNG", compress_level=5)
    return found.getvalue()
