"""Pictures of the land of a campaign."""

from __future__ import annotations

import io
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageFilter
from resvg import usvg

from games.pictures.geometry import centre
from games.pictures.land import Region, land_png, land_svg, png
from games.pictures.land.drawing import RADIUS
from games.pictures.land.names import Box, numbers_in, placed
from games.pictures.land.places import COUNTER
from games.pictures.land.sheet import Sheet, grid
from rules import engine

LANDS = engine.land_ids()
SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> list[str]:
    return ["".join(found.itertext()) for found in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("land_id", LANDS)
def test_the_whole_land_names_every_place(land_id: str) -> None:
    land = engine.land(land_id)
    assert {place.name for place in land.places} <= set(texts(land_svg(land)))


@pytest.mark.parametrize("land_id", LANDS)
def test_no_name_stands_on_another_or_off_the_sheet(land_id: str) -> None:
    sheet = Sheet(engine.land(land_id))
    boxes = {place.name: name.box for place, name, _ in placed(sheet)}
    assert [(a, b) for a, b in combinations(boxes, 2) if boxes[a].overlap(boxes[b]) > 6] == []
    assert all(box.left > 0 and box.right < sheet.width and box.top > 0 for box in boxes.values())


def test_a_region_shows_what_is_near_with_the_numbers_of_its_hexes() -> None:
    land = engine.land("apulia")
    drawing = land_svg(land, around=land.place("melfi").hex)
    said = texts(drawing)
    assert {"Melfi", "Venosa", "Lavello"} <= set(said)
    assert "Bari" not in said
    assert land.place("venosa").hex in re.findall(r">(\d{4})<", drawing)
    assert len(drawing) < 350_000


@pytest.mark.parametrize("land_id", LANDS)
def test_names_of_places_leave_the_numbers_of_hexes_to_be_read(land_id: str) -> None:
    """Orders are written with them: four names hide not even one."""
    land = engine.land(land_id)
    boxes = [
        name.box for around in land.places[::5] for _, name, _ in placed(Sheet(land, around.hex, RADIUS))
    ]
    hidden = sum(box.overlap(number) / number.area for box in boxes for number in numbers_in(land, box))
    assert boxes and hidden < len(boxes) / 4


@pytest.mark.parametrize("land_id", LANDS)
def test_a_counter_does_not_hide_the_name_of_the_place_that_it_stands_in(land_id: str) -> None:
    land = engine.land(land_id)
    for place, name, _ in placed(Sheet(land, land.places[0].hex, RADIUS)):
        at = centre(grid(place.hex))
        counter = Box(at.x - COUNTER, at.y - COUNTER, at.x + COUNTER, at.y + COUNTER)
        assert name.box.overlap(counter) < 60, place.name


def test_the_sea_has_no_numbers() -> None:
    land = engine.land("apulia")
    numbers = re.findall(r">(\d{4})<", land_svg(land, around=land.place("bari").hex))
    assert numbers and all(land.at(number).terrain != "sea" for number in numbers)


def test_a_region_at_the_edge_stays_on_the_sheet() -> None:
    land = engine.land("sicily")
    sheet = Sheet(land, "0101", 6)
    assert (sheet.window.left, sheet.window.top) == (0, 0)
    assert Sheet(land, "8048", 6).window.left + sheet.window.width == pytest.approx(sheet.width)


def test_pennons_show_who_holds_a_place_in_the_year() -> None:
    land = engine.land("apulia")
    hex_ = land.place("trani").hex
    titles = [
        found.text
        for found in ElementTree.fromstring(land_svg(land, around=hex_, year=1080)).iter(f"{SVG}title")
    ]
    assert f"Trani ({hex_}), Robert Guiscard" in titles


def test_groups_lie_over_the_land_with_the_ways_they_took() -> None:
    land = engine.land("apulia")
    melfi, venosa = land.place("melfi").hex, land.place("venosa").hex
    way = engine.LandWay((melfi, "3924", "4025", venosa), None)
    group = engine.LandMark(venosa, land.places[0].years[0].faction, "N", "Gui & men", title="Gui <7>")
    bare = land_svg(land, around=melfi)
    drawing = land_svg(land, around=melfi, marks=(group, group), ways=(way,))
    assert texts(drawing).count("Gui & men +1") == 1  # there is no room for a second name of such length
    assert drawing.count("Gui &lt;7&gt;") == 2
    assert drawing.count('stroke-dasharray="11 6"') == 1 + bare.count('stroke-dasharray="11 6"')


def test_a_land_without_shores_of_its_own_is_drawn_from_its_hexes() -> None:
    land = engine.land("sicily")
    bare = type(land)(**{**vars_of(land), "shores": ()})
    assert "Palermo" in texts(land_svg(bare))


def vars_of(land: engine.Land) -> dict[str, object]:
    return {name: getattr(land, name) for name in land.__dataclass_fields__}


@pytest.mark.slow
@pytest.mark.parametrize("land_id", LANDS)
def test_the_whole_land_as_a_png(land_id: str) -> None:
    packed = land_png(engine.land(land_id), width=1600, year=1060)
    assert Image.open(io.BytesIO(packed)).width == 1600
    assert len(packed) < 800_000


def test_a_region_is_light_enough_for_a_mail_and_keeps_the_colours_of_factions() -> None:
    land = engine.land("apulia")
    hex_ = land.place("melfi").hex
    group = engine.LandMark(hex_, land.place("bari").at(1050).faction, "B")
    packed = Region(land, hex_, marks=(group,)).png(780, 128, 200_000)
    colours = Image.open(io.BytesIO(packed)).convert("RGB").getcolors(256) or []
    assert len(packed) < 200_000
    assert (0x6A, 0x3D, 0x8F) in {colour for _, colour in colours}


def _as_one(land: engine.Land, around: str) -> Image.Image:
    """A region drawn as a whole, for the eye of a test."""
    tree = usvg.Tree.from_str(land_svg(land, around=around), png._ready.options)
    return png._pixels(tree, 1000, 1154, 1000 / 585).convert("RGB")


@pytest.mark.parametrize(
    ("land_id", "around"), [("apulia", "bari"), ("apulia", "melfi"), ("sicily", "catania")]
)
def test_a_region_put_together_from_pieces_looks_as_if_drawn_at_once(land_id: str, around: str) -> None:
    land = engine.land(land_id)
    hex_ = land.place(around).hex
    packed = Region(land, hex_).png(1000, 128, 2_000_000)
    joined = Image.open(io.BytesIO(packed)).convert("RGB")
    inner = (20, 60, 980, 1094)  # numbers at the edges, of which half is seen, are in pieces alone
    apart = ImageChops.difference(joined, _as_one(land, hex_)).crop(inner).filter(ImageFilter.BoxBlur(3))
    assert max(high for _, high in apart.getextrema()) < 64


def test_a_group_that_moves_on_needs_few_new_pieces() -> None:
    land = engine.land("apulia")
    png._piece.cache_clear()
    Region(land, land.place("melfi").hex)
    first = png._piece.cache_info().misses
    Region(land, land.place("venosa").hex)
    Region(land, land.place("venosa").hex)
    assert 6 <= first <= 12 and png._piece.cache_info().misses <= 2 * first - 3
