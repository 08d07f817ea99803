"""The lands of campaigns: hexes, places, what it costs to cross them (GUC-2, GUC-2.1, GUC-5.1a)."""

from __future__ import annotations

import pytest

from rules.campaign.land import (
    Faction,
    Land,
    LandError,
    PlaceKind,
    Terrain,
    direction,
)
from rules.campaign.land_file import land, land_from_toml, land_ids, shipped_campaign_tables
from rules.core.facing import Facing

COSTS = shipped_campaign_tables()["campaign-terrain"]
BRIEF = '''
title = "Brief"
map = """
01 .   m   ~
     h   s
02 f   m   ~
     .   .
"""
regions = """
01 -   a   -
     -   a
02 -   a   -
     -   a
"""
bridges = "0402"
[region_names]
a = "Alta"
[[rivers]]
name = "Secco"
hexes = "0301 0302 0402"
[[roads]]
name = "Via"
hexes = "0202 0302"
[[places]]
id = "castel"
name = "Castèl San Giò"
also = ["Borgo"]
kind = "castle"
hex = "0202"
why = "made up"
years = [[1050, "lombard", "the gastald", 3, 4], [1060, "norman", "Drogo", 7, 5]]
'''


@pytest.fixture
def brief() -> Land:
    return land_from_toml(BRIEF, "brief")


@pytest.mark.rule("GUC-2.1")
@pytest.mark.parametrize(
    ("hex_", "mp"),
    [("0101", 1), ("0201", 2), ("0102", 2), ("0401", 3), ("0202", 1), ("0501", None)],
    ids=["plain", "hill", "forest", "swamp", "place", "sea"],
)
def test_guc_2_1_each_ground_has_its_cost(brief: Land, hex_: str, mp: int | None) -> None:
    assert brief.cost(hex_, COSTS) == mp


@pytest.mark.rule("GUC-2.1")
def test_guc_2_1_only_the_dearest_of_a_hex_counts(brief: Land) -> None:
    assert brief.at("0301").terrain is Terrain.MOUNTAIN and brief.at("0301").river
    assert brief.cost("0301", COSTS) == 3  # not 2 and 3


@pytest.mark.rule("GUC-2.1")
def test_guc_2_1_a_road_in_the_mountains_costs_two_and_crosses_the_river(brief: Land) -> None:
    assert brief.at("0302").road and brief.at("0302").river
    assert brief.cost("0302", COSTS) == 2


@pytest.mark.rule("GUC-2.1")
def test_guc_2_1_a_bridge_crosses_the_river_where_no_road_leads(brief: Land) -> None:
    assert brief.at("0402").bridge and not brief.at("0402").road
    assert brief.cost("0402", COSTS) == 1


def test_a_place_is_known_by_any_of_its_names(brief: Land) -> None:
    castle = brief.place("castel")
    assert brief.named("castel san gio") is castle is brief.named("BORGO")
    assert brief.named("Castel") is None
    assert brief.nearest("Castel San Gi") == "Castèl San Giò"
    assert brief.nearest("Xy") == ""
    assert brief.place_at("0202") is castle and brief.place_at("0101") is None


@pytest.mark.rule("GUC-5.1a")
def test_guc_5_1a_a_place_has_its_class_and_its_owner_of_a_year(brief: Land) -> None:
    castle = brief.place("castel")
    assert castle.kind is PlaceKind.CASTLE
    assert castle.at(1059).faction is Faction.LOMBARD
    assert castle.at(1060).lord == "Drogo"
    assert castle.at(1000) == castle.years[0]


