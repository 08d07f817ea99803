"""Captains who have months before them look after next month's men; those whose campaign ends sooner play as
they always did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import desk
from rules.campaign.captain import captain_orders
from rules.campaign.plans.reading import plan_from
from rules.campaign.reorganising import reorganise
from rules.campaign.replenishing import FULL, GROUPS, MONTHS, WORN, recruits, spare
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, World

FIVE = {"hoplite": 5}
LONG, SHORT = 300, MONTHS


def laid(last_day: int = LONG) -> World:
    world = World()
    world.setup = world.at.setup = replace(world.setup, last_day=last_day)
    return world


def lines(world: World) -> list[str]:
    """What a captain of the Byzantines writes; everything in it is understood."""
    at = view_for(world.at, BYZANTINES)
    found = captain_orders(at, BYZANTINES, "bold")
    understood = desk.read_orders(at, BYZANTINES, found).lines
    assert all(one.verdict.name in ("OK", "NOTE", "COMMAND") for one in understood)
    return found


def orders(world: World, word: str) -> list[str]:
    return [line for line in lines(world) if line.startswith(word)]


def test_a_worn_group_marches_to_the_nearest_garrison_that_can_spare_men() -> None:
    for last_day, found in ((LONG, ["MARCH b1 to Castro"]), (SHORT, [])):
        world = laid(last_day)
        world.group(BYZANTINES, "0903", FIVE)
        world.garrison("castro", {"hoplite": 8})
        assert [line for line in orders(world, "MARCH") if "Castro" in line] == found


def test_a_garrison_that_can_spare_nobody_is_not_worth_the_way() -> None:
    world = laid()
    world.group(BYZANTINES, "0903", FIVE)
    world.garrison("castro", {"hoplite": 7})
    assert "MARCH b1 to Castro" not in lines(world)


def test_in_a_castle_it_takes_all_but_five_and_is_really_given_them() -> None:
    world = laid()
    group = world.group(BYZANTINES, "0606", FIVE)
    world.garrison("castro", {"hoplite": 9})
    assert orders(world, "DRAW") == ["DRAW 4 men from Castro for b1"]
    _played(world)
    assert len(world.at.content(group).men) == 9
    assert len(world.at.holdings["castro"].garrison) == 5


def test_a_leader_with_money_hires_whom_a_place_has_and_goes_where_there_are_some() -> None:
    world = laid()
    world.group(BYZANTINES, "0606", FIVE, leader="leon", purse=9)
    world.resources("castro", 0)
    world.resources("basso", 0)
    assert [line for line in orders(world, "MARCH") if "Urbe" in line]
    world = laid()
    world.group(BYZANTINES, "1107", {"hoplite": FULL - 5}, leader="leon", purse=9)
    assert orders(world, "RECRUIT") == ["RECRUIT Leon 4 light infantry"]


@pytest.mark.rule("GUC-12.1")
@pytest.mark.parametrize("lacks", ["nothing", "a leader", "rest", "peace", "a place of his"])
def test_nobody_is_recruited_without_a_leader_nor_where_a_place_rests_is_besieged_or_of_others(
    lacks: str,
) -> None:
    world = laid()
    leader = "" if lacks == "a leader" else "leon"
    group = world.at.groups[world.group(BYZANTINES, "1107", FIVE, leader=leader, purse=9)]
    if lacks == "rest":
        world.at.holdings["urbe"] = replace(world.at.holdings["urbe"], rests=world.at.day)
    elif lacks in ("peace", "a place of his"):
        side = NORMANS if lacks == "a place of his" else BYZANTINES
        siege = "n1" if lacks == "peace" else ""
        world.at.places["urbe"] = replace(world.at.places["urbe"], side=side, siege=siege)
    found = recruits(world.at, group, world.at.founded("urbe"), TABLES)
    assert bool(found) is (lacks == "nothing")


def test_it_takes_no_more_than_it_has_room_for() -> None:
    world = laid()
    world.group(BYZANTINES, "0606", {"hoplite": FULL - 1})
    world.garrison("castro", {"hoplite": 12})
    assert orders(world, "DRAW") == ["DRAW 1 man from Castro for b1"]


def test_a_seat_with_few_groups_divides_one_that_is_not_worn() -> None:
    world = laid()
    world.group(BYZANTINES, "0606", {"hoplite": WORN})
    assert len(orders(world, "SPLIT")) == 1
    _played(world)
    assert len(world.at.groups_of(BYZANTINES)) == 2
    for _ in range(GROUPS - 2):
        world.group(BYZANTINES, "0903", FIVE)
    assert not orders(world, "SPLIT")


def test_a_city_feeds_what_is_poor_around_it_and_is_not_emptied() -> None:
    world = laid()
    for place in ("basso", "castro"):
        world.resources(place, 2)
    assert orders(world, "CONVOY") == ["CONVOY 5 from Urbe to Basso"]
    world.convoy(BYZANTINES, "1107", "urbe", "basso")
    assert orders(world, "CONVOY") == ["CONVOY 5 from Urbe to Castro"]
    assert not orders(_poor(laid(SHORT)), "CONVOY")


def _poor(world: World) -> World:
    world.resources("basso", 2)
    return world


def _played(world: World) -> None:
    """The groups are put in order as the captain writes it."""
    at = view_for(world.at, BYZANTINES)
    standing = desk.read_orders(at, BYZANTINES, lines(world)).standing
    world.plans[BYZANTINES] = plan_from(at, BYZANTINES, standing)
    today = world.today()
    reorganise(today)
    world.keep(today)


@pytest.mark.rule("GUC-5.2b")
def test_of_a_castle_all_but_five_can_be_spared_and_none_of_others() -> None:
    world = World()
    world.garrison("castro", {"light infantry": 8})
    place, side = world.setup.place("castro"), world.at.places["castro"].side
    other = next(one for one in (NORMANS, BYZANTINES) if one != side)
    assert [spare(world.at, place, one, TABLES) for one in (side, other)] == [3, 0]
