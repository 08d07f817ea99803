"""What happens to groups on days that go otherwise than planned: two mutinies, two battles, a fight at the
goal, somebody who is there already."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, mercenaries, reorganising, retreats, supply
from rules.campaign.custody import take
from rules.campaign.meeting import wants_to_fight
from rules.campaign.plans.checks.facts import Facts
from rules.campaign.plans.checks.marches import fed
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import (
    ALWAYS,
    NEVER,
    Besiege,
    Garrison,
    Hire,
    Hold,
    Join,
    March,
    Meet,
    Meeting,
    Order,
    Pick,
    Plan,
    Ransom,
    Scout,
)
from rules.campaign.plans.plan import Convoy as NewConvoy
from rules.events.campaign import GroupMoved, SpyTested
from rules.events.campaign_fights import AttackMade, BattleJoined
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import HUNGRY
from tests.rules.campaign.board_kit import attacked, morning, over
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World, of, toy

__all__ = ["toy"]

FOOT, RIDERS = "light infantry", "light cavalry"
FIGHT, PEACE = Meeting(fight=ALWAYS), Meeting(fight=NEVER)


def taken_by(world: World, group: str, leader: str = "") -> None:
    """Three Byzantines, and a leader, are prisoners of a group."""
    theirs = world.group(BYZANTINES, "1201", {FOOT: 3}, leader=leader)
    today = world.today()
    for name in world.at.contents[theirs].men:
        take(today, name, NORMANS, group=group)
    world.keep(today)
    del world.at.groups[theirs], world.at.contents[theirs]


def joined(world: World) -> list[str]:
    return [e.group for e in of(world.events, BattleJoined) if isinstance(e, BattleJoined)]


# mutinies


@pytest.mark.rule("GUC-12.2e")
def test_a_second_mutiny_does_not_strike_whom_the_first_has_driven_away() -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4})
    world.band("0801", {FOOT: 5}, under="n1")
    world.band("0801", {FOOT: 6}, under="n1")
    world.day(named={"GUC-12.2d": 10, "GUC-17.2": 5}, otherwise=5)
    flights = [e.path for e in of(world.events, GroupMoved) if isinstance(e, GroupMoved)]
    assert flights[0] == ("0801", "0702")
    attacks = [e for e in of(world.events, AttackMade) if isinstance(e, AttackMade)]
    assert [(e.attacker, e.defender, e.hex) for e in attacks] == [("m1", "n1", "0801")]


# who joins


def two_battles(*, at: str) -> World:
    """Robert attacks in 0602, Drogo in 0603; a third Norman group may join."""
    world = World()
    world.group(NORMANS, "0601", {FOOT: 6}, leader="robert", prestige=9, hostility=9)
    world.group(BYZANTINES, "0602", {FOOT: 6}, hostility=3)
    world.group(NORMANS, "0703", {FOOT: 6}, leader="drogo", prestige=7, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 12}, hostility=3)
    world.group(NORMANS, at, {FOOT: 5})
    world.orders(
        NORMANS,
        March(group="n1", to="0602", meeting=FIGHT),
        March(group="n2", to="0603", meeting=FIGHT),
        Join(group="n3"),
    )
    world.orders(BYZANTINES, Join(never=True))
    return world


@pytest.mark.rule("GUC-14.3c")
def test_who_has_joined_a_battle_joins_no_other_on_that_day() -> None:
    assert "0502" in toy().neighbours("0602") and "0602" in toy().neighbours("0603")
    world = two_battles(at="0502")
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert joined(world) == ["n3"] and world.at.groups["n3"].hex == "0602"


@pytest.mark.rule("GUC-14.3")
def test_who_has_won_where_his_march_led_him_may_join_another_battle() -> None:
    world = two_battles(at="0801")
    world.orders(NORMANS, Join(group="n1"))
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    assert joined(world) == ["n1"]


@pytest.mark.rule("GUC-14.3", "GUC-14.6b")
@pytest.mark.parametrize("beaten", [False, True])
def test_who_has_given_way_today_comes_to_no_battle(beaten: bool) -> None:
    """RUL-1296."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 3})
    world.group(BYZANTINES, "0603", {FOOT: 12})
    world.group(NORMANS, "0703", {FOOT: 6})
    today = world.today()
    if beaten:
        retreats.flee(today, today.at.groups["n2"], "0703", "0802")
        assert today.at.groups["n2"].hex in toy().neighbours("0603")
    battles.join(today, "0603", ["b1"], ["n1"], BYZANTINES, NORMANS)
    assert bool(of(today.journal.events, BattleJoined)) is not beaten