def test_hexes_have_neighbours_coasts_and_regions(brief: Land) -> None:
    assert brief.neighbours("0101") == ("0201", "0102")
    assert brief.beside("0201", Facing.SE) == "0302"
    assert brief.at("0401").coast and not brief.at("0201").coast and not brief.at("0501").coast
    assert brief.at("0301").region == "Alta" and brief.at("0101").region is None
    assert brief.distance("0101", "0402") == 3
    assert (direction("0101", "0102"), direction("0101", "0301")) == ("south", "east")
    with pytest.raises(LandError, match="no hex 0909"):
        brief.at("0909")


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        ("02 f ", "02 q ", "unknown terrain letter 'q' in 0102"),
        ("02 -   a   -", "02 -   b   -", "region 'b' of 0302 has no name"),
        ("0202 0302", "0202 0402", "Via: 0202 and 0402 do not touch"),
        ('"0402"', '"0501"', "0501 is sea"),
        ('"0402"', '"0909"', "there is no hex 0909"),
        ("3, 4], [1060", "3, 11], [1060", "castel: hostility and resources run from 1 to 10"),
        ("3, 4], [1060", "3], [1060", "castel: only a city never runs out"),
        ("[1060", "[1050", "castel: its years are out of order"),
        ("02 f   m   ~", "02 f   m", "row 02 is not as long as row 01"),
        ("02 f   m   ~", "03 f   m   ~", "row 02 begins with '03'"),
        ('"castle"', '"hovel"', "hovel"),
    ],
)
def test_a_land_that_is_none_is_refused_by_name(was: str, becomes: str, fault: str) -> None:
    assert was in BRIEF
    with pytest.raises(LandError, match=fault.replace("(", r"\(")):
        land_from_toml(BRIEF.replace(was, becomes), "brief")


def test_an_unknown_land_is_refused() -> None:
    with pytest.raises(LandError, match="there is no land 'atlantis'"):
        land("atlantis")


def reached_from(shipped: Land, start: str) -> set[str]:
    """All hexes to which somebody can go by land."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in reached and shipped.cost(here, COSTS) is not None:
            reached.add(here)
            waiting += shipped.neighbours(here)
    return reached


@pytest.mark.rule("GUC-2")
@pytest.mark.parametrize(
    ("land_id", "start", "across"), [("apulia", "melfi", set()), ("sicily", "palermo", {"Calabria"})]
)
def test_guc_2_every_place_can_be_reached_but_those_across_the_strait(
    land_id: str, start: str, across: set[str]
) -> None:
    shipped = land(land_id)
    reached = reached_from(shipped, shipped.place(start).hex)
    assert {shipped.at(p.hex).region for p in shipped.places if p.hex not in reached} == across


@pytest.mark.rule("GUC-5.1a")
def test_guc_5_1a_the_three_cities_are_cities_and_nothing_else_is() -> None:
    every = [place for land_id in land_ids() for place in land(land_id).places]
    assert {place.name for place in every if place.kind is PlaceKind.CITY} == {"Benevento", "Bari", "Palermo"}


@pytest.mark.rule("GUC-2")
def test_guc_2_the_val_demone_is_outlined_and_lies_in_the_north_east() -> None:
    sicily = land("sicily")
    assert sicily.outlined == "Val Demone"
    inside = {place.id for place in sicily.places if sicily.at(place.hex).region == "Val Demone"}
    assert {"messina", "rometta", "troina", "taormina"} <= inside
    assert not inside & {"palermo", "siracusa", "castrogiovanni", "reggio"}


@pytest.mark.parametrize(
    ("land_id", "near", "far", "km"),
    [
        ("apulia", "melfi", "venosa", 14),
        ("apulia", "bari", "taranto", 79),
        ("sicily", "messina", "palermo", 192),
    ],
)
def test_a_hex_measures_five_kilometres(land_id: str, near: str, far: str, km: int) -> None:
    """As the crow flies over hexes, which is up to a seventh longer than a straight line."""
    shipped = land(land_id)
    hexes = shipped.distance(shipped.place(near).hex, shipped.place(far).hex)
    assert km / 5 - 1 <= hexes <= km / 5 * 1.16 + 1


@pytest.mark.parametrize("land_id", land_ids())
def test_every_place_tells_in_one_line_why_its_figures_are_what_they_are(land_id: str) -> None:
    for place in land(land_id).places:
        assert place.why and "\n" not in place.why and place.at(1050).since <= 1050, place.id


def test_hexes_that_are_alike_share_one_record() -> None:
    for name in land_ids():
        grounds = land(name).hexes.values()
        assert len({id(ground) for ground in grounds}) == len(set(grounds)) < len(grounds) / 20
