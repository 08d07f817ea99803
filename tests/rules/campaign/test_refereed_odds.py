"""Whom a term weighs ("if stronger", "odds 3 to 2") where more than two would fight: all who would stand in
either line (RUL-1304)."""

from __future__ import annotations

import pytest

from rules.campaign import odds
from rules.campaign.plans.plan import Attack, Cases, Join, March, Measure, Meet, Meeting, Term
from rules.events.campaign_fights import AttackMade, BattleJoined, FightRefused
from rules.state.campaign_counters import HUNGRY
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World, of

FOOT = "light infantry"


def stronger(least: int = 1) -> Cases:
    return ((Term(Measure.STRONGER, least=least),),)


WEAKER: Cases = ((Term(Measure.STRONGER, most=-1),),)


def meeting_two(ours: int, meeting: Meeting | None, *, beside: int = 0) -> World:
    """Normans come from 0503 into 0603, where two Byzantine groups of ten are."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: ours}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 10}, hostility=3)
    world.group(BYZANTINES, "0603", {FOOT: 10}, hostility=3)
    if beside:
        world.group(NORMANS, "0603", {FOOT: beside}, hostility=3)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=meeting))
    return world


@pytest.mark.rule("GUC-13.2", "GUC-14.5a")
@pytest.mark.parametrize(("ours", "beside", "attacks"), [(15, 0, False), (21, 0, True), (15, 6, True)])
@pytest.mark.parametrize("meeting", [Meeting(fight=stronger()), None])
def test_all_who_would_fight_beside_each_other_are_weighed(
    ours: int, beside: int, attacks: bool, meeting: Meeting | None
) -> None:
    world = meeting_two(ours, meeting, beside=beside)
    world.day(otherwise=5)
    assert bool(of(world.events, AttackMade)) is attacks


@pytest.mark.rule("GUC-14.5a")
@pytest.mark.parametrize(("ours", "refuses"), [(15, False), (21, True)])
def test_so_they_are_by_those_who_slip_away_from_stronger_ones(ours: int, refuses: bool) -> None:
    world = meeting_two(ours, Meeting(fight=((),)))
    world.orders(BYZANTINES, Meet(meeting=Meeting(refuse=WEAKER)))
    world.day(otherwise=5)
    assert bool(of(world.events, FightRefused)) is refuses


@pytest.mark.rule("GUC-13.5")
@pytest.mark.parametrize(("least", "attacks"), [(9, True), (10, False)])
def test_who_stands_before_a_place_together_is_weighed_against_it_together(least: int, attacks: bool) -> None:
    """Five and ten before the six of Basso."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 5})
    world.group(NORMANS, "0903", {FOOT: 10})
    terms = stronger(least)
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso", terms=terms))
    world.day(otherwise=5)
    assert bool(of(world.events, AttackMade)) is attacks


# townsmen


def in_basso(resources: int, ours: int = 9, garrison: int = 0) -> World:
    """Normans come into Basso, where eight Byzantines are."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: ours}, hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 8}, hostility=3)
    world.resources("basso", resources)
    if garrison:
        world.garrison("basso", {FOOT: garrison})
    world.orders(NORMANS, March(group="n1", to="0903"))
    return world


@pytest.mark.rule("GUC-13.6a", "GUC-13.2")
@pytest.mark.parametrize(("resources", "garrison", "attacks"), [(10, 0, False), (10, 20, False)])
def test_townsmen_are_weighed_with_the_group_beside_which_they_would_fight(
    resources: int, garrison: int, attacks: bool
) -> None:
    world = in_basso(resources, garrison=garrison)
    world.day(otherwise=5)
    assert bool(of(world.events, AttackMade)) is attacks


@pytest.mark.rule("GUC-13.6a", "GUC-8.1b")
@pytest.mark.parametrize("garrison", [0, 20])
def test_a_garrison_is_seen_by_its_own_side_alone(garrison: int) -> None:
    """RUL-1302."""
    world = in_basso(10, garrison=garrison)
    today = world.today()
    theirs = odds.line(today, "0903", ["b1"], BYZANTINES, seen_by=NORMANS)
    own = odds.line(today, "0903", ["b1"], BYZANTINES, seen_by=BYZANTINES)
    assert own.men - theirs.men == garrison
    assert theirs.men == 8 + len(odds.expected(today.at, "basso", today.tables))


@pytest.mark.rule("GUC-5.2b", "GUC-5.1b")
def test_those_of_a_castle_and_of_others_are_in_no_battle_in_the_open() -> None:
    world = World()
    world.group(BYZANTINES, "0606", {FOOT: 8})
    world.garrison("castro", {FOOT: 10})
    world.group(LOMBARDS, "0903", {FOOT: 8})
    today = world.today()
    assert odds.line(today, "0606", ["b1"], BYZANTINES, seen_by=BYZANTINES).men == 8
    assert odds.line(today, "0903", ["l1"], LOMBARDS, seen_by=LOMBARDS).men == 8


# who joins


@pytest.mark.rule("GUC-14.3")
@pytest.mark.parametrize(("least", "joins"), [(4, True), (5, False)])
def test_a_comer_weighs_both_lines_with_himself(least: int, joins: bool) -> None:
    """Eight and five against nine."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 8})
    world.group(BYZANTINES, "0602", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=((),))))
    world.orders(BYZANTINES, Join(group="b2", terms=stronger(least)))
    world.day(otherwise=5)
    assert bool(of(world.events, BattleJoined)) is joins


@pytest.mark.rule("GUC-14.3", "GUC-13.6a")
@pytest.mark.parametrize(("resources", "joins"), [(0, True), (10, False)])
def test_unasked_nobody_comes_to_the_help_of_those_whom_their_townsmen_make_the_stronger(
    resources: int, joins: bool
) -> None:
    world = World()
    world.group(NORMANS, "0803", {FOOT: 12}, hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 8})
    world.group(BYZANTINES, "1003", {FOOT: 4})
    world.resources("basso", resources)
    world.orders(NORMANS, March(group="n1", to="0903", meeting=Meeting(fight=((),))))
    world.day(otherwise=5)
    assert bool(of(world.events, BattleJoined)) is joins


@pytest.mark.rule("GUC-8.4b", "GUC-7e")
@pytest.mark.parametrize("hungry", [False, True])
def test_unasked_nobody_opens_a_fight_beside_hungry_friends(hungry: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5}, hostility=9)
    world.group(NORMANS, "0603", {FOOT: 12}, hostility=3, unfed=HUNGRY * hungry)
    world.group(BYZANTINES, "0603", {FOOT: 4}, hostility=3)
    world.orders(NORMANS, March(group="n1", to="0603"))
    world.day(otherwise=5)
    assert bool(of(world.events, AttackMade)) is not hungry
