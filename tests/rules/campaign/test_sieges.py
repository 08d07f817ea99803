"""Sieges inside a campaign: by the siege's engine, day by day in the campaign's log (GUC-15, GUC-15.1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign.invariants import broken, unbalanced
from rules.campaign.narrate import narrated
from rules.campaign.plans.plan import (
    ALWAYS,
    Attack,
    Besiege,
    Conduct,
    March,
    Meeting,
    Merge,
    Pick,
    Plan,
    Split,
)
from rules.campaign.sheet import situation
from rules.campaign.sieges.journal import Conducted
from rules.campaign.sieges.page import IN_CAMPAIGN
from rules.events import siege as inside
from rules.events.base import Knowledge
from rules.events.campaign import PlaceTaken, SiegeRaised
from rules.events.campaign_fights import AttackMade, CampaignFought, FateDrawn
from rules.events.campaign_secrets import ManHurt, ManLost, MenJoined
from rules.events.campaign_sieges import SiegeLaid
from rules.events.umpire import DieRolled
from rules.siege.today import Today
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World, of
from tests.rules.campaign.siege_kit import (
    FOOT,
    NOTHING,
    assaulted,
    conducted,
    day_of_event,
    laid,
    siege,
    within,
)

# its record


@pytest.mark.rule("GUC-15")
def test_a_siege_has_the_record_of_a_siege() -> None:
    world = laid()
    assert len(of(world.events, SiegeLaid)) == 1
    assert {man.side for man in siege(world).men.values()} == {NORMANS, BYZANTINES}
    assert siege(world).commanders[NORMANS] == "robert"
    assert siege(world).setup.stronghold.name == "Castro" and siege(world).setup.ruleset == IN_CAMPAIGN.id
    assert not broken(world.at)


@pytest.mark.rule("GUC-15.1", "GUI-11.1.1a")
@pytest.mark.parametrize("resources", [1, 2, 5])
def test_no_dice_are_thrown_for_stores_a_point_is_two_days(resources: int) -> None:
    world = laid(resources=resources)
    assert siege(world).fed_until == 2 * resources
    world.day(named=NOTHING, otherwise=1)
    assert not within(world.events, inside.StoresCounted)
    assert not [e for e in of(world.events, DieRolled) if e.rule == "GUI-11.1.1a"]


@pytest.mark.rule("GUC-15")
def test_its_day_is_the_campaigns() -> None:
    world = laid()
    for day in (1, 2, 3):
        world.day(named=NOTHING, otherwise=1)
        assert siege(world).day == day and len(siege(world).days) == day
        assert not broken(world.at)
    (began,) = within(world.events, inside.DayBegan)
    assert began == inside.DayBegan(3)


@pytest.mark.rule("GUC-15", "GUI-11.1b")
def test_whoever_has_planned_nothing_waits() -> None:
    world = laid()
    world.day(named=NOTHING, otherwise=1)
    assert [event.deed for event in within(world.events, inside.DeedDone)] == ["rest"]


@pytest.mark.rule("GUI-11.2b", "GUC-15")
def test_besiegers_build_as_they_have_planned() -> None:
    world = laid()
    conducted(world, NORMANS, "BUILD ladders")
    world.day(named=NOTHING, otherwise=1)
    assert [e.what for e in within(world.events, inside.TeamSet)] == ["ladder"]
    while siege(world).teams:
        world.day(named=NOTHING, otherwise=1)
    assert siege(world).engines["ladder"]


@pytest.mark.rule("GUI-11.6i", "GUC-15.1")
def test_theft_takes_resources_of_the_place() -> None:
    """Of eight days four are stolen and one is eaten: three are left, which are two points."""
    world = laid(resources=4, within=20, men=50)
    day_of_event(world, (3, 4))
    assert within(world.events, inside.StoresChanged) == [inside.StoresChanged(-4, "theft")]
    assert (siege(world).fed_until, world.at.holdings["castro"].resources) == (4, 2)
    assert not broken(world.at)


@pytest.mark.rule("GUI-11.6a", "GUC-15")
def test_a_messenger_calls_the_besieger_away() -> None:
    world = laid(within=20, men=50)
    day_of_event(world, (10, 10))
    assert [e.cause for e in of(world.events, SiegeRaised)] == ["messenger"]
    assert world.at.groups["n1"].hex == "0606" and not world.at.sieges


@pytest.mark.rule("GUC-15.1")
def test_what_a_besieged_place_pays_it_does_not_eat() -> None:
    """Resources that go another way are days less on the record."""
    world = laid(resources=4)
    world.resources("castro", 2)
    world.day(named=NOTHING, otherwise=1)
    assert siege(world).fed_until == 4
    assert not broken(world.at)


# what befalls men


@pytest.mark.rule("GUI-11.4.1a", "GUC-17.2")
def test_an_assault_is_resolved_by_one_die() -> None:
    world = assaulted(within=30)
    assert within(world.events, inside.FoughtQuickly) and not of(world.events, CampaignFought)


@pytest.mark.rule("GUC-8.4b")
@pytest.mark.parametrize(
    ("deed", "initiative", "die"),
    [("ASSAULT", NORMANS, 6), ("SALLY", BYZANTINES, 4), ("BATTLE", BYZANTINES, 6)],
)
def test_besiegers_who_have_nothing_to_eat_fight_worse(deed: str, initiative: str, die: int) -> None:
    """RUL-1219: their die is one higher, and one lower where it is thrown against them."""
    for unfed, thrown in ((0, 5), (1, 5), (2, die)):
        world = laid(within=30)
        world.at.contents["n1"] = replace(world.at.contents["n1"], unfed=unfed)
        conducted(world, initiative, deed)
        first = {f"GUI-11.1.3a/castro/day1/{initiative}": 10}
        world.day(named={**NOTHING, **first, "GUC-17.2": 5}, otherwise=1)
        (fought,) = within(world.events, inside.FoughtQuickly)
        assert isinstance(fought, inside.FoughtQuickly) and fought.die == thrown


@pytest.mark.rule("GUC-17.3")
def test_who_falls_at_a_siege_falls_in_the_campaign() -> None:
    world = assaulted(within=40)
    fell = {e.figure for e in within(world.events, inside.ManDied)}
    hurt = {e.figure for e in within(world.events, inside.ManHurt)}
    assert fell and hurt
    assert {e.figure for e in of(world.events, ManLost) if e.fate is Fate.DEAD} == fell
    assert {e.figure for e in of(world.events, ManHurt)} == hurt
    assert all(world.at.men[name].dead for name in fell)
    assert all(world.at.men[name].wounded for name in hurt if name not in fell)
    assert not broken(world.at)


@pytest.mark.rule("GUI-11.1.5a", "GUC-14.7b")
def test_the_wounded_of_a_siege_are_healed_by_its_own_dice() -> None:
    """RUL-1247: one die for each, not two."""
    world = assaulted(within=40)
    assert not of(world.events, ManLost) or siege(world).recovers
    world.day(named=NOTHING, otherwise=1)
    rolled = [e for e in of(world.events, DieRolled) if e.rule == "GUC-14.7b"]
    assert not rolled and not world.at.recover


@pytest.mark.rule("GUI-11.6g")
def test_refugees_are_of_the_garrison_and_bear_names_of_their_own() -> None:
    world = laid(within=30, men=70, resources=9)
    day_of_event(world, (4, 5), **{"GUI-11_6g": 3})
    joined = [e for e in of(world.events, MenJoined) if isinstance(e, MenJoined) and e.cause == "refugees"]
    assert [len(event.men) for event in joined] == [3]
    assert {man.id for man in joined[0].men} <= set(world.at.holdings["castro"].garrison)
    assert not broken(world.at) and not unbalanced(world.events)


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
@pytest.mark.parametrize("event", ["relief", "reinforcement"])
def test_nobody_is_bought_in_a_campaign(event: str) -> None:
    """RUL-1243."""
    world = laid()
    before = set(world.at.men)
    today = world.today()
    journal = Conducted(today, "castro")
    IN_CAMPAIGN.events[event](Today(journal, IN_CAMPAIGN, today.tables, {}))
    assert set(today.at.men) == before and not today.journal.events


# how it ends


@pytest.mark.rule("GUC-15.1", "GUI-11.5a")
def test_a_garrison_without_anybody_of_rank_holds_out() -> None:
    """RUL-1242."""
    world = laid()
    for _ in range(3):
        world.day(named=NOTHING, otherwise=1)
    assert world.at.places["castro"].siege == "n1"


@pytest.mark.rule("GUI-11.5a", "GUC-12.3")
def test_a_place_that_is_stormed_is_the_besiegers_with_its_garrison_for_prisoners() -> None:
    world = assaulted(letter_die=1, within=3, men=60)
    assert [e.cause for e in of(world.events, PlaceTaken)] == ["assault"]
    assert world.at.places["castro"].side == NORMANS and "castro" not in world.at.sieges
    assert world.at.contents["n1"].captives and world.at.holdings["castro"].garrison
    assert world.at.prestige["robert"] == 6
    assert not broken(world.at)


@pytest.mark.rule("GUI-11.5b")
def test_who_comes_to_terms_may_leave() -> None:
    """RUL-1246. A die of 10, and four times as many outside."""
    world = laid(within=4)
    conducted(world, NORMANS, "PARLEY")
    world.day(named={**NOTHING, "GUI-11.5b": 10}, otherwise=1)
    assert [e.cause for e in of(world.events, PlaceTaken)] == ["terms"]
    assert not of(world.events, FateDrawn)
    (group,) = world.at.groups_of(BYZANTINES)
    assert len(world.at.in_group(group.id)) == 4 and group.hex != "0606"


@pytest.mark.rule("GUC-15")
def test_a_place_with_nobody_in_it_is_whose_men_stand_before_it() -> None:
    world = laid(within=0)
    world.day(named=NOTHING, otherwise=1)
    assert [e.cause for e in of(world.events, PlaceTaken)] == ["empty"]
    assert len(world.at.holdings["castro"].garrison) == 5


@pytest.mark.rule("GUI-11.4.4c", "GUC-9b")
def test_a_besieger_who_loses_the_battle_outside_is_driven_off() -> None:
    world = laid(within=60, men=12)
    conducted(world, BYZANTINES, "BATTLE")
    world.day(named={**NOTHING, "GUC-17.2": 10, f"GUI-11.1.3a/castro/day1/{BYZANTINES}": 10}, otherwise=1)
    assert [e.cause for e in of(world.events, SiegeRaised)] == ["beaten"]
    assert "n1" not in world.at.groups or world.at.groups["n1"].hex != "0606"
    assert not world.at.sieges and world.at.prestige["robert"] == 4
    assert not broken(world.at)


@pytest.mark.rule("GUC-15")
def test_what_was_planned_for_a_siege_stands_no_more_when_it_is_over() -> None:
    world = laid(within=0)
    conducted(world, NORMANS, "BATTER", "BUILD thrower")
    conducted(world, BYZANTINES, "SUPPLY")
    world.day(named=NOTHING, otherwise=1)
    assert not [o for plan in world.plans.values() for o in plan.of(Conduct)]


@pytest.mark.parametrize(("lines", "fate"), [((), 9), (("ASSAULT",), 9), (("PARLEY",), 9), ((), 1), ((), 5)])
def test_a_place_of_no_side_in_play_is_besieged_like_others(lines: tuple[str, ...], fate: int) -> None:
    """Its people are called by its name; who may leave goes home."""
    world = World()
    world.at.places["castro"] = replace(world.at.places["castro"], side="")
    world.group(NORMANS, "0606", {FOOT: 60}, leader="robert")
    world.garrison("castro", {FOOT: 8})
    world.resources("castro", 1)
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    conducted(world, NORMANS, *lines)
    for _ in range(4):
        before = view_for(world.at, NORMANS)
        world.day(named={**NOTHING, "GUC-15.1": fate, "GUI-11.5b": 10, "GUC-17.2": 3}, otherwise=1)
        shown = [e for one in world.events if (e := one.seen_by(Knowledge(NORMANS, before))) is not None]
        assert narrated(before, shown, NORMANS) and situation(view_for(world.at, NORMANS), NORMANS)
        assert not broken(world.at)
    assert world.at.places["castro"].side == NORMANS and not world.at.groups_of("")


# settlements


@pytest.mark.rule("GUC-13.6a", "GUC-13.6b")
def test_townsmen_are_in_arms_as_long_as_they_are_besieged() -> None:
    world = laid("basso", "0903", within=2, resources=5)
    levy = world.at.holdings["basso"].levy
    assert levy and set(levy) < set(world.at.holdings["basso"].garrison)
    world.day(named=NOTHING, otherwise=1)
    assert world.at.holdings["basso"].levy == levy and not broken(world.at)
    world.orders(NORMANS, March(group="n1", to="0803"))
    world.day(named=NOTHING, otherwise=1)
    assert not world.at.holdings["basso"].levy and not set(levy) & set(world.at.holdings["basso"].garrison)
    assert all(world.at.fates[name] is Fate.GONE for name in levy)
    assert not broken(world.at)


@pytest.mark.rule("GUC-13.6b")
def test_townsmen_go_home_when_their_town_has_fallen() -> None:
    """The garrison alone are prisoners."""
    world = laid("basso", "0903", within=2, men=60, resources=5)
    levy = set(world.at.holdings["basso"].levy)
    conducted(world, NORMANS, "ASSAULT", place="basso")
    world.day(named={**NOTHING, "GUC-17.2": 1}, otherwise=1)
    assert world.at.places["basso"].side == NORMANS
    captives = set(world.at.contents["n1"].captives)
    assert captives and not captives & levy
    assert {world.at.fates[name] for name in levy} <= {Fate.GONE, Fate.DEAD}
    assert not broken(world.at)


@pytest.mark.rule("GUC-13.6a", "GUC-14.3")
def test_townsmen_in_arms_are_not_called_up_twice() -> None:
    """A relief fights before the town: they fight beside it, as many as there are."""
    world = laid("basso", "0903", within=2, resources=5)
    levy = world.at.holdings["basso"].levy
    world.group(BYZANTINES, "0803", {FOOT: 9}, hostility=9)
    world.orders(BYZANTINES, March(group="b1", to="0903", meeting=Meeting(fight=ALWAYS)))
    world.day(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    (fought,) = of(world.events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.men[0] == 9 + 2 + len(levy)
    assert not of(world.events, MenJoined) and not broken(world.at)


@pytest.mark.rule("GUC-13.5")
def test_a_city_is_starved_at_the_most() -> None:
    """It never is: it has no end of food."""
    world = World()
    world.group(NORMANS, "1107", {FOOT: 20})
    world.orders(NORMANS, Besiege(group="n1", place="urbe"))
    for _ in range(4):
        world.day(otherwise=1)
    assert world.at.places["urbe"].siege == "n1" and not world.at.sieges


# the campaign goes on around it


@pytest.mark.rule("GUC-15", "GUC-13.5")
def test_whoever_besieges_a_place_storms_it_on_the_day_of_the_siege() -> None:
    """RUL-1241."""
    world = laid(within=30)
    world.orders(NORMANS, Attack(group="n1", place="castro"))
    world.day(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    assert not of(world.events, AttackMade)
    assert [e.deed for e in within(world.events, inside.DeedDone)] == ["assault"]


@pytest.mark.rule("GUC-15")
def test_a_group_that_comes_to_the_besieger_is_at_the_siege() -> None:
    world = laid()
    world.group(NORMANS, "0706", {FOOT: 7})
    world.orders(NORMANS, March(group="n2", to="0606"))
    world.day(named=NOTHING, otherwise=1)
    assert len(siege(world).strength(NORMANS)) == 32
    assert not broken(world.at)


@pytest.mark.rule("GUC-8.1c", "GUI-11.2b")
def test_a_builder_who_goes_elsewhere_builds_no_more() -> None:
    world = laid()
    conducted(world, NORMANS, "BUILD thrower")
    world.day(named=NOTHING, otherwise=1)
    (team,) = siege(world).teams
    world.plans[NORMANS] = Plan()
    world.orders(NORMANS, Split(group="n1", pick=Pick(names=team.men[:3])), March(group="n2", to="0706"))
    world.day(named=NOTHING, otherwise=1)
    assert siege(world).teams[0].men == team.men[3:] and not broken(world.at)
    world.day(named=NOTHING, otherwise=1)
    assert not siege(world).teams and siege(world).worked["thrower"]


@pytest.mark.rule("GUI-11.1.5b")
def test_who_is_sound_again_needs_no_day_to_be_back_on() -> None:
    """A man who was healed by the campaign's own dice, which had begun before the siege."""
    world = assaulted(within=40)
    name = next(iter(siege(world).recovers))
    siege(world).recovers[name] = 20
    world.at.men[name] = replace(world.at.men[name], health=Health.HEALTHY)
    world.day(named=NOTHING, otherwise=1)
    assert name not in siege(world).recovers and not broken(world.at)


@pytest.mark.rule("GUC-8.1c")
def test_a_besieger_that_joins_another_group_besieges_on() -> None:
    world = laid()
    world.group(NORMANS, "0606", {FOOT: 7}, leader="drogo")
    world.orders(NORMANS, Merge(group="n1", into="n2"))
    world.day(named=NOTHING, otherwise=1)
    assert world.at.places["castro"].siege == "n2" and "castro" in world.at.sieges
    assert not broken(world.at)


@pytest.mark.rule("GUC-15")
def test_a_relief_comes_over_the_map() -> None:
    world = laid()
    world.group(BYZANTINES, "0706", {FOOT: 60}, hostility=9)
    world.orders(BYZANTINES, March(group="b1", to="0606", meeting=Meeting(fight=ALWAYS)))
    world.day(named={**NOTHING, "GUC-17.2": 1}, otherwise=1)
    assert not world.at.places["castro"].siege and not world.at.sieges
    assert not broken(world.at)
