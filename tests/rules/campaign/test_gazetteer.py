"""A land in words (GUC-2)."""

from __future__ import annotations

import pytest

from rules.campaign.gazetteer import around_told, gazetteer, ground_told, neighbours, place_told
from rules.campaign.land_file import land, land_ids
from rules.core.language import speaking

APULIA = land("apulia")


def test_a_place_is_told_with_what_is_next_by_road_and_what_is_near() -> None:
    told = around_told(APULIA, APULIA.place("melfi"))
    assert told.startswith("From Melfi: ")
    assert "Venosa 3 hexes east by road" in told
    assert "Lavello 3 hexes north-east," in told
    assert "Lecce" not in told


def test_a_place_is_told_with_its_owner_of_the_year() -> None:
    trani = APULIA.place("trani")
    assert "Byzantine, its citizens" in place_told(APULIA, trani, 1050)
    assert "Norman, Robert Guiscard" in place_told(APULIA, trani, 1080)
    assert "never runs out" in place_told(APULIA, APULIA.place("bari"), 1080)


def test_a_road_leads_both_ways() -> None:
    for place in APULIA.places:
        for other, far, by_road in neighbours(APULIA, place):
            if by_road:
                assert (place, far, True) in neighbours(APULIA, other)


@pytest.mark.parametrize("land_id", land_ids())
def test_every_place_stands_in_the_gazetteer_once(land_id: str) -> None:
    told = gazetteer(land(land_id), 1060)
    assert [line.partition(" (")[0] for line in told] == sorted(place.name for place in land(land_id).places)


def test_ground_is_told_with_what_runs_through_it() -> None:
    bridge = next(ground for ground in APULIA.hexes.values() if ground.bridge)
    assert "a river with a bridge" in ground_told(bridge)
    assert ground_told(APULIA.at("9401")) == "sea"


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_gazetteer_speaks_the_languages_of_its_readers(language: str) -> None:
    with speaking(language):
        assert "hexes" not in gazetteer(APULIA, 1060)[0]
