"""Pictures of few colours as PNGs. Packing took most of the time of a map, so it is done quickly
(pbem.packing), and tightly only where that matters."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from PIL import Image

from pbem.packing import pack

_TIGHTLY = 6
_TIGHTER = 1.25  # times smaller at best is what is packed tightly
_ONE_BYTE, _INDEXED = 8, 3


def png(image: Image.Image, *, tightly: bool = False) -> bytes:
    """A picture in mode P. ``tightly``: as small as can be had in a time that is still bearable."""
    rows = b"".join(b"\0" + row for row in _rows(image))  # unfiltered: numbers of colours
    packed = zlib.compress(rows, _TIGHTLY) if tightly else pack(rows)
    header = struct.pack(">IIBBBBB", *image.size, _ONE_BYTE, _INDEXED, 0, 0, 0)
    palette = bytes(image.getpalette() or ())
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, said) for kind, said in chunks)


def light_png(image: Image.Image, most: int) -> bytes:
    """The same for a mail that has so many bytes left for it, packed tightly only where that matters; it may
    be heavier all the same."""
    packed = png(image)
    return png(image, tightly=True) if most < len(packed) < _TIGHTER * most else packed


def _rows(image: Image.Image) -> Iterator[bytes]:
    pixels, wide = image.tobytes(), image.width
    return (pixels[start : start + wide] for start in range(0, len(pixels), wide))


def _chunk(kind: bytes, said: bytes) -> bytes:
    return struct.pack(">I", len(said)) + kind + said + struct.pack(">I", zlib.crc32(kind + said))
