"""Supply convoys (GUC-11, GUC-13.4b)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import convoys, groups
from rules.campaign.plans.plan import Convoy, March, Send
from rules.events.campaign import ConvoyGone, ConvoyTaken
from rules.events.umpire import OrderFailed
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World, of, toy

FOOT = "light infantry"


def _made(points: int, start: str = "alto", have: int = 5) -> World:
    world = World()
    world.resources("alto", have)
    world.orders(NORMANS, Convoy(points=points, start=start, goal="dorf"))
    convoys.transfers(today := world.today())
    world.keep(today)
    return world


@pytest.mark.rule("GUC-11a", "GUC-11b")
@pytest.mark.parametrize(("points", "load"), [(3, 3), (5, 5), (9, 5)])
def test_five_animals_carry_five_points_which_the_place_lacks_then(points: int, load: int) -> None:
    world = _made(points, have=9)
    assert world.at.loads == {"nc1": load}
    assert world.at.holdings["alto"].resources == 9 - load


@pytest.mark.rule("GUC-11b")
def test_a_place_gives_no_more_than_it_has() -> None:
    world = _made(4, have=3)
    assert not world.at.convoys and world.at.holdings["alto"].resources == 3
    assert of(world.events, OrderFailed)


@pytest.mark.rule("GUC-11a")
def test_only_a_place_of_its_own_side_makes_one() -> None:
    assert not _made(2, start="basso").at.convoys


@pytest.mark.rule("GUC-11a")
def test_a_besieged_place_makes_none() -> None:
    world = World()
    world.at.places["alto"] = replace(world.at.places["alto"], siege="b1")
    world.orders(NORMANS, Convoy(points=2, start="alto", goal="dorf"))
    convoys.transfers(today := world.today())
    assert not today.at.convoys


@pytest.mark.rule("GUC-11a", "GUC-8.1c")
@pytest.mark.parametrize("joined", [True, False])
def test_it_is_made_for_whom_its_group_has_joined_this_morning_and_for_nobody_who_is_not_there(
    joined: bool,
) -> None:
    world = World()
    world.resources("alto", 5)
    alto = world.at.founded("alto").hex
    world.group(NORMANS, alto, {FOOT: 3})
    world.group(NORMANS, alto if joined else "0902", {FOOT: 3})
    world.orders(NORMANS, Convoy(points=2, start="alto", goal="dorf", escort="n2"))
    today = world.today()
    if joined:
        groups.merge(today, "n2", "n1")
    convoys.transfers(today)
    assert [convoy.escort for convoy in today.at.convoys.values()] == ["n1"] * joined
    assert len(of(today.journal.events, OrderFailed)) == (not joined)
    assert today.at.holdings["alto"].resources == (3 if joined else 5)


@pytest.mark.rule("GUC-11a", "GUC-11b")
def test_it_goes_five_mp_a_day_and_unloads_on_the_morning_behind_its_arrival() -> None:
    world = World()
    convoy = world.convoy(NORMANS, "0902", "alto", "dorf", load=3)
    world.day(otherwise=1)
    assert world.at.convoys[convoy].hex == "0403"
    assert world.at.holdings["dorf"].resources == 3
    world.day(otherwise=1)
    assert not world.at.convoys and world.at.holdings["dorf"].resources == 6
    assert of(world.events, ConvoyGone)


@pytest.mark.rule("GUC-11a")
def test_six_hexes_are_too_far() -> None:
    world = World()
    convoy = world.convoy(NORMANS, "1002", "alto", "dorf", load=3)
    world.day(otherwise=1)
    assert toy().distance(world.at.convoys[convoy].hex, "0403") == 1


@pytest.mark.rule("GUC-11a")
def test_without_a_driver_it_stays() -> None:
    world = World()
    convoy = world.convoy(NORMANS, "0902", "alto", "dorf")
    world.at.convoys[convoy] = replace(world.at.convoys[convoy], driver=False)
    world.day(otherwise=1)
    assert world.at.convoys[convoy].hex == "0902"


@pytest.mark.rule("GUC-11c")
def test_a_neutral_one_plies_between_its_ends() -> None:
    world = World()
    convoy = world.convoy("", "0303", "alto", "dorf")
    seen = []
    for _ in range(4):
        world.day(otherwise=1)
        seen.append(world.at.convoys[convoy].hex)
    assert seen == ["0403", "0303", "0403", "0303"]


@pytest.mark.rule("GUC-11c")
def test_a_neutral_one_joins_whoever_comes_to_it_and_goes_with_him() -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 5})
    convoy = world.convoy("", "0702", "basso", "basso")
    world.at.convoys[convoy] = replace(world.at.convoys[convoy], driver=False)
    world.orders(NORMANS, March(group="n1", to="0702"))
    world.day(otherwise=1)
    (taken,) = of(world.events, ConvoyTaken)
    assert isinstance(taken, ConvoyTaken) and taken.cause == "joins"
    assert (world.at.convoys[convoy].side, world.at.convoys[convoy].escort) == (NORMANS, "n1")
    world.orders(NORMANS, March(group="n1", to="0502"))
    world.day(otherwise=1)
    assert world.at.convoys[convoy].hex == world.at.groups["n1"].hex


@pytest.mark.rule("GUC-13.4b")
@pytest.mark.parametrize("escorted", [False, True])
def test_one_of_others_without_an_escort_belongs_to_the_first_who_comes(escorted: bool) -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 5}, hostility=2)
    convoy = world.convoy(BYZANTINES, "0702", "basso", "castro", load=4)
    world.at.convoys[convoy] = replace(world.at.convoys[convoy], driver=False)
    if escorted:
        world.group(BYZANTINES, "0702", {FOOT: 5}, hostility=2)
    world.orders(NORMANS, March(group="n1", to="0702"))
    world.day(otherwise=1)
    assert (world.at.convoys[convoy].side == NORMANS) is not escorted
    assert view_for(world.at, NORMANS).loads == ({} if escorted else {convoy: 4})
    assert view_for(world.at, BYZANTINES).loads == ({convoy: 4} if escorted else {})


def test_what_it_carries_is_its_side_s_own() -> None:
    world = World()
    world.convoy(NORMANS, "0902", "alto", "dorf", load=3)
    assert view_for(world.at, BYZANTINES).convoys.keys() == {"nc1"}
    assert not view_for(world.at, BYZANTINES).loads


def test_it_is_sent_elsewhere_by_its_own_seat_alone() -> None:
    world = World()
    convoy = world.convoy(NORMANS, "0502", "alto", "dorf")
    world.orders(NORMANS, Send(convoy=convoy, goal="alto"))
    world.orders(BYZANTINES, Send(convoy=convoy, goal="basso"))
    convoys.transfers(today := world.today())
    assert today.at.convoys[convoy].goal == "alto"
    assert len(of(today.journal.events, OrderFailed)) == 1


def test_convoys_keep_out_of_the_hexes_of_others() -> None:
    """RUL-1212."""
    world = World()
    world.group(BYZANTINES, "0502", {FOOT: 5})
    convoy = world.convoy(NORMANS, "0602", "alto", "dorf")
    world.day(otherwise=1)
    assert world.at.convoys[convoy].side == NORMANS
    assert world.at.convoys[convoy].hex != "0502"


@pytest.mark.rule("GUC-11b")
def test_no_place_takes_more_than_ten_points() -> None:
    """RUL-1228."""
    world = World()
    world.resources("dorf", 8)
    convoy = world.convoy(NORMANS, "0403", "alto", "dorf", load=5)
    convoys.transfers(today := world.today())
    assert today.at.holdings["dorf"].resources == 10 and today.at.loads[convoy] == 3
