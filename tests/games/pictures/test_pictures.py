"""Pictures of a board: well-formed, legible without colour, light enough for a mail, fast."""

from __future__ import annotations

import importlib
import re
import struct
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image, ImageChops

from games import pictures
from games.pictures import geometry, ink, lettering
from games.pictures.geometry import Layout
from rules import engine
from rules.views.focus import FIGHTS
from tests.games.boards import board_of, ford, piece, sides_of
from tests.stopwatch import stopwatch

png = importlib.import_module("games.pictures.png")  # the package has a function of this name
SVG = "{http://www.w3.org/2000/svg}"


def small(
    *pieces: engine.PicturePiece, drawing: str = ". . .\n. . .\n. . .", **changes: object
) -> engine.Picture:
    hexes = board_of(drawing)
    plain = engine.Picture(
        tuple(hexes.values()), tuple(sides_of(hexes)), pieces, (), ("Normans", "Arabs"), "A field."
    )
    return msgspec.structs.replace(plain, **changes)


def titles(drawing: str) -> list[str]:
    return [t.text or "" for t in ElementTree.fromstring(drawing).iter(f"{SVG}title")]


def texts(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [t.text for kind in ("text", "tspan") for t in root.iter(SVG + kind) if t.text]


def luminance(colour: str) -> float:
    """Relative luminance, as the accessibility guidelines compute it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# the drawing


def test_every_hex_is_labelled_and_every_counter_titled() -> None:
    picture = ford()
    drawing = pictures.svg(picture)
    assert {h.label for h in picture.hexes} <= set(texts(drawing))
    for shown in picture.pieces:
        assert any(t.startswith(shown.name) and shown.label in t for t in titles(drawing)), shown.name
    for track in picture.tracks:
        assert track.caption in titles(drawing)


def test_a_drawing_says_what_it_shows() -> None:
    root = ElementTree.fromstring(pictures.svg(ford()))
    assert root.get("role") == "img"
    assert root.get("aria-label") == ford().summary


def test_names_with_markup_stay_names() -> None:
    wild = piece("A<B", 0, "0202", name='<script>alert("x")</script>', weapon='bow"&')
    drawing = pictures.svg(small(wild, summary="<b>&\"'"), key=True)
    assert "<script" not in drawing and "<b>" not in drawing
    assert any("<script>" in t for t in titles(drawing))
    assert "A<B" in texts(drawing)


def test_a_drawing_needs_no_style_and_no_foreign_thing() -> None:
    drawing = pictures.svg(ford(), key=True)
    assert not re.search(r"<style|style=|<script|<image|href=\"(?!#)|url\((?!#)", drawing)


def test_odd_columns_lie_half_a_hex_lower() -> None:
    layout = Layout(small())
    first, second, below = (layout.centre(label) for label in ("0101", "0201", "0102"))
    assert first and second and below
    assert second.y - first.y == pytest.approx((below.y - first.y) / 2)
    assert second.x - first.x == pytest.approx(1.5 * geometry.SIDE)


def test_a_board_that_begins_in_an_odd_column_keeps_its_steps() -> None:
    whole = small()
    part = msgspec.structs.replace(whole, hexes=tuple(h for h in whole.hexes if h.column > 0))
    layout = Layout(part)
    second, third = layout.centre("0201"), layout.centre("0301")
    assert second and third and second.y > third.y


def test_neighbouring_hexes_share_their_hexside() -> None:
    for at in ((3, 3), (4, 3)):
        for side in range(6):
            other = geometry.neighbour(at, side)
            assert geometry.neighbour(other, (side + 3) % 6) == at
            assert geometry.side_ends(at, side) == geometry.side_ends(other, (side + 3) % 6)[::-1]


def test_the_outline_of_a_ring_has_a_hole() -> None:
    ring = set(geometry.neighbours((4, 4)))
    assert sorted(len(loop) for loop in geometry.loops(ring)) == [6, 18]


def test_the_same_board_is_always_drawn_alike() -> None:
    assert pictures.svg(ford()) == pictures.svg(ford())


def test_a_rider_points_where_his_front_half_is() -> None:
    north = pictures.svg(small(piece("ROB", 0, "0201", "0202")))
    south = pictures.svg(small(piece("ROB", 0, "0202", "0201")))
    assert "rotate(-90)" in north and "rotate(90)" in south


@pytest.mark.parametrize(
    "change", [{"health": "wounded"}, {"health": "stunned"}, {"armoured": True}, {"weapon": "shortbow"}]
)
def test_every_state_changes_the_shape_of_a_counter(change: dict[str, object]) -> None:
    """Not only its colour: letters, lines and paths differ."""

    def shapes(shown: engine.PicturePiece) -> list[str]:
        root = ElementTree.fromstring(pictures.svg(small(shown)))
        return sorted(
            [e.get("d", "") for e in root.iter(f"{SVG}path")] + [e.get("transform", "") for e in root.iter()]
        )

    assert shapes(piece("RUG", 0, "0202", **change)) != shapes(piece("RUG", 0, "0202"))


def added(shown: engine.Picture, plain: engine.Picture) -> list[str]:
    """The lines of a drawing that another has not."""
    before, now = (
        [e.get("d", "") for e in ElementTree.fromstring(pictures.svg(p)).iter(f"{SVG}path")]
        for p in (plain, shown)
    )
    return [d for d in now if d not in before]


@pytest.mark.rule("GUI-7.2.2i")
@pytest.mark.parametrize(("mark", "chevrons"), [("charge", 1), ("counter-charge", 2)])
def test_a_charge_is_one_chevron_before_the_horse_and_a_counter_charge_two(mark: str, chevrons: int) -> None:
    plain, marked = (piece("ROB", 0, "0201", "0202", mark=m) for m in ("", mark))
    under, over = added(small(marked), small(plain))
    assert under == over, "white first, so that it stands out on dark ground"
    tips = [float(x) + 6 for x in re.findall(r"M([-\d.]+),-8l6,8l-6,8", over)]
    assert len(tips) == chevrons
    noses = [float(x) for x in re.findall(r"L([-\d.]+),0L", pictures.svg(small(plain)))]
    assert min(tips) > max(noses), "before the horse's nose"


@pytest.mark.rule("GUI-7.3.1a", "GUI-7.3.1c")
def test_pikes_stand_across_the_two_sides_that_a_man_of_the_front_looks_over() -> None:
    man = piece("OKE", 0, "0202")
    marks = tuple(engine.PictureSide("0202", facing, "pikes") for facing in ("N", "NE"))
    plain = small(man)
    found = added(msgspec.structs.replace(plain, hexsides=(*plain.hexsides, *marks)), plain)
    assert len(found) == 2
    for drawn, side in zip(found, (0, 1), strict=True):
        a, b = geometry.side_ends(Layout(plain).at["0202"], side)
        shafts = re.findall(r"M([-\d.]+),([-\d.]+)L([-\d.]+),([-\d.]+)", drawn)
        assert len(shafts) == 4
        for x1, y1, x2, y2 in (map(float, shaft) for shaft in shafts):
            middle = geometry.Point((x1 + x2) / 2, (y1 + y2) / 2)
            assert abs(middle.distance(a) + middle.distance(b) - a.distance(b)) < 0.1, "on the hexside"
            across = (x2 - x1) * (b.x - a.x) + (y2 - y1) * (b.y - a.y)
            assert abs(across) < 0.05 * a.distance(b) * 14, "at a right angle to it"


def test_the_sides_differ_by_shape_and_by_lightness() -> None:
    assert all(contrast(side.fill, side.text) > 4.5 for side in ink.SIDES)
    assert all(contrast(dark.fill, light.fill) > 4.5 for dark in ink.SIDES[::2] for light in ink.SIDES[1::2])
    for rear in ("", "0203"):
        shapes = set()
        for number in range(len(ink.SIDES)):
            drawn = pictures.svg(small(piece("A", number, "0202", rear=rear)))
            shapes.add(re.sub(r"#[0-9a-f]{6}", "", drawn))
        assert len(shapes) == len(ink.SIDES) == 4


def test_a_fifth_side_looks_like_the_first_again() -> None:
    first, fifth = (pictures.svg(small(piece("A", number, "0202"))) for number in (0, 4))
    assert first == fifth


def test_water_wood_and_open_ground_stay_apart_on_a_grey_printer() -> None:
    greys = [luminance(ink.GROUND[t]) for t in ("deep", "tree", "shallow", "flat")]
    assert all(b - a > 0.05 for a, b in pairwise(greys))


def test_the_fallen_are_counted() -> None:
    drawing = pictures.svg(ford())
    assert "2" in texts(drawing)  # two bodies in one hex


def test_the_key_names_only_what_is_there() -> None:
    key = texts(pictures.legend(ford()))
    assert {
        "Normans",
        "Arabs",
        "marsh",
        "deep water",
        "trail",
        "lip of a slope",
        "wounded",
        "stunned",
    } <= set(key)
    assert {"marsh", "wounded", "trail"}.isdisjoint(texts(pictures.legend(small())))


@pytest.mark.rule("GUI-7.2.2i")
def test_the_key_explains_the_marks_of_charges() -> None:
    marked = small(
        piece("ROB", 0, "0201", "0202", mark="charge"), piece("HAS", 1, "0301", "0302", mark="counter-charge")
    )
    assert {"charge", "counter-charge"} <= set(texts(pictures.legend(marked)))
    assert {"charge", "counter-charge"}.isdisjoint(texts(pictures.legend(small())))


def test_unknown_terrain_and_features_are_drawn_plainly() -> None:
    hexes = tuple(msgspec.structs.replace(h, terrain="bog") for h in small().hexes)
    odd = small(hexes=hexes, hexsides=(engine.PictureSide("0202", "N", "portcullis"),))
    assert "bog" in texts(pictures.legend(odd))
    ElementTree.fromstring(pictures.svg(odd))


def test_what_is_off_the_board_is_left_out() -> None:
    lost = engine.PictureTrack("move", 0, ("9999", "0101"), "From nowhere.")
    drawing = pictures.svg(small(piece("GONE", 0, ""), tracks=(lost,)))
    assert "GONE" not in texts(drawing) and "From nowhere." not in titles(drawing)


def test_a_board_of_one_hex_and_of_none() -> None:
    ElementTree.fromstring(pictures.svg(small(drawing=".")))
    ElementTree.fromstring(pictures.svg(small(hexes=())))


# the PNG


def test_a_large_battle_fits_into_a_mail() -> None:
    """60 figures on 30 by 22 hexes at twice 640 pixels: at most 250 KB, opaque, and quick once the
    map is known."""
    picture = ford(crowd=45)
    assert len(picture.hexes) == 660 and len(picture.pieces) >= 60
    pictures.png(picture)
    with stopwatch() as took:
        found = pictures.png(picture)
    width, height = struct.unpack(">II", found[16:24])
    assert found.startswith(b"\x89PNG") and 1100 < width <= 1280 and height > 900
    assert len(found) <= 250_000
    assert took.seconds < 0.6, f"{took.seconds:.2f} s"  # 0.25 s on an idle machine
    image = Image.open(BytesIO(found))
    assert image.mode in ("P", "RGB") and "transparency" not in image.info


def test_a_small_board_fills_the_width_asked_for() -> None:
    found = pictures.png(small(piece("ROB", 0, "0202")), 640)
    width, _ = struct.unpack(">II", found[16:24])
    assert 560 < width <= 640


def test_letters_are_drawn_without_any_font_on_the_machine() -> None:
    with_badge = pictures.png(small(piece("ROB", 0, "0202")), 640)
    without = pictures.png(small(piece("", 0, "0202")), 640)
    assert with_badge != without


def test_a_map_that_was_drawn_once_is_not_drawn_again_while_other_boards_are_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server draws many boards in turn, and has room for none unpacked."""
    first = pictures.png(small(piece("ROB", 0, "0202")))
    pictures.png(ford(crowd=5))
    monkeypatch.setattr(png, "still_parts", None)
    assert pictures.png(small(piece("ROB", 0, "0202"))) == first


def test_the_kept_map_does_not_remember_the_fallen() -> None:
    """The map is kept between pictures; corpses and counters of one must not show on the next."""
    clean = pictures.png(small())
    hexes = tuple(msgspec.structs.replace(h, bodies=1) for h in small().hexes)
    assert pictures.png(small(piece("ROB", 0, "0202"), hexes=hexes)) != clean
    assert pictures.png(small()) == clean


def test_every_thread_draws() -> None:
    views = [
        engine.picture(engine.replay(engine.new_game(slug)), None) for slug in ("ford", "orchard", "farm")
    ]
    with ThreadPoolExecutor(3) as threads:
        drawn = list(threads.map(lambda view: pictures.png(view, 413), views * 2))
    assert drawn == [pictures.png(view, 413) for view in views * 2]


# numbers, goals, shots and parts


@pytest.mark.parametrize(
    "slug", [one.slug for one in engine.scenarios() if not one.slug.startswith("campaign-")]
)
def test_numbers_can_be_read_in_a_mail_and_their_part_on_a_phone(slug: str) -> None:
    """Eight and a half pixels high where a mail is 600 wide (a larger one would not fit above a counter of
    the widest boards), nine in a part where a phone leaves 350."""
    picture = engine.picture(engine.replay(engine.new_game(slug)), None)
    layout = Layout(picture)
    assert lettering.size_for(layout.width) * lettering.MAIL / layout.width >= 8.5
    middle = list(layout.hexes.values())[len(layout.hexes) // 2].label
    part = pictures.window(picture, [middle])
    assert part is not None and lettering.IN_A_PART * 350 / part.width >= 9


def shown_with(*tracks: engine.PictureTrack, **more: object) -> engine.Picture:
    return msgspec.structs.replace(small(), tracks=tracks, **more)


def test_a_number_that_an_arrow_crosses_stands_above_it() -> None:
    plain = small()
    labels = [h.label for h in plain.hexes]
    track = engine.PictureTrack("move", 0, tuple(labels[:3]), "Hugo moves")
    crossed = pictures.svg(shown_with(track, pieces=()))
    assert crossed.rindex(f">{labels[1]}<") > crossed.rindex("Hugo moves")
    assert pictures.svg(shown_with(pieces=())).count(f">{labels[1]}<") == 1


def test_a_shot_that_drifted_is_drawn_to_where_it_fell_and_rings_its_aim() -> None:
    labels = [h.label for h in small().hexes]
    straight = engine.PictureTrack("shot", 0, (labels[0], labels[-1]), "Hugo shoots")
    drifted = msgspec.structs.replace(straight, labels=(labels[0], labels[1]), aim=labels[-1])
    key = pictures.legend(shown_with(drifted))
    assert "aimed here, fell there" in key and "aimed here" not in pictures.legend(shown_with(straight))
    assert pictures.svg(shown_with(drifted)) != pictures.svg(shown_with(straight))


def test_what_is_fought_for_is_marked_and_named_in_the_key() -> None:
    picture = engine.picture(engine.replay(engine.new_game("escalade")), None)
    assert [goal.kind for goal in picture.goals] == ["held"]
    assert "worth points at the end: 1010, 1311, 1610" in pictures.legend(picture)
    defile = engine.picture(engine.replay(engine.new_game("defile")), None)
    assert "way off the board: 2608 to 2614 (Normans)" in pictures.legend(defile)
    bare = msgspec.structs.replace(picture, goals=())
    assert len(pictures.svg(bare)) < len(pictures.svg(picture))


def test_the_part_is_where_most_of_what_matters_is() -> None:
    picture = engine.picture(engine.replay(engine.new_game("ford")), None)
    layout = Layout(picture)
    part = pictures.window(picture, ["0503", "2518", "2517", "2418"])
    assert part is not None
    at = layout.centre("2518")
    assert at and part.left < at.x < part.left + part.width and part.top < at.y < part.top + part.height
    far = layout.centre("0503")
    assert far and not part.left < far.x < part.left + part.width
    assert pictures.window(picture, []) is None
    assert pictures.window(small(), [small().hexes[0].label]) is None


# what is only planned


def test_a_way_that_is_tried_shows_where_it_may_end_and_its_chance() -> None:
    battle = engine.replay(engine.new_game("ford"))
    seat = engine.awaiting(battle).seats[0]
    man = next(f for f in battle.figures.values() if f.seat == seat and not f.mounted)
    there = min(
        (at for at in battle.board.cells if battle.board.distance(at, man.hex or "") == 2),
        key=lambda at: engine.read_orders(battle, seat, [f"TRY MOVE {man.name} to {at}"]).troubled,
    )
    reading = engine.read_orders(battle, seat, [f"TRY MOVE {man.name} to {there}"])
    [way] = reading.ways
    assert (way.figure, way.labels[0], way.labels[-1], way.unhurt) == (man.name, man.hex, there, "100 %")
    picture = engine.picture_of_ways(battle, seat, reading)
    assert picture is not None and [track.what for track in picture.tracks] == ["plan"]
    assert set(picture.focus) == set(way.labels)
    filed = engine.read_orders(battle, seat, [f"MOVE {man.name} to {there}"])
    assert not filed.ways and engine.picture_of_ways(battle, seat, filed) is None


def test_a_risk_and_a_chance_stand_on_the_map_in_letters() -> None:
    labels = [h.label for h in small().hexes]
    plan = engine.PictureTrack("plan", 0, tuple(labels[:3]), "Hugo would go", badge="70 %")
    risk = engine.PictureTrack("risk", 0, (labels[1],), "Hugo may be stopped here", badge="!")
    drawn = texts(pictures.svg(shown_with(plan, risk)))
    assert "70 %" in drawn and "!" in drawn


def test_the_number_of_each_choice_stands_where_it_leads() -> None:
    battle = engine.replay(engine.new_game("ford"))
    picture = engine.picture(battle, None)
    choices = (
        engine.Choice("stand", "stand and fight"),
        engine.Choice("a", "step back to 1006, open"),
        engine.Choice("b", "step back to 1006 and turn"),
    )
    shown = engine.with_options(picture, choices, "Robert charges Hassan (0906). Does he wait?")
    assert [(t.labels, t.badge) for t in shown.tracks] == [(("1006",), "2 3")]
    assert len(pictures.windows(shown, all_of_it=True)) == 1


def test_a_part_shows_what_the_whole_shows_there() -> None:
    """Only its numbers are larger."""
    picture = engine.picture(engine.replay(engine.new_game("orchard")), None)
    window = pictures.window(picture, ["0909", "1010"])
    assert window is not None
    part = Image.open(BytesIO(pictures.part(picture, window, 3))).convert("RGB")
    whole = Image.open(BytesIO(pictures.png(picture, 1000))).convert("RGB")
    scale = 3 * 13 / 45
    assert part.width == round(window.width * scale) and whole.width == round(Layout(picture).width * scale)
    left, top = round(window.left * scale), round(window.top * scale)
    same = whole.crop((left, top, left + part.width, top + part.height))
    apart = ImageChops.difference(part.resize((40, 40)), same.resize((40, 40))).convert("L")
    assert max(apart.resize((4, 4), Image.Resampling.BOX).tobytes()) < 16


def test_fights_far_from_the_first_have_parts_of_their_own() -> None:
    """Even one of which nobody is left: its hex counts twice alone, by the blow and by the fight."""
    picture = engine.picture(engine.replay(engine.new_game("escalade")), None)
    layout = Layout(picture)
    west, east, north = ["0714", "0813"] * 8, ["2010"] * (2 * FIGHTS), ["0303"] * (2 * FIGHTS)
    parts = pictures.windows(msgspec.structs.replace(picture, focus=(*west, *east, *north)))
    assert len(parts) == 3 and parts[0] == pictures.window(picture, west)
    for label in ("0714", "2010", "0303"):
        at = layout.centre(label)
        assert at and any(
            part.left < at.x < part.left + part.width and part.top < at.y < part.top + part.height
            for part in parts
        )
    passed_by = (*west, "2010", "1910")
    assert len(pictures.windows(msgspec.structs.replace(picture, focus=passed_by))) == 1
    assert pictures.windows(msgspec.structs.replace(picture, focus=())) == ()
