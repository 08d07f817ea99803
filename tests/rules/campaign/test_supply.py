"""The supply check, and what hunger does (GUC-8.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, groups, supply
from rules.campaign.plans.plan import March, Meeting
from rules.events.campaign_fights import CampaignFought
from rules.events.campaign_secrets import ConvoyLoaded, GroupFed, ResourcesChanged
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, World, of

FOOT = "light infantry"


@pytest.mark.rule("GUC-8.4a")
@pytest.mark.parametrize(("men", "points"), [(3, 0), (9, 0), (10, 1), (19, 1), (20, 2), (45, 2)])
def test_what_a_group_needs(men: int, points: int) -> None:
    assert supply.needed(men, TABLES) == points


def _fed(world: World) -> dict[str, tuple[int, int, int]]:
    return {
        e.group: (e.needed, e.points, e.unfed)
        for e in of(world.day(otherwise=5), GroupFed)
        if isinstance(e, GroupFed)
    }


@pytest.mark.rule("GUC-8.4a")
def test_eighteen_men_take_a_point_of_their_town() -> None:
    """EX-C8.4-1."""
    world = World()
    world.group(NORMANS, "0303", {FOOT: 18})
    assert _fed(world) == {"n1": (1, 1, 0)}
    assert world.at.holdings["alto"].resources == 4


@pytest.mark.rule("GUC-8.4a", "GUC-13.5")
@pytest.mark.parametrize(("side", "fed"), [(NORMANS, (1, 1, 0)), (BYZANTINES, (1, 0, 1))])
def test_a_village_feeds_groups_of_its_side_alone(side: str, fed: tuple[int, int, int]) -> None:
    """RUL-1337."""
    world = World(dorf=NORMANS)
    group = world.group(side, "0403", {FOOT: 12})
    assert _fed(world) == {group: fed}
    assert world.at.holdings["dorf"].resources == 3 - fed[1]


@pytest.mark.rule("GUC-8.4a")
def test_of_three_large_groups_in_a_castle_with_four_points_one_goes_without() -> None:
    """EX-C8.4-2; by prestige (RUL-1206)."""
    world = World(castro=NORMANS)
    for leader, prestige in (("robert", 6), ("drogo", 3), ("roger", 5)):
        world.group(NORMANS, "0606", {FOOT: 21}, leader=leader, prestige=prestige)
    assert _fed(world) == {"n1": (2, 2, 0), "n3": (2, 2, 0), "n2": (2, 0, 1)}
    assert world.at.holdings["castro"].resources == 0


@pytest.mark.rule("GUC-8.4a")
def test_the_larger_of_two_without_prestige_is_fed_first() -> None:
    world = World()
    world.resources("alto", 1)
    world.group(NORMANS, "0303", {FOOT: 10})
    world.group(NORMANS, "0303", {FOOT: 12})
    assert _fed(world) == {"n2": (1, 1, 0), "n1": (1, 0, 1)}


@pytest.mark.rule("GUC-8.4a")
def test_half_of_what_is_needed_is_taken_and_is_not_enough() -> None:
    world = World()
    world.resources("alto", 1)
    world.group(NORMANS, "0303", {FOOT: 20})
    assert _fed(world) == {"n1": (2, 1, 1)}
    assert world.at.holdings["alto"].resources == 0


@pytest.mark.rule("GUC-8.4a")
@pytest.mark.parametrize(
    ("where", "fed"), [("0303", True), ("0403", True), ("0903", False), ("0606", False), ("0703", False)]
)
def test_places_of_its_own_side_feed_a_group(where: str, fed: bool) -> None:
    """Villages too (ruling of GUC-8.4a)."""
    world = World()
    world.group(NORMANS, where, {FOOT: 12})
    supply.check(today := world.today())
    (check,) = of(today.journal.events, GroupFed)
    assert isinstance(check, GroupFed) and (check.points == 1) is fed


@pytest.mark.rule("GUC-5.1c", "GUC-8.4a")
def test_a_city_never_runs_out() -> None:
    world = World()
    for _ in range(3):
        world.group(BYZANTINES, "1107", {FOOT: 25})
    supply.check(today := world.today())
    assert [e.points for e in of(today.journal.events, GroupFed) if isinstance(e, GroupFed)] == [2, 2, 2]
    assert not of(today.journal.events, ResourcesChanged)
    assert world.at.holdings["urbe"].resources is None


@pytest.mark.rule("GUC-8.4a")
def test_a_convoy_of_its_own_side_feeds_a_group_from_its_load() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 20})
    world.convoy(NORMANS, "0703", "alto", "dorf", load=3)
    world.convoy(BYZANTINES, "0703", "basso", "castro")
    supply.check(today := world.today())
    (check,) = of(today.journal.events, GroupFed)
    assert isinstance(check, GroupFed) and (check.points, check.convoy) == (2, "nc1")
    assert [e.points for e in of(today.journal.events, ConvoyLoaded) if isinstance(e, ConvoyLoaded)] == [1]


@pytest.mark.rule("GUC-8.4a")
def test_a_besieged_place_feeds_nobody_outside() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 12})
    world.at.places["alto"] = replace(world.at.places["alto"], siege="b1")
    supply.check(today := world.today())
    (check,) = of(today.journal.events, GroupFed)
    assert isinstance(check, GroupFed) and check.points == 0


@pytest.mark.rule("GUC-8.4a")
def test_nothing_is_kept_for_another_day() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 12})
    world.orders(NORMANS, March(group="n1", to="0703"))
    world.day(otherwise=5)
    assert _fed(world) == {"n1": (1, 0, 1)}


@pytest.mark.rule("GUC-8.4b")
@pytest.mark.parametrize(("unfed", "mp"), [(0, 5), (1, 5), (2, 2), (3, 2)])
def test_two_days_of_hunger_halve_the_march(unfed: int, mp: int) -> None:
    world = World()
    group = world.group(NORMANS, "0703", {FOOT: 12}, unfed=unfed)
    assert groups.allowance(world.at, world.at.groups[group], TABLES) == mp


@pytest.mark.rule("GUC-8.4b")
def test_riders_who_are_hungry_have_four() -> None:
    world = World()
    group = world.group(NORMANS, "0703", {"knight": 10}, unfed=2)
    assert groups.allowance(world.at, world.at.groups[group], TABLES) == 4


@pytest.mark.rule("GUC-8.4b")
@pytest.mark.parametrize(("ours", "theirs", "die"), [(0, 0, 5), (2, 0, 6), (0, 2, 4), (2, 2, 5), (1, 1, 5)])
def test_who_is_hungry_fights_worse(ours: int, theirs: int, die: int) -> None:
    """RUL-1219: the one die is one higher for hungry attackers, one lower for hungry defenders."""
    world = World()
    world.group(NORMANS, "0703", {FOOT: 9}, unfed=ours)
    world.group(BYZANTINES, "0703", {FOOT: 9}, unfed=theirs)
    today = world.today()
    today.journal._dice._otherwise = 5  # type: ignore[attr-defined]
    battles.attack(today, world.at.groups["n1"], world.at.groups["b1"])
    (fought,) = of(today.journal.events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.die == die


@pytest.mark.rule("GUC-8.4b")
def test_a_day_of_plenty_ends_hunger() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 12}, unfed=4)
    assert _fed(world) == {"n1": (1, 1, 0)}


@pytest.mark.rule("GUC-13.4a")
def test_a_hungry_group_buys_of_a_convoy_that_it_meets() -> None:
    """A denier a point, for the place from which it came (RUL-1213)."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12}, purse=3)
    world.convoy(NORMANS, "0603", "alto", "dorf", load=4, escort="n9")
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting()))
    world.day(otherwise=5)
    assert world.at.contents["n1"].purse == 4
    assert world.at.holdings["alto"].purse == 2
    assert world.at.contents["n1"].unfed == 0
    assert world.at.loads["nc1"] == 3


@pytest.mark.rule("GUC-13.4a")
def test_without_money_it_buys_nothing() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12})
    world.convoy(NORMANS, "0603", "alto", "dorf", load=4, escort="n9")
    world.orders(NORMANS, March(group="n1", to="0603"))
    world.day(otherwise=5)
    assert world.at.contents["n1"].unfed == 1 and world.at.loads["nc1"] == 4
