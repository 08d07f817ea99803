"""Captains keep their groups fed: what they take along, how far they go with it, where they find more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import desk, supply
from rules.campaign.captain import captain_orders
from rules.campaign.plans.reading import plan_from
from rules.campaign.quartermaster import DAYS, Quartermaster
from rules.events.campaign_secrets import GroupFed
from rules.state.campaign_counters import HUNGRY
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, World, of, toy


def lines(world: World, side: str = BYZANTINES, word: str = "") -> list[str]:
    """What a captain writes, or those of its lines that begin with a word; everything in it is understood."""
    at = view_for(world.at, side)
    found = captain_orders(at, side, "bold")
    understood = desk.read_orders(at, side, found).lines
    assert all(one.verdict.name in ("OK", "NOTE", "COMMAND") for one in understood)
    return [line for line in found if line.startswith(word)]


def stores(world: World, side: str = BYZANTINES) -> Quartermaster:
    return Quartermaster(view_for(world.at, side), side, TABLES, toy())


def played(world: World, days: int, side: str = BYZANTINES) -> None:
    """Some days by the captain's orders, written afresh each morning."""
    for _ in range(days):
        at = view_for(world.at, side)
        standing = desk.read_orders(at, side, lines(world, side)).standing
        world.plans[side] = plan_from(at, side, standing)
        world.day(otherwise=5)


def prey(world: World) -> World:
    """Of the places of others only Alto has anything in it."""
    plundered = (replace(p, resources=0) if p.id == "dorf" else p for p in world.setup.places)
    world.setup = world.at.setup = replace(world.setup, places=tuple(plundered))
    return world


# what is at hand


def test_who_is_where_the_day_begins_has_eaten_before_anything_is_loaded() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0606", {"hoplite": 12})]
    world.group(BYZANTINES, "0606", {"hoplite": 20})
    assert stores(world).stock("castro", 9) == 4 - 1 - 2
    assert stores(world).stock("urbe", 9) == 9
    assert stores(world).lacks(group) == 1


@pytest.mark.rule("GUC-8.4a")
def test_a_place_that_is_besieged_is_nobodys_larder() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0606", {"hoplite": 12})]
    assert supply.larder(world.at, group) == "castro"
    world.at.places["castro"] = replace(world.at.places["castro"], siege="n1")
    assert supply.larder(world.at, group) == ""
    assert supply.larder(world.at, replace(group, hex="0303")) == ""
    assert supply.larder(world.at, replace(group, hex="0604")) == ""


def test_what_goes_with_a_group_is_what_it_escorts_less_this_mornings_meal() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0605", {"hoplite": 12})]
    world.convoy(BYZANTINES, "0605", "castro", "basso", 4, escort="b1")
    world.convoy(BYZANTINES, "0605", "castro", "basso", 3)
    assert stores(world).carried(group) == 4
    assert stores(world).after_breakfast(group) == 3
    assert stores(world).lasts(group, DAYS) == 3


# leaving a place


def test_who_leaves_a_place_takes_food_along_and_is_fed_on_the_way() -> None:
    world = prey(World())
    world.group(BYZANTINES, "0606", {"hoplite": 16}, leader="leon", hostility=7)
    found = lines(world)
    assert "CONVOY 3 from Castro to Basso with Leon" in found
    assert "MARCH Leon to Alto" in found
    world.plans[BYZANTINES] = plan_from(
        world.at, BYZANTINES, desk.read_orders(world.at, BYZANTINES, found).standing
    )
    world.day(otherwise=5)
    (fed,) = of(world.day(otherwise=5), GroupFed)
    assert isinstance(fed, GroupFed)
    assert (fed.points, fed.unfed, fed.place, bool(fed.convoy)) == (1, 0, "", True)


def test_a_large_group_takes_two_convoys() -> None:
    world = prey(World())
    world.group(BYZANTINES, "1107", {"hoplite": 24}, leader="leon", hostility=7)
    assert len(lines(world, word="CONVOY 5 from Urbe")) == 2


def test_few_men_need_no_convoy() -> None:
    world = prey(World())
    world.group(BYZANTINES, "0606", {"hoplite": 8}, leader="leon", hostility=7)
    assert not lines(world, word="CONVOY")
    assert lines(world, word="MARCH")


