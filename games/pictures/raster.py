"""A drawing as pixels. Lines and areas over a map are drawn by ThorVG, straight upon it; what stands alone
and may have letters by resvg, which sets them better, but packs all it draws as a PNG: most of its time goes
into that and into unpacking. Where ThorVG cannot be loaded resvg draws everything."""

from __future__ import annotations

import ctypes
import io
import threading
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from PIL import Image
from resvg import render, usvg
from thorvg_python.engine import THORVG_LIB

from games.pictures.geometry import Window
from games.pictures.ink import LABELS
from games.pictures.svg import document

Box = tuple[int, int, int, int]
MODE = "RGBA"
_FONTS = [font.read_bytes() for font in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
"""Their bytes: a font that is named as a file is read again for every drawing with letters in it."""


class _Room(threading.local):
    """The memory of a thread's canvases, one after the other: pixels of several megabytes that were taken
    anew for each would leave a heap full of holes."""

    def __init__(self) -> None:
        self.pixels = bytearray()

    def of(self, count: int) -> memoryview:
        if count > len(self.pixels):
            self.pixels = bytearray(count)
        return memoryview(self.pixels)[:count]


_room = _Room()


class Pixels:
    """An opaque picture and the bytes that it lies in. Its mode is RGBA, whose fourth byte says nothing
    here."""

    def __init__(self, size: tuple[int, int], pixels: memoryview) -> None:
        self.pixels = pixels
        self.image = Image.frombuffer(MODE, size, pixels, "raw", MODE, 0, 1)  # type: ignore[arg-type]

    def bands(self, high: int) -> Iterator[tuple[int, Image.Image]]:
        """It in mode RGB, in bands so many pixels high, each with its distance from the top."""
        width, height = self.image.size
        for top in range(0, height, high):
            size = width, min(high, height - top)
            rows = self.pixels[4 * width * top :][: 4 * width * size[1]]
            yield top, Image.frombytes("RGB", size, rows, "raw", "RGBX")


class Canvas(Pixels):
    """Pixels for Pillow and ThorVG to draw upon: the last ones of a thread, whose next ones take their
    place."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        super().__init__((width, height), _room.of(4 * width * height))
        self.image.readonly = 0  # these pixels, not a copy of them
        self.image.paste(colour, (0, 0, width, height))


class Drawing:
    """What can be drawn at any scale, in units of its own."""

    def __init__(self, inside: str, width: float, height: float) -> None:
        self._svg = document("", width, height, inside)

    @cached_property
    def _tree(self) -> usvg.Tree:
        """Read once."""
        return usvg.Tree.from_str(self._svg, _ready.options)

    def alone(self, box: Box, scale: float) -> Image.Image:
        """A part of it as it would look cut from the whole: RGBA, transparent where nothing is."""
        left, top, right, bottom = box
        packed = render(self._tree, (scale, 0, -left, 0, scale, -top), bg_size=(right - left, bottom - top))
        image = Image.open(io.BytesIO(packed), formats=("PNG",))  # always RGBA: a conversion would copy it
        image.load()
        return image

    def lay_over(self, canvas: Canvas, scale: float, window: Window) -> None:
        """Draw what is seen of it through a window upon a canvas; it has no letters."""
        left, top = round(window.left * scale), round(window.top * scale)
        if _thorvg:
            _thorvg.draw_upon(canvas, self._svg.encode(), scale, (-left, -top))
        else:
            wide, high = canvas.image.size
            layer = self.alone((left, top, left + wide, top + high), scale)
            canvas.image.paste(layer, (0, 0), layer)


class _Ready(threading.local):
    """What letters are read with: the fonts, loaded once for each thread, since no thread may use
    another's."""

    def __init__(self) -> None:
        self.options = usvg.Options.default()
        self.options.font_family = LABELS
        for font in _FONTS:
            self.options.load_font_data(font)


_ready = _Ready()


class _ThorVG:
    """The few functions of its C interface that are needed. The classes of the package that brings it are
    left aside: they remember each size in which anything was ever drawn."""

    _RGBA = 0  # as its bytes lie in memory; its header calls it ABGR8888

    def __init__(self, library: ctypes.CDLL) -> None:
        self._call = library
        for makes in (self._call.tvg_swcanvas_create, self._call.tvg_picture_new):
            makes.restype = ctypes.c_void_p
        self._alone = threading.Lock()
        self._did(self._call.tvg_engine_init(0))  # without threads of its own, which no fork would take along

    def draw_upon(self, canvas: Canvas, svg: bytes, scale: float, shift: tuple[int, int]) -> None:
        """Lay a drawing, so many times as large and moved by so many pixels, over what is there."""
        target = (ctypes.c_char * len(canvas.pixels)).from_buffer(canvas.pixels)
        matrix = (ctypes.c_float * 9)(scale, 0, shift[0], 0, scale, shift[1], 0, 0, 1)
        with self._alone:
            drawing = ctypes.c_void_p(self._call.tvg_swcanvas_create(0))
            try:
                self._draw(drawing, target, canvas.image.size, svg, matrix)
            finally:
                self._call.tvg_canvas_destroy(drawing)  # and what was put on it

    def _draw(
        self, canvas: object, target: object, size: tuple[int, int], svg: bytes, matrix: object
    ) -> None:
        call, did = self._call, self._did
        did(call.tvg_swcanvas_set_target(canvas, target, size[0], *size, self._RGBA))
        picture = ctypes.c_void_p(call.tvg_picture_new())
        did(call.tvg_canvas_add(canvas, picture))
        did(call.tvg_picture_load_data(picture, svg, len(svg), b"svg", None, True))
        did(call.tvg_paint_set_transform(picture, matrix))
        did(call.tvg_canvas_draw(canvas, False))
        did(call.tvg_canvas_sync(canvas))

    @staticmethod
    def _did(result: int) -> None:
        if result:
            raise RuntimeError(f"ThorVG could not draw a picture (its result {result})")


_thorvg = _ThorVG(THORVG_LIB) if THORVG_LIB else None