@pytest.mark.rule("GUC-14.7b")
@pytest.mark.parametrize("orders", [(Join(),), ()])
def test_who_is_cured_stays_in_bed_whatever_happens_next_to_him(orders: tuple[Order, ...]) -> None:
    world = World()
    world.group(NORMANS, "0402", {FOOT: 5}, leader="robert", prestige=9, hostility=9)
    world.group(NORMANS, "0403", {FOOT: 3}, wounded=2)
    world.group(NORMANS, "0403", {FOOT: 4})
    world.group(BYZANTINES, "0503", {FOOT: 20})
    world.orders(NORMANS, March(group="n1", to="0503", meeting=FIGHT), *orders)
    world.day(named={"GUC-17.2": 1, "GUC-14.7b": 6}, otherwise=5)
    assert joined(world) == ["n3"]  # the sound men beside him do come
    assert world.at.groups["n2"].hex == "0403" and set(world.at.recover) <= set(world.at.contents["n2"].men)


# who is there already


@pytest.mark.rule("GUC-11c", "GUC-13.4b")
@pytest.mark.parametrize("orders", [(Hold(group="n1"),), (March(group="n1", to="1001"),), ()])
@pytest.mark.parametrize("side", ["", BYZANTINES])
def test_a_convoy_in_its_own_hex_is_a_group_s_whether_it_moves_or_not(
    orders: tuple[Order, ...], side: str
) -> None:
    world = World()
    world.group(NORMANS, "0801", {RIDERS: 5})
    convoy = world.convoy(side, "0801", "basso", "urbe")
    world.orders(NORMANS, *orders)
    world.day(otherwise=1)
    found = world.at.convoys[convoy]
    assert (found.side, found.escort) == (NORMANS, "n1")
    assert found.hex == world.at.groups["n1"].hex


@pytest.mark.rule("GUC-13.3", "GUC-12.2b")
@pytest.mark.parametrize(("purse", "hired"), [(10, True), (9, False)])
def test_a_band_that_is_with_a_group_can_be_hired_by_it(purse: int, hired: bool) -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4}, purse=purse)
    band = world.band("0801", {FOOT: 5})
    world.orders(NORMANS, Hold(group="n1"), Hire(group="n1"))
    world.day(otherwise=1)
    assert (world.at.groups[band].under == "n1") is hired
    assert bool(of(world.events, OrderFailed)) is not hired


# a fight at the goal


@pytest.mark.rule("GUC-14.8a")
def test_an_escort_leaves_on_the_day_behind_the_fight_to_which_its_march_has_led() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, leader="robert", prestige=9, hostility=10)
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    world.orders(BYZANTINES, Meet(group="b1", meeting=Meeting(give_up=ALWAYS)))
    world.day(otherwise=7)
    assert world.at.contents["n1"].captives and not world.plans[NORMANS].orders
    world.day(otherwise=7)
    assert world.at.groups["n1"].hex == "0403"


@pytest.mark.rule("GUC-14.7a")
def test_so_do_the_wounded() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert world.at.groups["n1"].hex == "0603" and any(m.wounded for m in world.at.in_group("n1"))
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0503"


@pytest.mark.rule("GUC-14.6b")
def test_a_march_to_where_it_was_beaten_off_stands() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 12})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    world.day(named={"GUC-17.2": 8}, otherwise=1)
    assert world.at.groups["n1"].hex != "0603" and world.plans[NORMANS].orders


@pytest.mark.rule("GUC-14.8a", "GUC-14.6b")
@pytest.mark.parametrize(("winner", "stands"), [(NORMANS, False), (BYZANTINES, True)])
def test_a_march_to_a_battle_on_a_board_is_done_when_it_is_won(winner: str, stands: bool) -> None:
    world = attacked()
    morning(world)
    assert world.plans[NORMANS].orders
    over(world, winner)
    assert bool(world.plans[NORMANS].orders) is stands


# groups beside each other


@pytest.mark.rule("GUC-8.1e")
@pytest.mark.parametrize("order", [March(group="n2", to="0102"), March(group="n2", toward="n1")])
def test_a_march_that_leads_nowhere_keeps_no_two_groups_apart(order: March) -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4})
    world.group(NORMANS, "0801", {FOOT: 4})
    world.orders(NORMANS, order)
    world.at.turn = 2
    reorganising.together(today := world.today())
    assert len(today.at.groups) == 1


@pytest.mark.rule("GUC-8.1e", "GUC-14.7b")
def test_nor_does_one_that_waits_for_the_wounded() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4})
    world.group(NORMANS, "0303", {FOOT: 4}, wounded=3)
    world.orders(NORMANS, March(group="n2", to="0701"))
    world.at.turn = 2
    world.day(named={"GUC-14.7b": 10}, otherwise=1)
    assert len(world.at.groups) == 1


@pytest.mark.rule("GUC-8.1e")
@pytest.mark.parametrize("order", [March(group="n2", to="1001"), March(group="n2", toward="n3")])
def test_who_marches_on_is_not_joined(order: March) -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4})
    world.group(NORMANS, "0801", {FOOT: 4})
    world.group(NORMANS, "1001", {FOOT: 4})
    world.orders(NORMANS, order)
    world.at.turn = 2
    reorganising.together(today := world.today())
    assert len(today.at.groups) == 3


# spies, prisoners, convoys, hunger


