"""A leader among soldiers leads them, however he has come to them or whoever led them before (GUC-9)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, groups, places, reorganising, resolving
from rules.campaign.custody import take
from rules.campaign.invariants import broken
from rules.campaign.plans.plan import (
    ALWAYS,
    Draw,
    Hold,
    Join,
    Lay,
    March,
    Meeting,
    Merge,
    Pick,
    Ransom,
    Split,
)
from rules.campaign.prisoners import escorts
from rules.events.campaign_secrets import LeaderNamed
from rules.events.umpire import OrderFailed
from rules.state.battle import Battle
from rules.state.figure import Health
from tests.rules.campaign.board_kit import FIGHT, morning, on_boards, over
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World, of, toy

__all__ = ["toy"]

FOOT = "light infantry"


def alone(world: World, side: str, leader: str) -> None:
    """A leader of a side who is nowhere yet."""
    group = world.group(side, "1201", {}, leader=leader)
    del world.at.groups[group], world.at.contents[group]


def two_leaders() -> World:
    """Robert leads a group in which Drogo is, who has less prestige."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 20}, leader="robert", prestige=6, hostility=9)
    world.group(NORMANS, "0503", {FOOT: 4}, leader="drogo", prestige=4)
    world.orders(NORMANS, Merge(group="n2", into="n1"))
    reorganising.reorganise(today := world.today())
    world.keep(today)
    return world


@pytest.mark.rule("GUC-9a", "GUC-14.7b")
def test_a_leader_who_was_cured_leads_his_men_again() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 6}, leader="robert", prestige=6)
    world.at.men["robert"] = replace(world.at.men["robert"], health=Health.WOUNDED)
    world.orders(NORMANS, Lay(group="n1"))
    world.day(named={"GUC-14.7b": 1}, otherwise=9)
    assert world.at.holdings["dorf"].patients == ("robert",) and world.at.contents["n1"].leader == ""
    for _ in range(4):
        world.day(otherwise=9)
    assert "robert" in world.at.contents["n1"].men and world.at.contents["n1"].leader == "robert"
    assert world.at.prestige_of("n1") == 6


@pytest.mark.rule("GUC-9a")
def test_a_leader_who_is_drawn_from_a_garrison_leads_whom_he_joins() -> None:
    world = World()
    world.group(BYZANTINES, "0606", {FOOT: 4})
    world.garrison("castro", {FOOT: 8})
    alone(world, BYZANTINES, "leon")
    holding = world.at.holdings["castro"]
    world.at.holdings["castro"] = replace(holding, garrison=(*holding.garrison, "leon"))
    world.orders(BYZANTINES, Draw(place="castro", group="b1", pick=Pick(names=("leon",))))
    world.day(otherwise=9)
    assert world.at.contents["b1"].leader == "leon"
    named = [e for e in of(world.events, LeaderNamed) if isinstance(e, LeaderNamed)]
    assert [(e.leader, e.to) for e in named] == [("leon", (BYZANTINES,))]  # nobody else is told


@pytest.mark.rule("GUC-9a", "GUC-14.8e")
@pytest.mark.parametrize("yields", [False, True])
def test_a_leader_who_is_freed_leads_those_who_have_freed_him(yields: bool) -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 5})
    group = world.group(BYZANTINES, "1201", {FOOT: 3}, leader="leon")
    today = world.today()
    for name in world.at.contents[group].men:
        take(today, name, NORMANS, group="n1")
    world.keep(today)
    del world.at.groups[group], world.at.contents[group]
    world.group(BYZANTINES, "0802", {"light cavalry": 20}, hostility=9)
    fight = Meeting(fight=ALWAYS)
    world.orders(NORMANS, Hold(group="n1"))
    world.orders(BYZANTINES, March(group="b2", to="0801", meeting=fight), Ransom(leader="leon", never=True))
    if yields:
        today = world.today()
        battles.surrender(today, today.at.groups["n1"], today.at.groups["b2"])
        world.keep(today)
    else:
        world.day(named={"GUC-17.2": 1}, otherwise=9)
    assert world.at.contents["b2"].leader == "leon" and not world.at.groups["b2"].riders
    assert not broken(world.at)


@pytest.mark.rule("GUC-9a", "GUC-9c")
def test_another_leader_in_the_group_takes_over_from_one_who_falls() -> None:
    """He has not led in that battle, and keeps his prestige; nobody is promoted above him."""
    world = two_leaders()
    world.group(BYZANTINES, "0603", {FOOT: 30}, leader="leon")
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    world.day(named={"day1/robert": 10, "GUC-17.2": 9, "GUC-17.4": 1}, otherwise=2)
    assert world.at.men["robert"].dead
    assert world.at.contents["n1"].leader == "drogo" and world.at.prestige["drogo"] == 4
    assert not broken(world.at)
    today = world.today()
    groups.won(today, "n1")
    assert today.at.contents["n1"].leader == "drogo" and today.at.prestige["drogo"] == 5


@pytest.mark.rule("GUC-9c", "GUC-9b")
def test_a_victory_in_which_a_leader_falls_raises_nobody_else() -> None:
    world = two_leaders()
    today = world.today()
    resolving.slain(today, "robert", resolving.BATTLE)
    groups.won(today, "n1")
    assert today.at.prestige["drogo"] == 4 and not today.at.contents["n1"].battles
    assert groups.tidy(today, "n1") and today.at.contents["n1"].leader == "drogo"


