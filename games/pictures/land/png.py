"""A land as a PNG, for mails and walls; drawn with fonts of our own, since a bare machine has none."""

from __future__ import annotations

import io
from pathlib import Path
from threading import local

from PIL import Image, ImageColor
from resvg import render, usvg

from games.pictures import packing
from games.pictures.ink import LABELS
from games.pictures.land.drawing import RADIUS, land_svg
from games.pictures.land.places import NAMES
from games.pictures.land.sheet import FACTIONS, Sheet, font_files
from rules import engine

_LABELS = Path(__file__).resolve().parent.parent / "fonts"


class _Ready(local):
    """The fonts, loaded once for each thread, since no thread may use another's."""

    def __init__(self) -> None:
        self.options = usvg.Options.default()
        self.options.font_family = LABELS
        for font in [*font_files(), *(path.read_bytes() for path in sorted(_LABELS.glob("*.ttf")))]:
            self.options.load_font_data(font)


_ready = _Ready()


def land_png(
    land: engine.Land,
    *,
    width: int = 2000,
    year: int | None = None,
    around: str = "",
    radius: int = RADIUS,
    colours: int = 128,
    marks: tuple[engine.LandMark, ...] = (),
    ways: tuple[engine.LandWay, ...] = (),
) -> bytes:
    """The same as ``land_svg``, so many pixels wide. ``colours``: few of them make it light enough for a
    mail, 0 keeps them all."""
    drawing = land_svg(land, year=year, around=around, radius=radius, marks=marks, ways=ways)
    tree = usvg.Tree.from_str(drawing, _ready.options)
    window = Sheet(land, around, radius).window
    scale = width / window.width
    packed = render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(width, round(window.height * scale)))
    return _few(packed, colours) if colours else packed


def _few(packed: bytes, colours: int) -> bytes:
    """The same picture in so many colours: those it needs most, and always those that tell things apart."""
    image = Image.open(io.BytesIO(packed)).convert("RGB")
    inks = [*FACTIONS.values(), *NAMES.values()]
    common = image.quantize(colours - len(inks), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    kept = common.getpalette() or []
    palette.putpalette(
        [*kept[: 3 * (colours - len(inks))], *(part for ink in inks for part in ImageColor.getrgb(ink))]
    )
    return packing.png(image.quantize(palette=palette, dither=Image.Dither.NONE), tightly=True)
