"""Spies (GUC-10)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import spies
from rules.campaign.plans.plan import March, Scout
from rules.events.base import Knowledge
from rules.events.campaign import SpyTested
from rules.events.campaign_secrets import GroupSeen, SpySaw, SpyTold
from rules.state.campaign_counters import Sighting
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, Script, World, of, toy

FOOT = "light infantry"


def _world(spy_at: str = "0503", enemy_at: str = "0703") -> World:
    world = World()
    world.spy(NORMANS, "gisulfo", spy_at)
    world.group(BYZANTINES, enemy_at, {FOOT: 7, "archer": 2})
    return world


@pytest.mark.rule("GUC-10a")
@pytest.mark.parametrize(("where", "sees"), [("0503", True), ("0403", False)])
def test_he_sees_groups_within_two_hexes(where: str, sees: bool) -> None:
    world = _world(where)
    world.day(otherwise=9)
    assert bool(of(world.events, SpySaw)) is sees


@pytest.mark.rule("GUC-10a")
def test_what_he_has_seen_nobody_knows_before_he_meets_his_own() -> None:
    world = _world()
    world.day(otherwise=9)
    (saw,) = of(world.events, SpySaw)
    assert saw.seen_by(Knowledge(NORMANS)) is None
    assert world.at.carried["gisulfo"].keys() == {"b1"}
    assert not view_for(world.at, NORMANS).carried and not world.at.seen[NORMANS]


@pytest.mark.rule("GUC-10a")
def test_he_tells_the_first_of_his_own_what_it_was_on_the_day_when_he_saw_it() -> None:
    world = _world()
    world.group(NORMANS, "0203", {FOOT: 5})
    world.day(otherwise=9)  # sees them
    world.at.groups["b1"] = replace(world.at.groups["b1"], hex="1202")
    world.day(otherwise=9)  # and goes home by himself
    known = world.at.seen[NORMANS]["b1"]
    assert (world.at.day, known.day, known.kinds, known.spy) == (3, 1, {FOOT: 7, "archer": 2}, "gisulfo")
    assert "gisulfo" not in world.at.carried


@pytest.mark.rule("GUC-10a")
def test_a_group_that_comes_to_him_is_told_too() -> None:
    world = _world()
    world.group(NORMANS, "0303", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0503"), Scout(spy="gisulfo", to="0503"))
    world.day(otherwise=9)
    world.day(otherwise=9)
    assert "b1" in world.at.seen[NORMANS]


def test_older_news_does_not_replace_newer() -> None:
    world = _world()
    world.group(NORMANS, "0303", {FOOT: 5})
    world.day(otherwise=9)
    world.at.carried["gisulfo"] = {"b1": Sighting(day=1, kinds={FOOT: 9})}
    world.at.seen[NORMANS]["b1"] = Sighting(day=2, kinds={FOOT: 3})
    today = world.today()
    today.at.spies["gisulfo"] = replace(today.at.spies["gisulfo"], hex="0303")
    spies.tell(today, "gisulfo")
    assert of(today.journal.events, SpyTold) and not of(today.journal.events, GroupSeen)


@pytest.mark.rule("GUC-10b")
def test_he_goes_five_mp_a_day_among_whomever_he_likes() -> None:
    world = _world("0202", "1207")
    world.group(NORMANS, "0302", {FOOT: 5})
    world.orders(NORMANS, Scout(spy="gisulfo", to="1202"))
    world.day(otherwise=9)
    assert toy().distance(world.at.spies["gisulfo"].hex, "0202") == 5


@pytest.mark.rule("GUC-10c")
@pytest.mark.parametrize(
    ("where", "die", "caught"),
    [
        ("0703", 5, True), ("0703", 6, False),
        ("0903", 3, True), ("0903", 4, False),  # a settlement: +2
        ("1107", 1, True), ("1107", 2, False),  # a city: +4
    ],
)  # fmt: skip
def test_in_a_hex_with_others_he_may_be_caught(where: str, die: int, caught: bool) -> None:
    world = World()
    world.spy(NORMANS, "gisulfo", where)
    group = world.group(BYZANTINES, where, {FOOT: 7})
    today = world.today(Script(otherwise=die))
    spies.met(today, today.at.groups[group])
    (tested,) = of(today.journal.events, SpyTested)
    assert isinstance(tested, SpyTested) and tested.caught is caught
    assert ("gisulfo" in today.at.spies) is not caught


@pytest.mark.rule("GUC-10c")
def test_he_is_tested_when_he_comes_and_when_they_come() -> None:
    world = _world("0603")
    world.orders(NORMANS, Scout(spy="gisulfo", to="0703"))
    world.day(otherwise=9)
    assert len(of(world.events, SpyTested)) == 1
    world = _world("0603")
    world.orders(BYZANTINES, March(group="b1", to="0603"))
    world.day(otherwise=9)
    assert len(of(world.events, SpyTested)) == 1


def test_one_who_is_caught_takes_his_news_with_him() -> None:
    world = _world("0603")
    world.orders(NORMANS, Scout(spy="gisulfo", to="0703"))
    world.day(otherwise=1)
    assert not world.at.spies and not world.at.carried
