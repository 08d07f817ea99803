"""The day of a campaign and its ends: the sequence, quiet runs, cures, weather, who has won (GUC-6a,
GUC-14.7, GUC-18)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import days, ends, environment, guiscard
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.plans.plan import Lay, March, Plan, Quiet
from rules.events.campaign import CampaignDayBegan, SeasonSet, WeatherSet
from rules.events.campaign_secrets import CureBegan, CureBroken, ManHealed
from rules.events.sequence import GameEnded, PhaseOpened
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import Goal
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, Script, World, of

FOOT = "light infantry"


@pytest.mark.rule("GUC-6a")
def test_the_steps_of_the_day() -> None:
    assert [step.id for step in guiscard.STEPS] == ["supply", "reorganise", "ransom", "convoys", "movement"]


@pytest.mark.rule("GUC-6a")
def test_supply_is_checked_before_anybody_moves() -> None:
    world = World()
    world.group(NORMANS, "0502", {FOOT: 12})
    world.orders(NORMANS, March(group="n1", to="0403"))
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0403" and world.at.contents["n1"].unfed == 1


def _run(*agreed: int, meet: bool = False) -> list[object]:
    world = World()
    world.group(NORMANS, "0202", {FOOT: 5})
    world.group(BYZANTINES, "0302" if meet else "1202", {FOOT: 5}, hostility=9)
    world.group(LOMBARDS, "1208", {FOOT: 5})
    plans = {
        seat: Plan((Quiet(days=number),))
        for seat, number in zip((NORMANS, BYZANTINES, LOMBARDS), agreed, strict=True)
    }
    if meet:
        plans[BYZANTINES] = Plan((*plans[BYZANTINES].orders, March(group="b1", to="0202")))
    events = days.adjudicated(world.at, GUISCARD_CAMPAIGN, Script(named={"GUC-17.2": 5}, otherwise=1), plans)
    assert isinstance(events[-1], PhaseOpened)
    return list(of(events, CampaignDayBegan))


@pytest.mark.parametrize(("agreed", "days_played"), [((3, 5, 4), 3), ((1, 5, 5), 1), ((2, 2, 2), 2)])
def test_as_many_quiet_days_as_the_most_cautious_agrees_to(
    agreed: tuple[int, int, int], days_played: int
) -> None:
    assert len(_run(*agreed)) == days_played


def test_a_run_stops_for_what_all_may_know() -> None:
    assert len(_run(4, 4, 4, meet=True)) == 1


# cures


@pytest.mark.rule("GUC-14.7b")
def test_the_healing_table_says_how_long_a_cure_takes() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5}, wounded=1)
    world.day(named={"GUC-14.7b": 5}, otherwise=1)
    (cure,) = of(world.events, CureBegan)
    assert isinstance(cure, CureBegan) and (cure.place, cure.day) == ("alto", 4)
    for _ in range(2):
        world.day(otherwise=1)
        assert not of(world.events, ManHealed)
    world.day(otherwise=1)
    assert of(world.events, ManHealed)
    assert not any(man.wounded for man in world.at.men.values())


@pytest.mark.rule("GUC-14.7b")
@pytest.mark.parametrize("where", ["0903", "0703"])
def test_only_a_place_of_his_own_side_cures(where: str) -> None:
    world = World()
    world.group(NORMANS, where, {FOOT: 5}, wounded=1)
    world.day(otherwise=1)
    assert not of(world.events, CureBegan)


@pytest.mark.rule("GUC-14.7b", "GUC-14.7a")
def test_a_group_that_marches_leaves_its_wounded_in_bed() -> None:
    """RUL-1207."""
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5}, wounded=2)
    world.orders(NORMANS, March(group="n1", to="0503"))
    world.day(otherwise=5)
    assert len(world.at.holdings["alto"].patients) == 2
    assert world.at.groups["n1"].hex == "0503" and len(world.at.contents["n1"].men) == 3


@pytest.mark.rule("GUC-14.7b")
def test_with_too_few_sound_men_it_waits() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4}, wounded=2)
    world.orders(NORMANS, March(group="n1", to="0503"))
    world.day(otherwise=5)
    assert world.at.groups["n1"].hex == "0303" and of(world.events, OrderFailed)


@pytest.mark.rule("GUC-14.7b")
def test_who_is_healed_joins_the_next_group_of_his_side_there() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5}, wounded=1)
    world.group(NORMANS, "0303", {FOOT: 4})
    world.orders(NORMANS, Lay(group="n1"), March(group="n1", to="0503"))
    world.day(otherwise=1)
    assert len(world.at.holdings["alto"].patients) == 1
    world.day(otherwise=1)
    assert not world.at.holdings["alto"].patients and len(world.at.contents["n2"].men) == 5


@pytest.mark.rule("GUC-14.7b")
def test_a_cure_is_broken_off_by_him_who_is_driven_away() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4}, wounded=2)
    world.day(otherwise=9)
    world.at.groups["n1"] = replace(world.at.groups["n1"], hex="0503")
    world.day(otherwise=9)
    assert len(of(world.events, CureBroken)) == 2 and not world.at.recover


@pytest.mark.rule("GUC-14.7b")
def test_the_wounded_in_bed_fight_when_their_place_is_attacked() -> None:
    from rules.campaign.levies import called_up

    world = World()
    world.group(NORMANS, "0303", {FOOT: 5}, wounded=2)
    world.orders(NORMANS, March(group="n1", to="0503"))
    world.day(otherwise=9)
    levy = called_up(world.today(), "alto")
    assert set(world.at.holdings["alto"].patients) <= set(levy.men)


# weather and season


def _drawn(die: int) -> World:
    world = World()
    world.setup = replace(world.setup, modules=("environment",))
    world.at.setup = world.setup
    world.resources("dorf", 9)
    world.resources("alto", 2)
    today = world.today(Script(otherwise=die))
    environment.begin(today)
    world.keep(today)
    return world


@pytest.mark.rule("GUC-18", "GUC-18.1")
@pytest.mark.parametrize(
    ("die", "by"), [(1, -3), (2, -2), (3, -1), (4, 0), (5, 0), (6, 0), (7, 0), (8, 1), (9, 2), (10, 3)]
)
def test_the_weather_changes_all_resources_between_none_and_ten(die: int, by: int) -> None:
    world = _drawn(die)
    assert world.at.holdings["alto"].resources == max(2 + by, 0)
    assert world.at.holdings["dorf"].resources == min(9 + by, 10)
    assert world.at.holdings["urbe"].resources is None
    (weather,) = of(world.events, WeatherSet)
    assert isinstance(weather, WeatherSet) and weather.resources == by


@pytest.mark.rule("GUC-18", "GUC-18.2")
@pytest.mark.parametrize(
    ("die", "season", "movement"),
    [(1, "winter", -2), (2, "winter", -2), (3, "spring", -1), (4, "spring", -1), (5, "summer", 0),
     (6, "summer", 0), (7, "summer", 0), (8, "autumn", -1), (9, "autumn", -1), (10, "autumn", -1)],
)  # fmt: skip
def test_the_season_holds_to_the_end(die: int, season: str, movement: int) -> None:
    world = _drawn(die)
    (drawn,) = of(world.events, SeasonSet)
    assert isinstance(drawn, SeasonSet) and (drawn.season, world.at.season) == (season, movement)


@pytest.mark.rule("GUC-18")
def test_without_the_option_there_is_neither() -> None:
    world = World()
    environment.begin(today := world.today())
    assert not today.journal.events


# how it ends


def _scored(*goals: Goal) -> World:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5}, leader="robert", prestige=6, purse=11)
    world.group(BYZANTINES, "0903", {FOOT: 5}, leader="leon", prestige=4)
    world.at.setup = replace(world.setup, goals=goals, last_day=1)
    return world


@pytest.mark.parametrize(
    ("goal", "points"),
    [
        (Goal(NORMANS, "hold", 3, "alto"), 3),
        (Goal(NORMANS, "hold", 3, "basso"), 0),
        (Goal(NORMANS, "deniers", 2, each=5), 4),
        (Goal(NORMANS, "prestige", 1), 6),
        (Goal(NORMANS, "arrive", 4, "alto"), 4),
        (Goal(NORMANS, "arrive", 4, "dorf"), 0),
        (Goal(NORMANS, "captive", 5), 0),
    ],
)
def test_what_scores(goal: Goal, points: int) -> None:
    assert ends.scores(_scored(goal).at)[NORMANS] == points


def _ended(world: World) -> GameEnded | None:
    events = days.adjudicated(world.at, GUISCARD_CAMPAIGN, Script(otherwise=1), world.plans)
    last = events[-1]
    return last if isinstance(last, GameEnded) else None


@pytest.mark.rule("GUC-1a", "GUC-1b")
def test_on_the_last_day_most_points_win() -> None:
    ended = _ended(_scored(Goal(NORMANS, "hold", 3, "alto"), Goal(BYZANTINES, "prestige", 1)))
    assert ended is not None and ended.outcome.winner == BYZANTINES
    assert ended.outcome.scores == {NORMANS: 3, BYZANTINES: 4, LOMBARDS: 0}


def test_equal_points_are_a_draw() -> None:
    ended = _ended(_scored(Goal(NORMANS, "hold", 4, "alto"), Goal(BYZANTINES, "prestige", 1)))
    assert ended is not None and not ended.outcome.winner


def test_who_alone_has_men_left_has_won_before() -> None:
    world = _scored()
    world.at.setup = replace(world.at.setup, last_day=9)
    del world.at.groups["b1"], world.at.contents["b1"]
    ended = _ended(world)
    assert ended is not None and ended.outcome.winner == NORMANS