@pytest.mark.rule("GUC-10c", "GUC-12.2c", "GUC-10a")
def test_mercenaries_under_a_counter_are_no_second_group_for_a_spy() -> None:
    world = World()
    world.group(BYZANTINES, "0801", {FOOT: 9})
    world.band("0801", {FOOT: 5}, under="b1", paid=True)
    world.spy(NORMANS, "gis", "0501")
    world.orders(NORMANS, Scout(spy="gis", to="0801"))
    world.day(otherwise=9)
    assert [e.by for e in of(world.events, SpyTested) if isinstance(e, SpyTested)] == ["b1"]
    assert {group: seen.kinds for group, seen in world.at.carried["gis"].items()} == {"b1": {FOOT: 14}}


def besieged() -> World:
    """Dorf is besieged, and a Norman group next to it."""
    world = World()
    world.group(BYZANTINES, "0403", {FOOT: 20}, hostility=5)
    world.orders(BYZANTINES, Besiege(group="b1", place="dorf"), Meet(group="b1", meeting=PEACE))
    world.day(otherwise=1)
    world.group(NORMANS, "0503", {FOOT: 4})
    assert world.at.places["dorf"].siege == "b1"
    return world


@pytest.mark.rule("GUC-14.8a", "GUC-14.8b")
def test_prisoners_are_not_led_into_a_place_that_is_besieged() -> None:
    world = besieged()
    taken_by(world, "n1", "leon")
    world.orders(BYZANTINES, Ransom(leader="leon", never=True))
    world.day(otherwise=1)
    world.day(otherwise=1)
    assert not world.at.holdings["dorf"].held
    assert world.at.holdings["alto"].held == ("leon",) and world.at.groups["n1"].hex == "0303"


@pytest.mark.rule("GUC-14.8b", "GUC-5.2b")
def test_nobody_comes_into_a_besieged_place_from_its_hex() -> None:
    world = besieged()
    world.at.groups["n1"] = replace(world.at.groups["n1"], hex="0403")
    taken_by(world, "n1", "leon")
    men = world.at.contents["n1"].men
    world.orders(NORMANS, Garrison(place="dorf", group="n1", pick=Pick(names=men)))
    reorganising.reorganise(today := world.today())
    assert today.at.contents["n1"].men == men and len(today.at.contents["n1"].captives) == 4
    assert of(today.journal.events, OrderFailed)


@pytest.mark.rule("GUC-11a")
@pytest.mark.parametrize("start", ["dorf", "alto"])
def test_any_settlement_makes_a_convoy(start: str) -> None:
    world = World()
    world.resources(start, 3)
    world.orders(NORMANS, NewConvoy(points=2, start=start, goal="alto" if start == "dorf" else "dorf"))
    world.day(otherwise=1)
    assert len(world.at.convoys) == 1 and world.at.holdings[start].resources == 1


@pytest.mark.rule("GUC-8.4b", "GUC-13.3")
@pytest.mark.parametrize(("theirs", "unfed"), [(True, HUNGRY), (False, 0)])
def test_mercenaries_who_are_lured_away_are_as_hungry_as_before(theirs: bool, unfed: int) -> None:
    """Those who served nobody have provided for themselves."""
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4}, purse=50)
    world.group(BYZANTINES, "0801", {FOOT: 4})
    band = world.band("0801", {FOOT: 12}, under="b1" if theirs else "")
    world.at.contents[band] = replace(world.at.contents[band], unfed=HUNGRY)
    world.orders(NORMANS, Hire(group="n1"))
    today = world.today()
    assert mercenaries.hire(today, today.at.groups["n1"], today.at.groups[band])
    assert today.at.contents[band].unfed == unfed


@pytest.mark.rule("GUC-8.4b", "GUC-7e")
@pytest.mark.parametrize("hungry", [False, True])
def test_unasked_nobody_opens_a_fight_with_hungry_mercenaries(hungry: bool) -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4}, hostility=9)
    band = world.band("0801", {FOOT: 12}, under="n1", paid=True)
    world.group(BYZANTINES, "0801", {FOOT: 4})
    if hungry:
        world.at.contents[band] = replace(world.at.contents[band], unfed=HUNGRY)
    today = world.today()
    assert wants_to_fight(today, today.at.groups["n1"], today.at.groups["b1"]) is not hungry


@pytest.mark.rule("GUC-8.4a", "GUC-12.2c")
@pytest.mark.parametrize(("own", "bands", "wants"), [(9, 9, 0), (10, 9, 1), (12, 11, 2), (3, 20, 2)])
def test_a_receipt_says_what_a_group_and_its_mercenaries_eat_each_for_itself(
    own: int, bands: int, wants: int
) -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: own})
    world.band("0303", {FOOT: bands}, under="n1", paid=True)
    before = world.at.holdings["alto"].resources or 0
    told = fed(Facts(Known(world.at, NORMANS), Plan()), "n1", "0303", 1)
    assert bool(told) is bool(wants) and all(f"they eat {wants} a day" in line for line in told)
    supply.check(today := world.today())
    assert before - (today.at.holdings["alto"].resources or 0) == wants
