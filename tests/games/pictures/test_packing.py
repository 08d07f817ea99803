"""Pictures are packed by ourselves: any reader of PNGs has to find the same pixels in them."""

import io

import pytest
from PIL import Image

from games.pictures import packing


def _picture(colours: int = 40, size: tuple[int, int] = (61, 37)) -> Image.Image:
    image = Image.new("P", size)
    image.putpalette([part for n in range(colours) for part in (5 * n, 255 - 6 * n, 3 * n)])
    image.putdata([(x * x + 7 * y) % colours for y in range(size[1]) for x in range(size[0])])
    return image


@pytest.mark.parametrize("tightly", [False, True])
@pytest.mark.parametrize("colours", [3, 32, 42])
def test_what_is_packed_is_what_was_drawn(tightly: bool, colours: int) -> None:
    drawn = _picture(colours)
    found = Image.open(io.BytesIO(packing.png(drawn, tightly=tightly)), formats=("PNG",))
    found.verify()  # every chunk's sum
    found = Image.open(io.BytesIO(packing.png(drawn, tightly=tightly)), formats=("PNG",))
    assert found.mode == "P" and found.size == drawn.size
    assert found.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_a_picture_packed_tightly_is_the_smaller_one() -> None:
    drawn = _picture(size=(400, 300))
    assert len(packing.png(drawn, tightly=True)) < len(packing.png(drawn))