def test_two_groups_share_what_is_in_a_place() -> None:
    world = World()
    groups = [world.at.groups[world.group(BYZANTINES, "0606", {"hoplite": 12})] for _ in range(2)]
    keeper = stores(world)
    loads = [sum(convoy.points for convoy in keeper.taken_along(group)) for group in groups]
    assert loads == [2, 0]


def test_one_or_two_men_too_many_stay_behind() -> None:
    for men, found in ((9, 0), (10, 1), (11, 2), (12, 0), (20, 1), (22, 0)):
        world = World()
        world.group(BYZANTINES, "0606", {"hoplite": men})
        assert [line.split()[3] for line in lines(world, word="GARRISON")] == ([str(found)] if found else [])
    world = World()
    world.group(BYZANTINES, "0604", {"hoplite": 10})
    assert not lines(world, word="GARRISON")


# on the way


def test_it_goes_no_farther_than_it_can_come_back_from() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0605", {"hoplite": 12})]
    assert stores(world).reaches(group, "0606")
    assert not stores(world).reaches(group, "0303")
    world.convoy(BYZANTINES, "0605", "castro", "basso", 5, escort="b1")
    assert stores(world).reaches(group, "0303")
    world.at.loads["bc1"] = 1
    assert not stores(world).reaches(group, "0303")


def test_who_does_not_eat_goes_anywhere() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0605", {"hoplite": 9})]
    assert stores(world).reaches(group, "0303")
    assert not stores(world).refilled(group)


def test_who_has_too_little_for_anything_goes_where_there_is_more() -> None:
    world = World()
    world.group(BYZANTINES, "0605", {"hoplite": 12})
    assert lines(world, word="MARCH") == ["MARCH b1 to Basso"]
    for place in ("basso", "urbe"):
        world.at.places[place] = replace(world.at.places[place], side=NORMANS)
    assert lines(world, word="MARCH") == ["MARCH b1 to Castro"]
    played(world, 3)
    assert not world.at.content("b1").unfed


def test_it_leaves_a_place_before_it_is_empty() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0903", {"hoplite": 12})]
    assert stores(world).refilled(group) == "1107"
    world.at.places["urbe"] = replace(world.at.places["urbe"], side=NORMANS)
    world.at.places["castro"] = replace(world.at.places["castro"], side=NORMANS)
    assert stores(world).refilled(group) == ""


def test_a_convoy_alone_a_day_away_is_taken_and_one_with_men_is_not() -> None:
    world = World()
    world.group(BYZANTINES, "0606", {"hoplite": 9})
    world.convoy(NORMANS, "0604", "alto", "dorf")
    assert lines(world, word="MARCH") == ["MARCH b1 toward nc1"]
    world.group(NORMANS, "0604", {"knight": 30})
    assert lines(world, word="MARCH") != ["MARCH b1 toward nc1"]


def test_a_convoy_that_is_empty_goes_home_by_itself() -> None:
    world = World()
    world.group(BYZANTINES, "0605", {"hoplite": 9})
    world.convoy(BYZANTINES, "0605", "castro", "basso", 0, escort="b1")
    assert lines(world, word="SEND") == ["SEND bc1 to Castro"]
    world.at.loads["bc1"] = 1
    assert not lines(world, word="SEND")


@pytest.mark.rule("GUC-8.4a")
def test_who_hungers_far_from_food_divides() -> None:
    world = World(castro=NORMANS, basso=NORMANS)
    world.group(BYZANTINES, "0203", {"hoplite": 16}, unfed=HUNGRY)
    assert lines(world, word="SPLIT") == ["SPLIT b1: 8 men"]
    for men, unfed in ((9, HUNGRY), (16, 0)):
        world = World(castro=NORMANS, basso=NORMANS)
        world.at.season = -2
        world.group(BYZANTINES, "0203", {"hoplite": men}, unfed=unfed)
        assert not lines(world, word="SPLIT")
    world = World()
    world.group(BYZANTINES, "0605", {"hoplite": 16}, unfed=HUNGRY)
    assert not lines(world, word="SPLIT")


def test_its_captain_knows_of_no_place_but_its_own_what_is_in_it_today() -> None:
    found = []
    for points in (0, 6):
        world = World()
        world.group(BYZANTINES, "0606", {"hoplite": 16}, leader="leon", hostility=7)
        world.resources("alto", points)
        found.append(lines(world))
    assert found[0] == found[1]


# what each of these hangs on


