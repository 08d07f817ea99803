"""A board as a PNG, for mails. The letters come from a font shipped beside this file: a bare machine has none."""

from __future__ import annotations

import io
from functools import lru_cache
from math import ceil, floor
from pathlib import Path

import resvg_py
from PIL import Image, ImageColor

from games.pictures.geometry import Layout, even_scale
from games.pictures.ink import GROUND, HORSE, LABELS, PAPER, RED, SIDES
from games.pictures.legend import strip
from games.pictures.svg import bare, document, moving_parts, still_parts, window
from rules import engine

Box = tuple[int, int, int, int]
SMALLER = 8  # times, for a first look at where anything is
HEAVY = 200_000
"""Bytes above which a picture is packed again with fewer colours, for the sake of the mail."""
_INKS = (GROUND["flat"], RED, *(colour for ink in (*SIDES, HORSE) for colour in ink[:2]))
_FONTS = [str(p) for p in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def png(picture: engine.Picture, width: int = 1280) -> bytes:
    """The drawing with its key, up to so many pixels wide; opaque, so that it reads on any background.

    The map is drawn once and kept for the other seats and phases of its game; what changes is laid over it. Nothing is
    drawn where nothing is: most of the time goes into packing and unpacking pixels.
    """
    layout = Layout(picture)
    pixels = round(layout.width * even_scale(layout.width, width))
    scale = pixels / layout.width
    foot, foot_height = strip(picture, layout.width, layout.height)
    sheet = Image.new("RGBA", (pixels, round((layout.height + foot_height) * scale)), PAPER)
    sheet.paste(_map(bare(picture), pixels))
    moving = moving_parts(layout, picture)
    if box := _inked(moving, layout.width, layout.height, scale):
        sheet.alpha_composite(_window(moving, box, scale), box[:2])
    key = (0, floor(layout.height * scale), *sheet.size)
    sheet.alpha_composite(_key(foot, key, scale), key[:2])
    return _packed(sheet.convert("RGB"))


def is_small_for_its_width(picture: engine.Picture, width: int) -> bool:
    """Whether a board that is wider than high would be drawn much smaller than so many pixels, for want of a scale at which
    its hexes fall on whole ones."""
    layout = Layout(picture)
    return (
        layout.width > 1.3 * layout.height and layout.width * even_scale(layout.width, width) < 0.75 * width
    )


def _inked(inside: str, width: float, height: float, scale: float) -> Box | None:
    """The pixels that a drawing touches, found on a small copy of it."""
    copy = _raster(document("", width, height, inside), max(1, round(width * scale / SMALLER)))
    found = copy.getbbox()
    if found is None:
        return None
    left, top = (max(0, (edge - 1) * SMALLER) for edge in found[:2])
    most = (ceil(width * scale), ceil(height * scale))
    right, bottom = (min(limit, (edge + 1) * SMALLER) for edge, limit in zip(found[2:], most, strict=True))
    return left, top, right, bottom


def _window(inside: str, box: Box, scale: float) -> Image.Image:
    """A part of a drawing, as it would look cut from the whole."""
    left, top, right, bottom = box
    corner = (left / scale, top / scale)
    return _raster(window(inside, corner, scale, right - left, bottom - top), right - left)


_key = lru_cache(maxsize=16)(
    _window
)  # a quarter of a MB each; there are few keys, since the same things stand on a board


@lru_cache(maxsize=16)  # about 3 MB each
def _map(board: engine.Picture, pixels: int) -> Image.Image:
    """The map on paper, opaque."""
    layout = Layout(board)
    drawn = _raster(document("", layout.width, layout.height, still_parts(board)), pixels)
    sheet = Image.new("RGBA", drawn.size, PAPER)
    sheet.alpha_composite(drawn)
    return sheet.convert("RGB")


def _raster(drawing: str, pixels: int) -> Image.Image:
    raw = resvg_py.svg_to_bytes(
        svg_string=drawing, width=pixels, skip_system_fonts=True, font_files=_FONTS, font_family=LABELS
    )
    return Image.open(io.BytesIO(bytes(raw))).convert("RGBA")


def _packed(image: Image.Image) -> bytes:
    packed = _quantised(image, 128)
    return packed if len(packed) <= HEAVY else _quantised(image, 64)


def _quantised(image: Image.Image, colours: int) -> bytes:
    """Few colours: those the picture needs most, and always the inks of counters, be they ever so rare."""
    common = image.quantize(colours - len(_INKS), method=Image.Quantize.FASTOCTREE)
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        [*(common.getpalette() or []), *(part for ink in _INKS for part in ImageColor.getrgb(ink))]
    )
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    found = io.BytesIO()
    few.save(found, "PNG", compress_level=7)
    return found.getvalue()
