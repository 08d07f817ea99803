"""Prisoners: guards, the way to prison, ransom (GUC-14.8)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, custody, marching, prisoners
from rules.campaign.plans.plan import COMING, March, Ransom
from rules.events.campaign_fights import RansomPaid
from rules.events.campaign_secrets import LineDone, ManFreed, ManLost
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import Fate
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, Script, World, of

FOOT = "light infantry"


def _taken(
    guards: int = 8, *, captives: int = 3, where: str = "0703", leader: bool = True, purse: int = 0
) -> World:
    """Normans in 0703 hold Byzantines: so many men, and Leon (prestige 4)."""
    world = World()
    world.group(NORMANS, where, {FOOT: guards})
    world.group(
        BYZANTINES, "0903", {"koursor": 1, FOOT: captives - 1}, leader="leon" if leader else "", prestige=4
    )
    world.group(BYZANTINES, "1002", {FOOT: 4}, purse=purse)
    today = world.today()
    names = world.at.contents["b1"].men
    for name in names:
        custody.take(today, name, NORMANS, group="n1")
    world.keep(today)
    del world.at.groups["b1"], world.at.contents["b1"]
    return world


def test_a_prisoner_is_on_foot_and_both_sides_know_of_him() -> None:
    world = _taken()
    assert not world.at.men["leon"].mounted
    assert world.at.contents["n1"].captives[0] == "leon"
    for side, knows in ((NORMANS, True), (BYZANTINES, True), (LOMBARDS, False)):
        assert ("leon" in view_for(world.at, side).captors) is knows


@pytest.mark.rule("GUC-14.8a")
def test_three_men_of_least_worth_lead_them_away_when_the_group_marches() -> None:
    """RUL-1210: where six are left."""
    world = _taken()
    world.orders(NORMANS, March(group="n1", to="0902"))
    prisoners.escorts(today := world.today())
    assert len(today.at.contents["n2"].men) == 3
    assert today.at.contents["n2"].captives and not today.at.contents["n1"].captives
    assert max(today.at.men[n].values.attack for n in today.at.contents["n2"].men) <= min(
        today.at.men[n].values.attack for n in today.at.contents["n1"].men
    )


@pytest.mark.rule("GUC-14.8a")
@pytest.mark.parametrize(("guards", "divides"), [(5, False), (6, True)])
def test_a_small_group_leads_them_itself(guards: int, divides: bool) -> None:
    world = _taken(guards)
    world.orders(NORMANS, March(group="n1", to="0902"))
    prisoners.escorts(today := world.today())
    assert ("n2" in today.at.groups) is divides


@pytest.mark.rule("GUC-14.8a")
def test_an_escort_goes_to_the_nearest_place_of_its_side() -> None:
    world = _taken()
    order = marching.order_of(world.today(), world.at.groups["n1"])
    assert order is not None and order.to == "0403"
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0403"


@pytest.mark.rule("GUC-14.8a", "GUC-14.8b")
@pytest.mark.parametrize("guards", [5, 6])
def test_who_is_too_few_to_send_some_off_leads_them_away_before_it_follows_its_line(guards: int) -> None:
    """RUL-1210. Dorf is in 0403; five go there first, which is told; of six three go their way."""
    world = _taken(guards)
    world.orders(NORMANS, March(group="n1", to="1003"))
    world.day(otherwise=1)
    first = guards == 5
    assert world.at.groups["n1"].hex == ("0403" if first else "1003")
    assert world.at.groups["n1" if first else "n2"].hex == "0403"
    assert world.at.holdings["dorf"].held == ("leon",)
    told = [e.why for e in of(world.events, OrderFailed) if isinstance(e, OrderFailed)]
    assert told == ["its prisoners are led to Dorf first"] * first
    assert bool(world.plans[NORMANS].orders) is first
    world.day(otherwise=1)
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "1003" and not world.plans[NORMANS].orders


@pytest.mark.rule("GUC-14.8a")
@pytest.mark.parametrize(
    ("line", "goes"),
    [
        (March(group="n1", to="1003", via=("0903",)), "0403"),
        (March(group="n1", toward="b2"), "0403"),
        (March(group="n1", to="1003", shun=(("0503", 2),)), "1003"),
    ],
)
def test_an_escort_follows_its_line_where_no_way_leads_to_prison(line: March, goes: str) -> None:
    world = _taken(4)
    world.orders(NORMANS, line)
    order = marching.order_of(world.today(), world.at.groups["n1"])
    assert order is not None and order.to == goes


@pytest.mark.rule("GUC-14.8a")
def test_prisoners_of_today_are_led_away_tomorrow() -> None:
    world = _taken(4)
    world.orders(NORMANS, March(group="n1", to="1003"))
    today = world.today()
    for overnight, goes in ((today.held_overnight, "0403"), (frozenset({"leon"}), "1003")):
        today.held_overnight = overnight
        order = marching.order_of(today, world.at.groups["n1"])
        assert order is not None and order.to == goes


@pytest.mark.rule("GUC-8.3a", "GUC-14.8a")
def test_an_escort_that_was_to_follow_who_is_gone_goes_home() -> None:
    """RUL-1320: its line ends, which is told once."""
    world = _taken()
    world.orders(NORMANS, March(group="n1", toward="b1"))
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0403"
    assert [e.why for e in of(world.events, OrderFailed) if isinstance(e, OrderFailed)] == [
        "b1 is not on the map any more"
    ]
    assert [e.undone for e in of(world.events, LineDone) if isinstance(e, LineDone)] == [True]
    assert not world.plans[NORMANS].orders
    world.day(otherwise=1)
    assert not of(world.events, OrderFailed)


@pytest.mark.rule("GUC-8.3a", "GUC-14.8a")
def test_one_that_was_to_follow_a_group_not_yet_made_goes_home_today_and_waits_for_it() -> None:
    """RUL-1320."""
    world = _taken()
    world.orders(NORMANS, March(group="n1", toward=f"{COMING}hugo"))
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0403"
    assert len(of(world.events, OrderFailed)) == 1 and not of(world.events, LineDone)
    assert world.plans[NORMANS].orders


@pytest.mark.rule("GUC-14.8b")
def test_at_its_goal_men_leave_the_game_and_leaders_are_held() -> None:
    world = _taken(where="0503")
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0403"
    assert world.at.holdings["dorf"].held == ("leon",)
    assert not world.at.contents["n1"].captives
    lost = [e.fate for e in of(world.events, ManLost) if isinstance(e, ManLost)]
    assert lost == [Fate.TAKEN] * 3


def _held(purse: int, *orders: Ransom) -> World:
    world = _taken(where="0503")
    world.day(otherwise=1)
    world.at.contents["b2"] = replace(world.at.contents["b2"], purse=2 * purse)
    world.orders(BYZANTINES, *orders)
    world.day(otherwise=1)
    return world


@pytest.mark.rule("GUC-14.8d")
@pytest.mark.parametrize(("purse", "paid"), [(7, False), (8, True)])
def test_a_leader_costs_two_deniers_for_each_point_of_prestige(purse: int, paid: bool) -> None:
    """Eight for Leon; without orders he is bought free where there is enough."""
    world = _held(purse)
    assert bool(of(world.events, RansomPaid)) is paid
    assert world.at.contents["b2"].purse == (0 if paid else 2 * purse)
    assert world.at.holdings["dorf"].purse == (16 if paid else 0)


@pytest.mark.rule("GUC-14.8d")
def test_as_ordered() -> None:
    assert not of(_held(20, Ransom(leader="leon", never=True)).events, RansomPaid)
    poor = _held(20, Ransom(leader="leon", place="basso"))
    assert not of(poor.events, RansomPaid) and of(poor.events, OrderFailed)
    assert of(_held(20, Ransom(leader="leon", group="b2")).events, RansomPaid)


@pytest.mark.rule("GUC-14.8d")
def test_the_fullest_purse_pays() -> None:
    world = _taken(purse=9)
    world.at.holdings["basso"] = replace(world.at.holdings["basso"], purse=40)
    world.day(otherwise=1)
    assert world.at.contents["b2"].purse == 18 and world.at.holdings["basso"].purse == 24


@pytest.mark.rule("GUC-14.8f")
def test_he_leaves_with_two_riders_made_for_him_where_no_prisoner_is_left() -> None:
    world = _held(10)
    (group,) = [g for g in world.at.groups.values() if world.at.contents[g.id].leader == "leon"]
    men = world.at.in_group(group.id)
    assert len(men) == 3 and all(man.mounted and man.side == BYZANTINES for man in men)
    assert not any(man.armoured for man in men if man.id != "leon")
    assert world.at.prestige["leon"] == 4 and "leon" not in world.at.captors
    assert group.hex == "0403" and group.free == 2


@pytest.mark.rule("GUC-14.8f")
def test_prisoners_who_ride_come_along_first() -> None:
    """There is one; men who serve on foot are no riders, and stay."""
    world = _taken(where="0703", captives=4, purse=10)
    koursor = next(man.id for man in world.at.men.values() if man.kind == "koursor")
    today = world.today()
    prisoners.ransoms(today)
    (group,) = [g for g in today.at.groups.values() if today.at.contents[g.id].leader == "leon"]
    assert koursor in today.at.contents[group.id].men
    assert len(today.at.contents[group.id].men) == 3
    assert len(today.at.contents["n1"].captives) == 3


def test_the_captor_learns_no_more_of_who_is_free() -> None:
    world = _held(10)
    assert "leon" not in view_for(world.at, NORMANS).men
    (freed,) = [e for e in of(world.events, ManFreed) if isinstance(e, ManFreed) and e.figure == "leon"]
    assert freed.to == (NORMANS, BYZANTINES) and freed.of == (BYZANTINES,)


def test_prisoners_of_a_beaten_escort_are_free() -> None:
    """RUL-1220."""
    world = _taken(3)
    world.group(BYZANTINES, "0703", {FOOT: 30})
    today = world.today(Script(named={"GUC-17.2": 1}, otherwise=1))
    battles.attack(today, today.at.groups["b3"], today.at.groups["n1"])
    assert "leon" in today.at.contents["b3"].men and "leon" not in today.at.captors


def test_a_dead_leader_costs_nothing_more() -> None:
    world = _taken(where="0703", purse=20)
    today = world.today()
    today.record(ManLost(to=(), figure="leon", fate=Fate.DEAD, cause="battle"))
    world.keep(today)
    world.day(otherwise=1)
    assert not of(world.events, RansomPaid)


@pytest.mark.rule("GUC-14.8d")
@pytest.mark.parametrize("besieged", [False, True])
def test_a_besieged_place_pays_no_ransom(besieged: bool) -> None:
    """RUL-1319."""
    world = _taken(purse=1)
    world.at.holdings["basso"] = replace(world.at.holdings["basso"], purse=40)
    if besieged:
        world.at.places["basso"] = replace(world.at.places["basso"], siege="n1")
    prisoners.ransoms(today := world.today())
    assert bool(of(today.journal.events, RansomPaid)) is not besieged


@pytest.mark.rule("GUC-14.8d")
@pytest.mark.parametrize("besieged", [False, True])
def test_nobody_leaves_a_besieged_place_for_a_ransom(besieged: bool) -> None:
    """RUL-1319."""
    world = _taken(where="0703", purse=20)
    today = world.today()
    prisoners.jailed(today, "leon", NORMANS, "alto")
    world.keep(today)
    if besieged:
        world.at.places["alto"] = replace(world.at.places["alto"], siege="b2")
    prisoners.ransoms(today := world.today())
    assert bool(of(today.journal.events, RansomPaid)) is not besieged
