"""Lines and areas look the same whoever draws them."""

import pytest
from PIL import Image, ImageChops, ImageFilter

from games.pictures import raster, tracks
from games.pictures.geometry import Point, Window, circle
from games.pictures.goals import sample as goal
from games.pictures.ink import INK, RED, element, line, path

SIZE = (160, 160)
SHIFTED = Window(10, 0, 0, 0)
DRAWINGS = {
    "an arrow": line("M20,20Q80,20 80,80L60,60", RED, 4, stroke_opacity=0.8, stroke_dasharray="9 5"),
    "dots": line("M10,10L70,60", INK, 3.4, stroke_dasharray="1.5 6"),
    "a wash": path("M10,10H70V70H10ZM30,30V50H50V30Z", fill=RED, fill_opacity=0.12, stroke=RED),
    "rings": line(circle(Point(40, 40), 21), RED, 1.5) + tracks.circle_at(Point(40, 40), INK),
    "turned": element("g", goal("exited"), transform="translate(40 40) rotate(60)"),
}


def on_paper(drawing: str) -> Image.Image:
    paper = Image.new("RGB", SIZE, "white")
    inked = raster.Drawing(drawing, 100, 100).pixels((0, 0, *SIZE), 2.0, SHIFTED)
    paper.paste(inked, (0, 0), inked)
    return paper


@pytest.mark.parametrize("name", DRAWINGS)
def test_where_thorvg_is_missing_everything_looks_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = on_paper(DRAWINGS[name])
    monkeypatch.setattr(raster, "_thorvg", None)
    apart = ImageChops.difference(with_it, on_paper(DRAWINGS[name])).filter(ImageFilter.BoxBlur(1))
    assert with_it.getextrema() != ((255, 255),) * 3, "something was drawn"
    assert max(high for _, high in apart.getextrema()) < 64


def test_what_is_no_drawing_is_an_error_and_the_next_one_is_drawn() -> None:
    assert raster._thorvg
    with pytest.raises(RuntimeError, match="ThorVG"):
        raster._thorvg.pixels(b"\x00", (8, 8), 1.0, (0.0, 0.0))
    assert on_paper(DRAWINGS["dots"]).getbbox()