@pytest.mark.rule("GUC-9a", "GUC-8.1a")
def test_two_men_of_whom_one_is_a_leader_stay_when_another_leader_falls() -> None:
    world = World()
    world.group(NORMANS, "0503", {}, leader="robert", prestige=6)
    world.group(NORMANS, "0503", {FOOT: 1}, leader="drogo", prestige=4)
    world.orders(NORMANS, Merge(group="n2", into="n1"))
    reorganising.reorganise(today := world.today())
    resolving.slain(today, "robert", resolving.BATTLE)
    assert groups.tidy(today, "n1") and today.at.contents["n1"].leader == "drogo"


@pytest.mark.rule("GUC-9a", "GUC-8.1c")
def test_a_leader_goes_with_two_men_whoever_leads_the_group_that_he_leaves() -> None:
    world = two_leaders()
    man = world.at.contents["n1"].men[1]
    world.orders(NORMANS, Split(group="n1", pick=Pick(names=("drogo", man))))
    reorganising.reorganise(today := world.today())
    assert not of(today.journal.events, OrderFailed)
    assert today.at.contents["n3"].leader == "drogo" and today.at.contents["n1"].leader == "robert"


@pytest.mark.rule("GUC-14.8a", "GUC-9a")
def test_no_leader_is_sent_off_with_prisoners() -> None:
    world = two_leaders()
    prisoners = world.group(BYZANTINES, "1201", {FOOT: 3})
    today = world.today()
    for name in world.at.contents[prisoners].men:
        take(today, name, NORMANS, group="n1")
    world.keep(today)
    del world.at.groups[prisoners], world.at.contents[prisoners]
    for name in world.at.contents["n1"].men[3:]:
        if name not in world.at.prestige:
            world.at.men[name] = replace(world.at.men[name], health=Health.WOUNDED)
    world.orders(NORMANS, March(group="n1", to="0801"))
    escorts(today := world.today())
    assert set(today.at.groups) == {"n1"}


@pytest.mark.rule("GUC-9a", "GUC-5.2b")
def test_of_two_leaders_in_a_garrison_the_foremost_leads_it_out_and_neither_is_left_in_a_castle() -> None:
    world = two_leaders()
    world.group(BYZANTINES, "0606", {FOOT: 4})
    men = world.at.contents["n1"].men
    names = ("drogo", "robert", *men[-4:])
    world.at.contents["n1"] = replace(world.at.contents["n1"], men=tuple(m for m in men if m not in names))
    world.at.contents["n1"] = replace(world.at.contents["n1"], leader="")
    place = world.setup.place("castro")
    world.at.places["castro"] = replace(world.at.places["castro"], side=NORMANS)
    world.at.holdings["castro"] = replace(world.at.holdings["castro"], garrison=names)
    today = world.today()
    places.march_out(today, place, today.at.groups["b1"], on_foot=False)
    assert today.at.contents["n3"].leader == "robert" and len(today.at.contents["n3"].men) == 6
    for name in names[2:]:
        today.at.men[name] = replace(today.at.men[name], health=Health.WOUNDED)
    places.staffed(today, place, today.at.groups["n3"])
    assert {"robert", "drogo"} <= set(today.at.contents["n3"].men)


@pytest.mark.rule("GUC-9c")
def test_the_victory_in_which_its_only_leader_falls_is_the_first_of_a_group_without_one() -> None:
    """RUL-1326."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5, "knight": 1}, leader="robert", prestige=6)
    today = world.today()
    resolving.slain(today, "robert", resolving.BATTLE)
    groups.won(today, "n1")
    assert (today.at.contents["n1"].battles, today.at.contents["n1"].leader) == (1, "")
    groups.won(today, "n1")
    leader = today.at.contents["n1"].leader
    assert leader and today.at.men[leader].kind == "knight" and today.at.prestige[leader] == 2


@pytest.mark.rule("GUC-9b", "GUC-14.8e", "GUC-9a", "GUC-8.1b")
@pytest.mark.parametrize("unfinished", [False, True])
@pytest.mark.parametrize("winner", [NORMANS, BYZANTINES])
def test_a_leader_who_is_freed_on_the_board_has_neither_won_nor_lost(winner: str, unfinished: bool) -> None:
    """RUL-1295: he leads those who freed him when the fight is over, and they are seen with him."""
    world = on_boards()
    world.group(NORMANS, "0603", {FOOT: 9}, hostility=1)
    world.group(BYZANTINES, "0703", {FOOT: 9}, leader="leon", prestige=6)
    world.group(BYZANTINES, "0503", {FOOT: 12}, hostility=9)
    today = world.today()
    take(today, "leon", NORMANS, group="n1")
    world.keep(today)
    world.orders(NORMANS, Hold(group="n1"))
    world.orders(BYZANTINES, Join(never=True), March(group="b2", to="0603", meeting=FIGHT))
    world.orders(BYZANTINES, Ransom(leader="leon", never=True))
    morning(world)

    def loosened(battle: Battle) -> None:
        battle.figures["leon"] = replace(battle.figures["leon"], bound=False)

    over(world, winner, loosened, unfinished=unfinished)
    assert "leon" not in world.at.captors and world.at.prestige["leon"] == 6
    assert world.at.content("b2").leader == "leon" and not world.at.content("b2").battles
    assert world.at.seen[NORMANS]["b2"].leader == "Leon"
