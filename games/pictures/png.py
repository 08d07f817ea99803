"""A board as a PNG, for mails. The letters come from a font shipped beside this file: a bare machine has none."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageColor

from games.pictures.geometry import Layout, even_scale
from games.pictures.ink import GROUND, HORSE, LABELS, PAPER, RED, SIDES
from games.pictures.legend import strip
from games.pictures.svg import bare, document, moving_parts, still_parts
from rules import engine

HEAVY = 200_000
"""Bytes above which a picture is packed again with fewer colours, for the sake of the mail."""
_INKS = (GROUND["flat"], RED, *(colour for ink in (*SIDES, HORSE) for colour in ink[:2]))
_FONTS = [str(p) for p in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def png(picture: engine.Picture, width: int = 1280) -> bytes:
    """The drawing with its key, up to so many pixels wide; opaque, so that it reads on any background.

    The map is drawn once and kept for the other seats and phases of its game; what changes is laid over it.
    """
    layout = Layout(picture)
    pixels = round(layout.width * even_scale(layout.width, width))
    foot, foot_height = strip(picture, layout.width, layout.height)
    above = moving_parts(layout, picture) + foot
    overlay = _raster(document(picture.summary, layout.width, layout.height + foot_height, above), pixels)
    sheet = Image.new("RGBA", overlay.size, PAPER)
    sheet.paste(_map(bare(picture), pixels))
    sheet.alpha_composite(overlay)
    return _packed(sheet.convert("RGB"))


def is_small_for_its_width(picture: engine.Picture, width: int) -> bool:
    """Whether a board that is wider than high would be drawn much smaller than so many pixels, for want of a scale at which
    its hexes fall on whole ones."""
    layout = Layout(picture)
    return (
        layout.width > 1.3 * layout.height and layout.width * even_scale(layout.width, width) < 0.75 * width
    )


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
