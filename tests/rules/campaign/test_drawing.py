"""The picture of a campaign's land: counters as all see them, own leaders by name, the day's ways."""

from __future__ import annotations

from rules import engine
from rules.campaign.drawing import picture
from rules.campaign.plans.plan import March
from rules.state.campaign import Campaign
from rules.views.knowing import seen
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World

FOOT = "light infantry"


def test_counters_lie_open_and_names_of_leaders_do_not() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5}, leader="robert")
    world.group(BYZANTINES, "0903", {FOOT: 5}, leader="leon")
    world.band("0403", {FOOT: 3}, under="n1")
    world.spy(BYZANTINES, "kosmas", "0805")
    mine, public = (picture(view_for(world.at, seat), seat, ()) for seat in (NORMANS, None))
    assert [(mark.hex, mark.letter, mark.label) for mark in mine.marks] == [
        ("0403", "N", "Robert"),
        ("0903", "B", "b1"),
        ("0805", "S", "Kosmas"),
    ]
    assert [mark.label for mark in public.marks] == ["n1", "b1", "Kosmas"]
    assert (mine.region.around, mine.region.radius, mine.elsewhere) == ("0403", 6, ())


def test_the_day_s_ways_are_drawn_from_what_was_shown() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0603"))
    before = world.at.copy()
    shown = seen(before, world.day(), BYZANTINES)
    (way,) = picture(view_for(world.at, BYZANTINES), BYZANTINES, shown).ways
    assert way.hexes[0] == "0403" and way.hexes[-1] == "0603"
    assert picture(view_for(world.at, BYZANTINES), BYZANTINES, ()).ways == ()


def test_groups_far_apart_have_each_a_region_the_one_with_most_of_them_first() -> None:
    world = World()
    for hex_ in ("0403", "0503", "2303"):
        world.group(NORMANS, hex_, {FOOT: 5})
    world.group(BYZANTINES, "2309", {FOOT: 5})
    mine = picture(view_for(world.at, NORMANS), NORMANS, ())
    assert mine.region.around in ("0403", "0503") and mine.region.summary
    assert [region.around for region in mine.elsewhere] == ["2303"]


def test_counters_of_a_second_side_of_a_faction_have_a_bar() -> None:
    at = engine.replay(engine.new_game("campaign-demone"))
    assert isinstance(at, Campaign)
    bars = {mark.label: mark.bars for mark in picture(at, "castrogiovanni", ()).marks}
    assert (bars["Roger"], bars["Mansur"], bars["Tariq"], bars["Yusuf"], bars["m1"]) == (0, 0, 1, 1, 0)
