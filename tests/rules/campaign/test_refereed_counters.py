"""Convoys and spies, and what waits for a battle on a board: rules whose breaking no test noticed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import convoys, spies
from rules.campaign.ahead import of_spy
from rules.campaign.guiscard import STEPS
from rules.campaign.plans.plan import Bargain, Convoy, Hold, Lure, March, Scout, Send, Summon
from rules.campaign.sieges import days as besieging
from rules.events.campaign import ConvoyMoved, GroupMoved, SpyMoved, SpyTested
from rules.events.campaign_fights import Summoned
from rules.events.campaign_secrets import GroupFed
from rules.state.figure import Health
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, Script, World, of
from tests.rules.campaign.siege_kit import FOOT, NOTHING, conducted
from tests.rules.campaign.test_sieges_on_boards import laid


@pytest.mark.rule("GUC-11a", "GUC-11b")
@pytest.mark.parametrize(("have", "made"), [(3, True), (2, False)])
def test_a_place_may_give_a_convoy_all_that_it_has(have: int, made: bool) -> None:
    world = World()
    world.resources("alto", have)
    world.orders(NORMANS, Convoy(points=3, start="alto", goal="dorf"))
    convoys.transfers(today := world.today())
    assert bool(today.at.convoys) is made
    assert today.at.holdings["alto"].resources == (0 if made else 2)


@pytest.mark.rule("GUC-11a", "GUC-11c")
@pytest.mark.parametrize("whose", ["waits", "has gone", "may go"])
def test_a_convoy_goes_once_a_day_and_not_while_it_waits(whose: str) -> None:
    world = World()
    convoy = world.convoy(NORMANS, "0902", "alto", "dorf")
    today = world.today()
    today.went |= {convoy} if whose == "has gone" else set()
    convoys.march(today, frozenset({convoy} if whose == "waits" else ()))
    assert bool(of(today.journal.events, ConvoyMoved)) is (whose == "may go")


@pytest.mark.rule("GUC-11a", "GUC-11b")
@pytest.mark.parametrize("has_its_turn", [True, False])
def test_a_convoy_is_sent_elsewhere_when_it_has_its_turn(has_its_turn: bool) -> None:
    world = World()
    convoy = world.convoy(NORMANS, "0902", "alto", "dorf")
    world.orders(NORMANS, Send(convoy=convoy, goal="alto"))
    today = world.today()
    today.still = frozenset(() if has_its_turn else (convoy,))
    convoys.transfers(today)
    assert today.at.convoys[convoy].goal == ("alto" if has_its_turn else "dorf")


@pytest.mark.rule("GUC-11c", "GUC-13.4b")
@pytest.mark.parametrize(
    ("whose", "guarded", "taken"),
    [(BYZANTINES, False, True), (BYZANTINES, True, False), (LOMBARDS, False, False), ("", True, True)],
    ids=["an enemy's alone", "an enemy's guarded", "a friend's alone", "neutral beside an enemy"],
)
def test_whose_convoys_are_taken_and_by_which_guards_they_are_kept(
    whose: str, guarded: bool, taken: bool
) -> None:
    """Normans and Lombards are friends."""
    world = World()
    sides = tuple(
        replace(side, allies=tuple({NORMANS, LOMBARDS} - {side.id})) if side.id != BYZANTINES else side
        for side in world.setup.sides
    )
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    world.group(NORMANS, "0902", {FOOT: 9})
    if guarded:
        world.group(BYZANTINES, "0902", {FOOT: 3})
    convoy = world.convoy(whose, "0902", "alto", "dorf")
    convoys.met(today := world.today(), world.at.groups["n1"])
    assert (today.at.convoys[convoy].side == NORMANS) is taken


@pytest.mark.rule("GUC-10a", "GUC-10b")
@pytest.mark.parametrize("whose", ["waits", "has gone", "may go"])
def test_a_spy_goes_once_a_day_and_not_while_he_waits(whose: str) -> None:
    world = World()
    world.spy(NORMANS, "gisulfo", "0503")
    world.orders(NORMANS, Scout(spy="gisulfo", to="0603"))
    today, name = world.today(), of_spy("gisulfo")
    today.went |= {name} if whose == "has gone" else set()
    spies.go(today, frozenset({name} if whose == "waits" else ()))
    assert bool(of(today.journal.events, SpyMoved)) is (whose == "may go")


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(("place", "at", "asked"), [("basso", "0903", True), ("urbe", "1107", False)])
def test_no_city_bargains_however_faint_its_heart(place: str, at: str, asked: bool) -> None:
    """Both have a hostility of 1; ninety stand before them. A receipt says so before, but a city may be
    named to the engine all the same."""
    world = World()
    world.group(NORMANS, "1003", {FOOT: 90}, hostility=9)
    world.at.holdings[place] = replace(world.at.holdings[place], hostility=1)
    world.at.groups["n1"] = replace(world.at.groups["n1"], hex="0902" if asked else "1106")
    world.orders(NORMANS, March(group="n1", to=at), Summon(group="n1", place=place))
    world.orders(BYZANTINES, Bargain(place=place))
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == at
    assert bool(of(world.events, Summoned)) is asked


@pytest.mark.rule("GUC-15.1", "GUC-6a")
@pytest.mark.parametrize("line", ["ASSAULT", ""])
def test_nobody_is_fed_before_the_fight_of_a_siege_is_over(line: str) -> None:
    """RUL-1251: the day of a siege comes before the meal, and waits for its board."""
    world = laid()
    world.group(BYZANTINES, "0903", {FOOT: 12})
    if line:
        conducted(world, NORMANS, line)
    dice = Script(named={**NOTHING, "GUI-11.1.3a/castro/day1/normans": 10}, otherwise=5)
    STEPS[0].act(today := world.today(dice))
    assert besieging.waits(today) is bool(line)
    assert bool(of(today.journal.events, GroupFed)) is not bool(line)


@pytest.mark.rule("GUC-15.1")
@pytest.mark.parametrize(("since", "left"), [(3, 4), (2, 4), (1, 3)])
def test_a_place_without_a_record_eats_a_point_on_every_second_day(since: int, left: int) -> None:
    """None on the day on which the siege began."""
    world = World()
    world.at.turn = 3
    world.group(NORMANS, "0606", {FOOT: 12})
    world.at.places["castro"] = replace(world.at.places["castro"], siege="n1", since=since)
    besieging.hungers(today := world.today(), world.at.places["castro"])
    assert today.at.holdings["castro"].resources == left


@pytest.mark.rule("GUC-10c")
def test_a_spy_is_tested_when_they_meet_and_not_again_while_both_stay() -> None:
    """RUL-1325: by each of two groups for itself."""
    world = World()
    world.spy(NORMANS, "gisulfo", "0502")
    world.group(BYZANTINES, "0503", {FOOT: 5})
    world.group(BYZANTINES, "0703", {FOOT: 5})
    world.orders(NORMANS, Scout(spy="gisulfo", to="0503"))
    assert len(of(world.day(otherwise=9), SpyTested)) == 1
    assert not of(world.day(otherwise=9), SpyTested)
    world.orders(BYZANTINES, March(group="b2", to="0503"))
    assert [e.by for e in of(world.day(otherwise=9), SpyTested)] == ["b2"]


@pytest.mark.rule("GUC-18.2", "GUC-10b", "GUC-11a", "GUC-12.2a")
@pytest.mark.parametrize(("season", "hexes"), [(0, 5), (-1, 4), (-2, 3)])
def test_the_season_slows_every_counter(season: int, hexes: int) -> None:
    """RUL-1328."""
    world = World()
    world.at.season = season
    world.group(NORMANS, "1202", {FOOT: 3})
    convoy = world.convoy(BYZANTINES, "0301", "castro", "castro")
    band = world.band("0302", {FOOT: 3})
    world.spy(NORMANS, "gisulfo", "0305")
    world.orders(NORMANS, March(group="n1", to="0202"), Scout(spy="gisulfo", to="1205"))
    world.orders(NORMANS, Lure(band=band, group="n1"))
    for side in (BYZANTINES, LOMBARDS):
        world.orders(side, Lure(band=band, group="n1"))
    events = world.day(otherwise=1)
    for name, moves in (
        ("n1", [e.path for e in of(events, GroupMoved) if e.group == "n1"]),
        (band, [e.path for e in of(events, GroupMoved) if e.group == band]),
        (convoy, [e.path for e in of(events, ConvoyMoved)]),
        ("gisulfo", [e.path for e in of(events, SpyMoved)]),
    ):
        assert sum(len(path) - 1 for path in moves) == hexes, name


@pytest.mark.rule("GUC-14.7b", "GUC-12.2c")
@pytest.mark.parametrize("goes", [True, False])
def test_wounded_mercenaries_keep_their_employer_in_the_place_where_they_are_cured(goes: bool) -> None:
    """RUL-1336: nobody lays them to bed, and nobody leaves before they are healed."""
    world = World()
    world.group(NORMANS, "0403", {FOOT: 6})
    band = world.band("0403", {FOOT: 4}, under="n1", paid=True)
    hurt = world.at.contents[band].men[0]
    world.at.men[hurt] = replace(world.at.men[hurt], health=Health.WOUNDED)
    world.orders(NORMANS, *([March(group="n1", to="0603")] if goes else [Hold(group="n1")]))
    for _ in range(2):
        world.day(otherwise=2)
        assert world.at.groups["n1"].hex == world.at.groups[band].hex == "0403"
        assert world.at.men[hurt].wounded
    world.day(otherwise=2)
    assert not world.at.men[hurt].wounded
    assert (world.at.groups["n1"].hex == "0403") is not goes
    assert hurt in world.at.contents[band].men and not world.at.holdings["dorf"].patients


@pytest.mark.rule("GUC-14.7a", "GUC-12.2c")
def test_an_employer_makes_for_a_bed_for_his_mercenaries() -> None:
    """RUL-1336: as for his own wounded, if he has no other orders."""
    world = World()
    world.group(NORMANS, "0405", {FOOT: 6})
    band = world.band("0405", {FOOT: 4}, under="n1", paid=True)
    hurt = world.at.contents[band].men[0]
    world.at.men[hurt] = replace(world.at.men[hurt], health=Health.WOUNDED)
    world.day(otherwise=2)
    assert world.at.groups["n1"].hex == world.at.groups[band].hex == "0404"
