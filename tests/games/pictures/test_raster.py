"""Lines and areas look the same whoever draws them."""

import pytest
from PIL import Image, ImageChops, ImageFilter

from games.pictures import raster, tracks
from games.pictures.geometry import Point, Window, circle
from games.pictures.goals import sample as goal
from games.pictures.ink import INK, RED, element, line, path

DRAWINGS = {
    "an arrow": line("M20,20Q80,20 80,80L60,60", RED, 4, stroke_opacity=0.8, stroke_dasharray="9 5"),
    "dots": line("M10,10L70,60", INK, 3.4, stroke_dasharray="1.5 6"),
    "a wash": path("M10,10H70V70H10ZM30,30V50H50V30Z", fill=RED, fill_opacity=0.12, stroke=RED),
    "rings": line(circle(Point(40, 40), 21), RED, 1.5) + tracks.circle_at(Point(40, 40), INK),
    "turned": element("g", goal("exited"), transform="translate(40 40) rotate(60)"),
}


WHOLE = Window(0, 0, 80, 80)


def on_paper(drawing: str, window: Window = WHOLE, scale: float = 2.0) -> Image.Image:
    paper = raster.Canvas(round(window.width * scale), round(window.height * scale), "white")
    raster.Drawing(drawing, 100, 100).lay_over(paper, scale, window)
    return paper.image.convert("RGB")


@pytest.mark.parametrize("name", DRAWINGS)
def test_where_thorvg_is_missing_everything_looks_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = on_paper(DRAWINGS[name])
    assert with_it.getextrema() != ((255, 255),) * 3, "something was drawn"
    monkeypatch.setattr(raster, "_thorvg", None)
    apart = ImageChops.difference(with_it, on_paper(DRAWINGS[name])).filter(ImageFilter.BoxBlur(1))
    assert max(high for _, high in apart.getextrema()) < 64


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_window_shows_what_the_whole_would_show_there(name: str) -> None:
    window = Window(18, 22, 40, 30)
    cut = on_paper(DRAWINGS[name]).crop((36, 44, 116, 104))
    apart = ImageChops.difference(cut, on_paper(DRAWINGS[name], window))
    assert cut.getextrema() != ((255, 255),) * 3, "something is seen there"
    assert max(high for _, high in apart.getextrema()) <= 16, "a shade at an edge at most"


def test_what_lies_there_is_drawn_over_and_stays_where_nothing_is() -> None:
    paper = raster.Canvas(20, 10, "#123456")
    raster.Drawing(path("M0,0H10V10H0Z", fill=INK), 20, 10).lay_over(paper, 1.0, Window(0, 0, 20, 10))
    shown = paper.image.convert("RGB")
    assert [shown.getpixel((2, 2)), shown.getpixel((18, 8))] == [(46, 38, 27), (0x12, 0x34, 0x56)]


def test_a_canvas_in_bands_is_the_same_and_the_next_one_begins_empty() -> None:
    paper = raster.Canvas(20, 10, "#123456")
    raster.Drawing(path("M0,0H10V7H0Z", fill=INK), 20, 10).lay_over(paper, 1.0, Window(0, 0, 20, 10))
    whole = Image.new("RGB", (20, 10))
    for top, band in paper.bands(4):
        assert band.height == min(4, 10 - top)
        whole.paste(band, (0, top))
    assert whole.tobytes() == paper.image.convert("RGB").tobytes()
    assert raster.Canvas(10, 5, "white").image.convert("RGB").getextrema() == ((255, 255),) * 3


def test_what_is_no_drawing_is_an_error_and_the_next_one_is_drawn() -> None:
    assert raster._thorvg
    with pytest.raises(RuntimeError, match="ThorVG"):
        raster._thorvg.draw_upon(raster.Canvas(8, 8, "white"), b"\x00", 1.0, (0, 0))
    assert on_paper(DRAWINGS["dots"]).getbbox()
