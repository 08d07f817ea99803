"""THE ANARCHY's campaign as a page: the day's engine plays it as it is (ANC-6b, ANC-7, ANC-9d, ANC-15.7a)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import days, groups
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.meeting import Party
from rules.campaign.plans.plan import ALWAYS, Attack, March, Meeting
from rules.events.base import Event
from rules.events.campaign_fights import AttackMade, HostilityTested
from rules.journal import TableJournal
from tests.rules.campaign.anarchy_page import ANARCHY_CAMPAIGN, allegiance, loyalty
from tests.rules.campaign.kit import BYZANTINES, NORMANS, Script, World, of

FOOT = "light infantry"


def played(world: World) -> list[Event]:
    journal = TableJournal(world.at, Script(named={"GUC-17.2": 5}, otherwise=1))
    days.play(journal, ANARCHY_CAMPAIGN, world.plans, first=1)
    world.at = journal.table
    return journal.events


def test_its_day_is_the_same_sequence() -> None:
    assert ANARCHY_CAMPAIGN.steps is GUISCARD_CAMPAIGN.steps


@pytest.mark.parametrize(("total", "whose"), [(4, "rebel"), (5, "neutral"), (6, "neutral"), (7, "royalist")])
def test_allegiance(total: int, whose: str) -> None:
    assert allegiance(total) == whose


@pytest.mark.parametrize(("comer", "by_prestige", "by_headcount"), [(NORMANS, 1, 1), (BYZANTINES, -1, -1)])
def test_whoever_comes_changes_the_loyalty_of_the_other(
    comer: str, by_prestige: int, by_headcount: int
) -> None:
    """Prestige 7 and five men more: up for a royalist, down for a rebel."""
    met = Party("lombards", "l1", 5, 0, 7)
    tested = loyalty(ANARCHY_CAMPAIGN.tables, met, Party(comer, "x1", 5, 7, 12))
    assert (tested.by_prestige, tested.by_headcount) == (by_prestige, by_headcount)


@pytest.mark.parametrize(("royal", "rebel", "fights"), [(8, 3, True), (8, 6, False), (5, 3, False)])
def test_opposite_factions_may_fight_and_neutral_ones_do_not(royal: int, rebel: int, fights: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 6}, hostility=royal)
    world.group(BYZANTINES, "0603", {FOOT: 6}, hostility=rebel)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    events = played(world)
    assert of(events, HostilityTested)
    assert bool(of(events, AttackMade)) is fights


@pytest.mark.parametrize(("monastery", "prestige"), [(False, 5), (True, 4)])
def test_to_loot_a_monastic_house_costs_a_noble_two_points(monastery: bool, prestige: int) -> None:
    """One is won with the battle."""
    world = World()
    places = tuple(replace(p, monastery=monastery) if p.id == "basso" else p for p in world.setup.places)
    world.at.setup = replace(world.setup, places=places)
    world.group(NORMANS, "0903", {"knight": 20}, leader="robert", prestige=5)
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    played(world)
    assert world.at.prestige["robert"] == prestige


def test_its_wounded_have_three_mp_less() -> None:
    world = World()
    group = world.group(NORMANS, "0503", {FOOT: 6}, wounded=1)
    assert groups.allowance(world.at, world.at.groups[group], ANARCHY_CAMPAIGN.tables) == 2
