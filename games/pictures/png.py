"""A board as a PNG, for mails. The letters come from a font shipped beside this file: a bare
machine has none."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageColor

from games.pictures import lettering, packing, siege
from games.pictures.geometry import SIDE, Layout, Window, even_scale
from games.pictures.goals import GOLD
from games.pictures.ink import GROUND, HORSE, PAPER, PURPLE, RED, SIDES, Stamp
from games.pictures.legend import AROUND, Key, key_of, lettered
from games.pictures.pieces import RADIUS, stamps
from games.pictures.raster import MODE, Canvas, Drawing, Pixels
from games.pictures.svg import above, bare, below, letters, marks, still_parts
from pbem.packing import pack, unpack
from rules import engine

HEAVY = 200_000
COLOURS = (128, 32)
BAND = 128  # pixels
KEPT_BAND = 64  # the same, of a map that is kept
_HARDLY_MORE = 1.1  # times what a picture may weigh: of several that share a weight others may be lighter
_INKS = (GROUND["flat"], RED, *(colour for ink in (*SIDES, HORSE) for colour in ink[:2]))
_layout = lru_cache(maxsize=12)(Layout)  # asked for again for every size that is tried
_bare = lru_cache(maxsize=12)(bare)


class _Sheet(NamedTuple):
    """A board as wide as it is drawn: what its map is kept by."""

    board: engine.Picture
    pixels: int
    size: float
    """That of the numbers, in units of the drawing."""


def png(picture: engine.Picture, width: int = 1280, *, most: int | None = None) -> bytes:
    """The drawing with its key, up to so many pixels wide; opaque, so that it reads on any background.
    ``most``: bytes that a mail has left for it. It is heavier where it cannot be helped: what is too heavy
    in few colours too is not packed as tightly as it might be. Without a bound it is as light as it can be
    made, if it would be heavy.

    The map is drawn once and kept for the other seats and phases of its game, as are counters;
    what changes is laid over it. Nothing is drawn where nothing is: most of the time goes into packing and
    unpacking pixels.
    """
    layout = _layout(picture)
    sheet = _whole(layout, picture, width)
    scale = sheet.pixels / layout.width
    key = key_of(picture, layout.width)
    canvas = Canvas(sheet.pixels, round((layout.height + key.high) * scale), PAPER)
    _map_drawn(sheet).lay_upon(canvas.image)
    _lay_over(canvas, picture, layout, scale, sheet.size, layout.whole())
    _add(canvas.image, key, layout.height, scale)
    return _packed(canvas, picture, sheet, most)


def part(picture: engine.Picture, window: Window, step: int, *, most: int | None = None) -> bytes:
    """The same of a part of the drawing, without a key, in one of the sizes at which hexes fall on whole
    pixels: its map is cut from that of the whole board in this size, which is kept, wherever it lies."""
    layout = _layout(picture)
    scale = _scale(step)
    left, top = round(window.left * scale), round(window.top * scale)
    wide, high = part_wide(window, step), round(window.height * scale)
    sheet = _large(layout, picture, step)
    canvas = Canvas(wide, high, PAPER)
    _map_drawn(sheet).lay_upon(canvas.image, left, top)
    _lay_over(canvas, picture, layout, scale, sheet.size, window)
    return _packed(canvas, picture, sheet, most, _share(layout, window))


def steps(window: Window, most: int) -> range:
    """The sizes in which a part is at most so many pixels wide, the largest first."""
    return range(max(1, int(most / window.width * 1.5 * SIDE / 13)), 0, -1)


def part_wide(window: Window, step: int) -> int:
    """How many pixels wide a part is in one of the sizes."""
    return round(window.width * _scale(step))


def _scale(step: int) -> float:
    return step * 13 / (1.5 * SIDE)


def is_too_heavy(picture: engine.Picture, width: int, most: int) -> bool:
    """Whether the map alone, so wide and packed as tightly as it may be, weighs more than that."""
    return _weight(_whole(_layout(picture), picture, width), COLOURS[-1]).tightly > most


def is_too_heavy_a_part(picture: engine.Picture, window: Window, step: int, most: int) -> bool:
    """The same of a part, by its share of the whole."""
    layout = _layout(picture)
    return _weight(_large(layout, picture, step), COLOURS[-1]).tightly * _share(layout, window) > most


def _whole(layout: Layout, picture: engine.Picture, width: int) -> _Sheet:
    pixels = round(layout.width * even_scale(layout.width, width))
    return _Sheet(_bare(picture), pixels, lettering.size_for(layout.width))


def _large(layout: Layout, picture: engine.Picture, step: int) -> _Sheet:
    """A board from which parts are cut."""
    return _Sheet(_bare(picture), round(layout.width * _scale(step)), lettering.IN_A_PART)


def _share(layout: Layout, window: Window) -> float:
    return window.width * window.height / (layout.width * layout.height)


def _lay_over(
    canvas: Canvas, picture: engine.Picture, layout: Layout, scale: float, size: float, window: Window
) -> None:
    """Draw what changes from phase to phase over the map, or a part of it."""
    moving = _recent.moving(picture)
    if moving.below:
        moving.below.lay_over(canvas, scale, window)
    whole = [stamp for stamp in moving.counters if _is_within(stamp, window)]
    _set_down(canvas.image, moving.marks + whole, scale, window)
    if moving.above:
        moving.above.lay_over(canvas, scale, window)
    _set_down(canvas.image, moving.letters + lettering.above(layout, picture, size), scale, window)


def _is_within(stamp: Stamp, window: Window) -> bool:
    """Whether a counter is not cut by the edge of a part: a half one could not be read."""
    x, y = stamp.at.x - window.left, stamp.at.y - window.top
    return RADIUS <= x <= window.width - RADIUS and RADIUS <= y <= window.height - RADIUS


def _set_down(sheet: Image.Image, stamps: Iterable[Stamp], scale: float, window: Window) -> None:
    for stamp in stamps:
        x, y = round((stamp.at.x - window.left) * scale), round((stamp.at.y - window.top) * scale)
        off = ceil(stamp.reach * scale)
        if -off < x < sheet.width + off and -off < y < sheet.height + off:
            inked, left, top = _sprite(stamp.drawing, off, scale)
            sheet.paste(inked, (x + left, y + top), inked)


def _add(sheet: Image.Image, key: Key, below: float, scale: float) -> None:
    """Set down a key below a board that is so high."""
    its_scale = key.larger * scale
    off = ceil(AROUND * its_scale)
    for entry in key.entries:
        inked = _entry(entry.drawing, ceil(entry.wide * its_scale), off, its_scale)
        x, y = round(entry.at.x * its_scale), round(below * scale + entry.at.y * its_scale)
        sheet.paste(inked, (x - off, y - off), inked)


def pixels_wide(picture: engine.Picture, width: int) -> int:
    """How wide the drawing is that may be so wide: hexes fall on whole pixels."""
    return _whole(_layout(picture), picture, width).pixels


def is_small_for_its_width(picture: engine.Picture, width: int) -> bool:
    """Whether a board that is wider than high would be drawn much smaller than so many pixels, for want of a
    scale at which its hexes fall on whole ones."""
    layout = _layout(picture)
    return (
        layout.width > 1.3 * layout.height and layout.width * even_scale(layout.width, width) < 0.75 * width
    )


class _Moving(NamedTuple):
    """What changes from phase to phase, from the ground up."""

    below: Drawing | None
    marks: list[Stamp]
    counters: list[Stamp]
    above: Drawing | None
    letters: list[Stamp]


def _moving(picture: engine.Picture) -> _Moving:
    layout = _layout(picture)
    low, high = below(layout, picture), above(layout, picture)
    return _Moving(
        Drawing(low, layout.width, layout.height) if low else None,
        marks(layout, picture),
        stamps(layout, picture.pieces),
        Drawing(high, layout.width, layout.height) if high else None,
        letters(layout, picture),
    )


class _Recent(threading.local):
    """What changes, of the last few pictures: a whole board and its parts are drawn from the same. Each
    thread has its own, since no drawing may be used by two."""

    def __init__(self) -> None:
        self.moving = lru_cache(maxsize=6)(_moving)


_recent = _Recent()


class _Sprite(NamedTuple):
    """What a stamp leaves, and where its corner lies from where it is set down."""

    inked: Image.Image
    left: int
    top: int


@lru_cache(maxsize=2048)  # most are 5 to 10 kB
def _sprite(drawing: str, off: int, scale: float) -> _Sprite:
    """A counter or a number looks the same wherever it stands, since hexes fall on whole pixels. ``off``: how
    many pixels away from where it is set down it may ink."""
    sheet = Drawing(drawing, off, off).alone((-off, -off, off, off), scale)
    box = sheet.getbbox() or (0, 0, 1, 1)
    return _Sprite(sheet.crop(box), box[0] - off, box[1] - off)


class _Kept(NamedTuple):
    """A picture as it is kept while others are in use: a fifth of its size, and unpacked three times as fast
    as a PNG. Each band is packed by itself, and unpacked where it is needed: a map of 5 MB that is there as a
    whole, beside the canvas, is what a process would be largest by."""

    width: int
    bands: tuple[bytes, ...]

    @classmethod
    def of(cls, inked: Image.Image) -> _Kept:
        """On paper."""
        width, height = inked.size
        bands = []
        for top in range(0, height, KEPT_BAND):
            band = inked.crop((0, top, width, min(top + KEPT_BAND, height)))
            paper = Image.new(MODE, band.size, PAPER)
            paper.paste(band, (0, 0), band)
            paper.putalpha(255)
            bands.append(pack(paper.tobytes()))
        return cls(width, tuple(bands))

    def lay_upon(self, sheet: Image.Image, left: int = 0, top: int = 0) -> None:
        """Set it down from its own pixel (left, top) on, as far as the sheet goes."""
        for number, packed in enumerate(self.bands):
            down = number * KEPT_BAND - top
            if -KEPT_BAND < down < sheet.height:
                rows = unpack(packed)
                size = self.width, len(rows) // (4 * self.width)
                sheet.paste(Image.frombuffer(MODE, size, rows, "raw", MODE, 0, 1), (-left, down))


@lru_cache(maxsize=128)  # some 25 kB each
def _entry(drawing: str, wide: int, off: int, scale: float) -> Image.Image:
    """One of a key. There are not many, since the same things stand on a board and happen there."""
    return Drawing(lettered(drawing), wide / scale, off / scale).alone((-off, -off, wide, off), scale)


def _map(sheet: _Sheet) -> Pixels:
    """The map on paper, for what is worked out of it once and kept."""
    layout = _layout(sheet.board)
    size = sheet.pixels, ceil(layout.height * sheet.pixels / layout.width)
    unpacked = Pixels(size, memoryview(bytearray(4 * size[0] * size[1])))
    unpacked.image.readonly = 0  # these pixels, not a copy of them
    _map_drawn(sheet).lay_upon(unpacked.image)
    return unpacked


@lru_cache(maxsize=48)  # about half a MB each
def _map_drawn(sheet: _Sheet) -> _Kept:
    """The same as it is kept while other boards are in use: to draw it anew takes twenty times as long."""
    layout = _layout(sheet.board)
    scale = sheet.pixels / layout.width
    drawn = Drawing(still_parts(sheet.board, sheet.size), layout.width, layout.height)
    return _Kept.of(drawn.alone((0, 0, sheet.pixels, ceil(layout.height * scale)), scale))


class _Weight(NamedTuple):
    """What a map weighs, in bytes."""

    quickly: int
    tightly: int

    def left_of(self, packed: int) -> float:
        """What packing tightly would leave of something like it that weighs so much packed quickly."""
        return packed * self.tightly / self.quickly


@lru_cache(maxsize=128)
def _weight(sheet: _Sheet, colours: int) -> _Weight:
    few = _in_few(_map(sheet), sheet, colours, _INKS)
    return _Weight(len(packing.png(few)), len(packing.png(few, tightly=True)))


def _packed(
    drawn: Pixels, picture: engine.Picture, sheet: _Sheet, bound: int | None, share: float = 1.0
) -> bytes:
    """In as many colours as weigh no more than the bound; ``share``: how much of the sheet it shows. Where
    the map alone leaves no room in many colours for what stands on it, they are not tried. To pack tightly
    takes ten times as long, so it is done only where that promises to be enough."""
    inks = _INKS + ((GOLD,) if picture.goals else ()) + ((PURPLE,) if picture.areas else ())
    most, packed = HEAVY if bound is None else bound, b""
    for colours in COLOURS:
        fewest, weight = colours == COLOURS[-1], _weight(sheet, colours)
        if not fewest and weight.tightly * share * 1.1 > most:
            continue
        few = _in_few(drawn, sheet, colours, inks + siege.inks(picture.works))
        packed = packing.png(few)
        if len(packed) <= most:
            break
        enough = most * _HARDLY_MORE if fewest else most
        if weight.left_of(len(packed)) <= enough or (fewest and bound is None):
            packed = packing.png(few, tightly=True)
            if len(packed) <= most:
                break
    return packed


def _in_few(drawn: Pixels, sheet: _Sheet, colours: int, inks: tuple[str, ...]) -> Image.Image:
    """Band by band, so what that takes besides is small."""
    palette, few = _palette(sheet, colours, inks), Image.new("P", drawn.image.size)
    for top, band in drawn.bands(BAND):
        few.paste(band.quantize(palette=palette, dither=Image.Dither.NONE), (0, top))
    few.putpalette(palette.getpalette() or ())
    return few


@lru_cache(maxsize=4)  # half a MB each: all colours that were ever looked up, with what stands for them
def _palette(sheet: _Sheet, colours: int, inks: tuple[str, ...]) -> Image.Image:
    """The colours that a map needs most, and the inks of what stands on it, be they ever so rare."""
    palette = Image.new("P", (1, 1))
    parts = (part for ink in inks for part in ImageColor.getrgb(ink))
    palette.putpalette([*_common(sheet, colours - len(inks)), *parts])
    return palette


@lru_cache(maxsize=256)
def _common(sheet: _Sheet, colours: int) -> bytes:
    """The colours that a map needs most, as a quarter of its pixels tells: three bytes each."""
    drawn = _map(sheet).image
    sample = drawn.resize((max(1, drawn.width // 2), max(1, drawn.height // 2)), Image.Resampling.NEAREST)
    found = sample.convert("RGB").quantize(colours, method=Image.Quantize.FASTOCTREE)
    return bytes(found.getpalette() or [])
