"""The largest battles in a mail: a page under 90 KB, a map under 250 KB that reads on any ground, and the
whole in text."""

from __future__ import annotations

import io
from functools import cache

import msgspec
import pytest
from PIL import Image

from bench.castle_battle import moments_at_the_castle
from bench.large_battle import Moment, moments, moments_with_tactics
from games.models import MapSize
from games.reports import html, lists, maps, text
from games.reports.facts import Facts
from pbem.mail.writer import HTML_BYTES, inlined
from rules import engine
from tests.games.reports.test_parity import facts_of

pytestmark = pytest.mark.slow
BATTLES = {"open": moments, "tactics": moments_with_tactics, "castle": moments_at_the_castle}
EXTRA = {"own_number": 0, "subject": "Report", "map_cid": "map@in.example.org", "map_width": 640}


@cache
def largest(battle: str) -> Facts:
    """The report with the most lines, of the first phases of a battle of sixty."""

    def facts(moment: Moment) -> Facts:
        events = engine.adjudicate(moment.ready, moment.dice)
        return facts_of(moment.ready, events, engine.replay(events, moment.ready.copy()), moment.seat)

    return max((facts(moment) for moment in BATTLES[battle](6)), key=lambda found: len(found.lines))


@pytest.mark.parametrize("battle", BATTLES)
def test_the_page_fits_and_says_where_the_rest_is_if_it_is_cut(battle: str) -> None:
    facts = largest(battle)
    assert len(facts.lines) > 60
    page = html.report("report", facts, **EXTRA)
    assert len(inlined(page).encode()) <= HTML_BYTES == 90 * 1024
    last = text.happenings(facts.lines)[-1].split("  ")[0].strip()
    assert last[:40] in " ".join(page.split()) or "left out here" in page


@pytest.mark.parametrize("battle", BATTLES)
def test_the_text_has_everything(battle: str) -> None:
    facts = largest(battle)
    for said in (
        text.report("report", facts, **EXTRA),
        text.report("report", facts, lists.blocks(facts), **EXTRA),
    ):
        told = "".join(said.split())
        assert all(row.name in said for side in facts.situation.sides for row in side.rows)
        assert all(
            "".join(line.text.split())[:30] in told or "".join(lists.spoken(line.text).split())[:30] in told
            for line in facts.lines
        )


@pytest.mark.parametrize("size", [MapSize.LARGE, MapSize.SMALL])
@pytest.mark.parametrize("battle", BATTLES)
def test_the_map_is_light_enough_and_opaque(battle: str, size: MapSize) -> None:
    png = maps.drawn(largest(battle).picture, size)
    assert 10_000 < len(png) <= maps.MOST_BYTES == 250_000
    image = Image.open(io.BytesIO(png))
    assert image.mode == "P" and "transparency" not in image.info
    assert 300 <= image.width <= maps.PIXELS[size] * 1.2
    assert image.info.keys() <= {"dpi"}  # nothing about who made it, or when


def test_a_wide_board_is_drawn_large_enough_to_be_read() -> None:
    picture = largest("open").picture
    alone = maps.in_language(picture, MapSize.LARGE, maps.MOST_BYTES, "en")
    assert Image.open(io.BytesIO(alone)).width > 1280


@pytest.mark.parametrize("size", [MapSize.LARGE, MapSize.SMALL])
@pytest.mark.parametrize("battle", BATTLES)
def test_both_maps_of_a_mail_weigh_no_more_than_one_may(battle: str, size: MapSize) -> None:
    picture = largest(battle).picture
    part = maps.part(picture, size)
    on_a_phone = 360  # of the 390 that it has
    assert part is not None and Image.open(io.BytesIO(part.png)).width >= on_a_phone
    assert len(part.png) <= maps.WEIGHTS[size].part
    assert len(part.png) + len(maps.drawn(picture, size)) <= (250_000 if size is MapSize.LARGE else 140_000)


@pytest.mark.parametrize("slug", [info.slug for info in engine.scenarios()])
def test_every_scenario_has_a_map_that_a_mail_may_carry(slug: str) -> None:
    battle = engine.replay(engine.new_game(slug))
    picture = maps.shown(battle, None)
    assert picture is not None
    png = maps.drawn(picture, MapSize.LARGE)
    assert png and len(png) <= maps.MOST_BYTES
    assert (
        picture.summary.startswith(("Map of ", "Plan of ", "The land around ")) and len(picture.summary) < 200
    )


@pytest.mark.parametrize("size", [MapSize.LARGE, MapSize.SMALL])
def test_a_region_of_a_land_is_wide_enough_for_a_phone_and_light_enough_for_a_mail(size: MapSize) -> None:
    campaigns = (info.slug for info in engine.scenarios() if info.slug.startswith("campaign-"))
    for slug in campaigns:
        table = engine.replay(engine.new_game(slug))
        for seat in table.setup.seats:
            picture = maps.shown(table, seat.id)
            pngs = [maps.drawn(picture, size), *(part.png for part in maps.parts(picture, size))]
            assert len(pngs) == 1 + len(picture.elsewhere)
            assert sum(map(len, pngs)) <= maps.WEIGHTS[size].alone
            assert all(Image.open(io.BytesIO(png)).width >= 320 for png in pngs)


@pytest.mark.parametrize("size", [MapSize.LARGE, MapSize.SMALL])
def test_two_fights_far_apart_are_both_shown_and_weigh_no_more(size: MapSize) -> None:
    picture = engine.picture(engine.replay(engine.new_game("escalade")), None)
    far_apart = msgspec.structs.replace(picture, focus=("0714", "0813") * 8 + ("2010", "1910") * 6)
    parts = maps.parts(far_apart, size)
    assert [part.besides for part in parts] == [False, True]
    assert parts[1].told.startswith("Another part of the map, from ")
    weight = sum(len(part.png) for part in parts) + len(maps.drawn(far_apart, size))
    assert weight <= (250_000 if size is MapSize.LARGE else 140_000)
    for part in parts:
        assert Image.open(io.BytesIO(part.png)).width >= maps.ON_A_PHONE
    thrice = msgspec.structs.replace(picture, focus=far_apart.focus + ("0303",) * 8)
    assert len(maps.parts(thrice, size)) in (2, 3)  # where the third would be too heavy, the second stays
    once = msgspec.structs.replace(picture, focus=("0714", "0813") * 8)
    assert [part.besides for part in maps.parts(once, size)] == [False]
