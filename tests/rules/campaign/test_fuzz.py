"""Campaigns of captains and of orders at random, played with everything checked (bench/fuzz.py), and that
what is wrong with one is found. ``make fuzz`` plays hundreds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bench import fuzz
from rules import engine
from rules.campaign import battles, groups, mercenaries
from rules.campaign.invariants import broken, misdeeds
from rules.campaign.plans.at_random import WRONG, careless_orders
from rules.campaign.plans.plan import Hire
from rules.campaign.scenarios import campaigns
from rules.desk.reading import Verdict
from rules.events.campaign import GroupGone
from rules.events.campaign_secrets import (
    ConvoyLoaded,
    GroupFed,
    ManHealed,
    ManHurt,
    ManLost,
    ManTaken,
    PurseChanged,
    ResourcesChanged,
)
from rules.state.campaign_counters import Fate
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, Script, World
from tests.rules.campaign.worlds import begun
from tests.sampling import some

FOOT = "light infantry"
PLAYED = [
    (scenario, players, seed)
    for seed, players in enumerate(
        [("random", "bold"), ("bold", "cautious"), ("random", "random"), ("cautious", "random")]
    )
    for scenario in campaigns()
]


@pytest.mark.parametrize(("scenario", "players", "seed"), some(PLAYED, 7))
def test_campaigns_are_played_out(
    scenario: str, players: tuple[str, str], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "CAMPAIGN_DAYS", 12)
    played = fuzz.play(scenario, seed, players)
    assert not played.fault, played.fault
    assert played.turns == 12 or played.winner != "?"


def test_a_campaign_of_captains_lasts_thirty_days() -> None:
    played = fuzz.play("campaign-demone", 7, ("bold", "cautious"))
    assert not played.fault and played.turns == 30 and played.unreadable == 0


def test_some_that_plays_at_random_is_understood_and_some_is_not() -> None:
    at = begun("campaign-canne")
    verdicts, written = set(), set[str]()
    for seed in range(6):
        view = view_for(at, NORMANS)
        lines = careless_orders(view, NORMANS, random.Random(seed))
        written |= set(lines)
        verdicts |= {line.verdict for line in engine.read_orders(at, NORMANS, lines).lines}
    assert {Verdict.OK, Verdict.NOTE, Verdict.ILLEGAL, Verdict.UNREADABLE} <= verdicts
    assert written & set(WRONG)


# what is wrong is found


def _world() -> World:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 12}, leader="robert", purse=9)
    world.group(BYZANTINES, "0903", {FOOT: 12}, leader="leon", purse=9, wounded=1)
    world.convoy(NORMANS, "0303", "alto", "dorf", load=3)
    return world


Misdeed = Callable[[World], engine.Event]


def _man(world: World, group: str = "n1") -> str:
    return world.at.contents[group].men[-1]


MISDEEDS: dict[str, tuple[Misdeed, str]] = {
    "money": (lambda w: GroupGone("n1", "destroyed"), "half deniers"),
    "food": (lambda w: GroupFed(to=(), group="n1", needed=1, points=1, unfed=0), "eaten"),
    "stores": (lambda w: ResourcesChanged(to=(), place="alto", by=-1, cause="supply"), "eaten"),
    "load": (lambda w: ConvoyLoaded(to=(), convoy="nc1", points=2, cause="eaten"), "eaten"),
    "carried": (lambda w: ConvoyLoaded(to=(), convoy="nc1", points=5, cause="loaded"), "points too many"),
    "wounds": (lambda w: ManHurt(to=(), figure=_man(w, "b1"), cause="battle"), "is hurt, and was"),
    "cures": (lambda w: ManHealed(to=(), figure=_man(w)), "healed of nothing"),
    "captives": (
        lambda w: ManTaken(to=(), man=w.at.men[_man(w)], by=BYZANTINES, group="n9"),
        "are prisoners, or are not",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MISDEEDS)
def test_what_does_not_balance_is_told(what: str) -> None:
    world = _world()
    event, told = MISDEEDS[what][0](world), MISDEEDS[what][1]
    assert not list(misdeeds(world.at, []))
    assert any(told in found for found in misdeeds(world.at, [event])), list(misdeeds(world.at, [event]))


def test_whoever_is_dead_stays_dead() -> None:
    world = _world()
    lost = ManLost(to=(), figure=_man(world), fate=Fate.DEAD, cause="battle")
    assert not list(misdeeds(world.at, [lost]))
    assert any("lost twice" in found for found in misdeeds(world.at, [lost, lost]))


def test_a_prisoner_is_where_his_captors_are() -> None:
    world = _world()
    assert not broken(world.at)
    world.at.contents["n1"] = replace(world.at.contents["n1"], captives=("leon",))
    assert any("are kept as such" in found for found in broken(world.at))


@pytest.mark.rule("GUC-8.3b")
def test_strangers_who_share_a_hex_are_found() -> None:
    """On the day behind a ransom nobody minds them."""
    world = _world()
    world.at.turn = 5
    one, other = world.at.groups["n1"], world.at.groups["b1"]
    world.at.groups["b1"] = replace(other, hex=one.hex)
    assert any("are both in" in found for found in broken(world.at))
    for safe, strange in ((4, False), (3, True)):
        world.at.groups["b1"] = replace(other, hex=one.hex, free=safe)
        assert any("are both in" in found for found in broken(world.at)) is strange
    world.at.groups["b1"] = other
    assert not broken(world.at)


# laws that were broken once


def test_the_purse_of_a_group_that_is_lost_in_the_wild_is_lost_with_it() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 2}, purse=4)
    before = world.at.copy()
    today = world.today()
    assert not groups.tidy(today, "n1")
    [gone] = [event for event in today.journal.events if isinstance(event, PurseChanged)]
    assert (gone.by, gone.cause) == (-8, "wild")
    assert not list(misdeeds(before, today.journal.events))


@pytest.mark.rule("GUC-14.5a")
def test_the_purse_of_whoever_slips_away_and_is_caught_to_the_last_man_is_the_attackers() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 12}, leader="robert")
    world.group(BYZANTINES, "0403", {FOOT: 3}, purse=5)
    before = world.at.copy()
    today = world.today(Script(otherwise=5))
    battles.refuse(today, world.at.groups["b1"], world.at.groups["n1"])
    assert len(today.at.contents["n1"].captives) == 3 and "b1" not in today.at.groups
    assert today.at.contents["n1"].purse == 10 and not list(misdeeds(before, today.journal.events))


@pytest.mark.rule("GUC-12.2b", "GUC-9c")
def test_whoever_leads_mercenaries_keeps_his_prestige_in_anybodys_service() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 8}, leader="robert", purse=40)
    band = world.band("0403", {FOOT: 5})
    leader = world.at.contents[band].men[0]
    world.at.contents[band] = replace(world.at.contents[band], leader=leader)
    world.at.prestige[leader] = 2
    world.orders(NORMANS, Hire())
    today = world.today()
    assert mercenaries.hire(today, world.at.groups["n1"], world.at.groups[band])
    assert today.at.prestige[leader] == 2 and not broken(today.at)
    groups.leave(today, today.at.groups[band])
    assert today.at.prestige[leader] == 2 and not broken(today.at)