def test_a_place_feeds_before_its_convoys_do() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0606", {"hoplite": 12})]
    world.convoy(BYZANTINES, "0606", "castro", "basso", 3, escort="b1")
    assert stores(world).after_breakfast(group) == 3


@pytest.mark.rule("GUC-8.4a")
def test_convoys_of_others_feed_nobody() -> None:
    world = World()
    group = world.at.groups[world.group(BYZANTINES, "0605", {"hoplite": 12})]
    world.convoy(NORMANS, "0605", "alto", "dorf")
    assert supply.convoys(world.at, group) == ()


def test_a_besieged_place_of_its_own_is_no_store() -> None:
    world = World()
    assert stores(world).stores("0605", 1) == world.setup.place("castro")
    world.at.places["castro"] = replace(world.at.places["castro"], siege="n1")
    assert stores(world).stores("0605", 1) == world.setup.place("basso")


def test_it_stays_where_it_is_fed_if_it_would_hunger_on_the_way_to_more() -> None:
    for points, goal in ((2, ""), (1, "1107"), (6, "1107")):
        world = World(urbe=NORMANS)
        group = world.at.groups[world.group(NORMANS, "0303", {"knight": 12})]
        world.at.places["dorf"] = replace(world.at.places["dorf"], side=BYZANTINES)
        world.resources("alto", points)
        world.at.season = -2  # three days to Urbe
        assert stores(world, NORMANS).refilled(group) == goal


def test_nobody_leaves_a_city_for_food_or_loads_convoys_that_go_nowhere() -> None:
    world = World(alto=BYZANTINES, dorf=BYZANTINES)
    group = world.at.groups[world.group(BYZANTINES, "1107", {"hoplite": 12})]
    assert world.at.holdings["urbe"].resources is None and supply.larder(world.at, group) == "urbe"
    assert stores(world).refilled(group) == ""
    assert not lines(world, word="MARCH") and not lines(world, word="CONVOY")


def test_a_convoy_of_an_allys_seat_is_not_its_own_to_send() -> None:
    world = World()
    world.group(BYZANTINES, "0605", {"hoplite": 9})
    empty = world.convoy(BYZANTINES, "0605", "castro", "basso", 0, escort="b1")
    world.at.convoys[empty] = replace(world.at.convoys[empty], seat="another")
    assert not lines(world, word="SEND")


def test_nobody_divides_who_has_food_or_gains_nothing_by_it() -> None:
    for men, load, found in ((16, 1, 1), (16, 5, 0), (24, 0, 0)):
        world = World(castro=NORMANS, basso=NORMANS)
        world.group(BYZANTINES, "0203", {"hoplite": men}, unfed=HUNGRY)
        world.convoy(BYZANTINES, "0203", "urbe", "basso", load, escort="b1")
        assert len(lines(world, word="SPLIT")) == found


def test_a_siege_is_begun_only_with_food_for_half_of_it() -> None:
    for load, sieges in ((5, 1), (4, 0)):
        world = World()
        world.group(NORMANS, "0605", {"hoplite": 12}, leader="robert", hostility=7)
        world.convoy(NORMANS, "0605", "alto", "dorf", load, escort="n1")
        assert len(lines(world, NORMANS, "SIEGE")) == sieges


def test_for_a_siege_it_takes_more_along() -> None:
    world = World(basso=NORMANS)
    world.group(NORMANS, "0303", {"hoplite": 12}, leader="robert", hostility=7)
    world.resources("alto", 10)
    assert lines(world, NORMANS, "SIEGE") == ["SIEGE Castro with Robert"]
    assert len(lines(world, NORMANS, "CONVOY")) == 2


def test_a_convoy_that_is_farther_than_a_day_is_let_go() -> None:
    for where, found in (("0604", 1), ("0807", 1), ("0201", 0), ("1201", 0)):
        world = World()
        world.group(BYZANTINES, "0606", {"hoplite": 9})
        world.convoy(NORMANS, where, "alto", "dorf")
        assert len(lines(world, word="MARCH b1 toward nc1")) == found


def test_who_leaves_nobody_behind_recruits() -> None:
    world = World()
    world.group(BYZANTINES, "0606", {"hoplite": 12}, leader="leon", purse=9)
    assert lines(world, word="RECRUIT")
    world = World()
    world.group(BYZANTINES, "0606", {"hoplite": 9}, leader="leon", purse=9)
    assert lines(world, word="GARRISON") and not lines(world, word="RECRUIT")
