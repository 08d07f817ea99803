"""Fights of a campaign's sieges on boards: called, known, fought by the right men, brought back (GUC-15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.campaign import short
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.invariants import broken
from rules.campaign.judging.judging import scale
from rules.campaign.narrate import narrated
from rules.campaign.plans.plan import Besiege, March
from rules.events.base import Event, Knowledge
from rules.events.campaign import CampaignDayEnded, GroupMoved, PlaceTaken
from rules.events.campaign_fights import DayHalted
from rules.events.campaign_secrets import HorsesLost, ManHurt, ManLost, ManTaken
from rules.events.campaign_sieges import InSiege, SiegeFightCalled, SiegeFightOver
from rules.events.families import GameCalled
from rules.events.siege import FightCalled, FightOver, FoughtQuickly, PartyFetched, TentsBurnt
from rules.options import hunger
from rules.state.battle import Battle
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from rules.state.invariants import broken as broken_battle
from rules.umpires.campaign import CAMPAIGN
from rules.views.masking import view_for
from tests.rules.campaign.board_kit import FIGHT, battles_of, harm, morning, on_boards, over, the_battle
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World, of
from tests.rules.campaign.siege_kit import FOOT, NOTHING, conducted, siege, within


def laid(place: str = "castro", at: str = "0606", *, men: int = 20, inside: int = 6, **places: str) -> World:
    """A siege in the evening of day 1, of a campaign that fights on boards."""
    world = on_boards(**places)
    world.group(NORMANS, at, {FOOT: men, "archer": 4}, leader="robert", hostility=9)
    world.garrison(place, {FOOT: inside})
    world.resources(place, 4)
    world.orders(NORMANS, Besiege(group="n1", place=place))
    world.day(otherwise=1)
    return world


def fought(world: World, side: str, line: str, place: str = "castro", **faces: int) -> Battle:
    """The morning of the next day, on which a side has the initiative and a fight."""
    conducted(world, side, line, place=place)
    day = siege(world, place).day + 1
    first = {f"GUI-11.1.3a/{place}/day{day}/{side}": 10}
    events = morning(world, **NOTHING, **first, **faces)
    return the_battle(events)


def shut_in(battle: Battle) -> None:
    """What is left of the garrison stands in its refuge."""
    assert battle.setup.victory.storm is not None
    places = iter(battle.setup.victory.storm.refuge)
    for man in battle.side_figures(BYZANTINES):
        battle.figures[man.id] = replace(man, hex=next(places))


def test_an_assault_is_called_and_the_day_waits_for_it() -> None:
    world = laid()
    battle = fought(world, NORMANS, "ASSAULT")
    (called,) = of(world.events, SiegeFightCalled)
    assert called == SiegeFightCalled("day2-castro", "castro", "0606")
    assert of(world.events, DayHalted) and not of(world.events, CampaignDayEnded)
    assert not of(world.events, GroupMoved), "nobody moves before the sieges' day is over"
    assert CAMPAIGN.awaiting(world.at).rests == ("day2-castro",)
    assert len(battle.side_figures(NORMANS)) == 25 and len(battle.side_figures(BYZANTINES)) == 6
    assert {seat.id: seat.side for seat in battle.setup.seats} == {NORMANS: NORMANS, BYZANTINES: BYZANTINES}
    assert battle.setup.victory.storm is not None and battle.setup.board.panels
    assert not broken_battle(battle)


@pytest.mark.parametrize(("place", "at"), [("castro", "0606"), ("basso", "0903")])
def test_every_place_with_walls_has_a_plan_of_its_own(place: str, at: str) -> None:
    world = laid(place, at)
    battle = fought(world, NORMANS, "ASSAULT", place)
    assert battle.setup.board.panels and battle.setup.deployments
    over(world, NORMANS, lambda battle: harm(battle, Health.DEAD, *_ids(battle, BYZANTINES)))
    assert world.at.places[place].side == NORMANS and not broken(world.at)


def _ids(battle: Battle, side: str) -> list[str]:
    return [man.id for man in battle.side_figures(side)]


def test_a_place_that_was_stormed_on_the_board_is_the_besiegers() -> None:
    world = laid()
    battle = fought(world, NORMANS, "ASSAULT")
    ours, theirs = _ids(battle, NORMANS), _ids(battle, BYZANTINES)

    def change(battle: Battle) -> None:
        harm(battle, Health.DEAD, *theirs, ours[1])
        harm(battle, Health.WOUNDED, ours[2])

    events = over(world, NORMANS, change)
    (over_,) = of(events, SiegeFightOver)
    assert over_ == SiegeFightOver("day2-castro", "castro")
    (taken,) = of(events, PlaceTaken)
    assert isinstance(taken, PlaceTaken) and taken.cause == "assault"
    assert {e.figure for e in of(events, ManLost) if isinstance(e, ManLost)} >= {*theirs, ours[1]}
    assert [e.figure for e in of(events, ManHurt) if isinstance(e, ManHurt)] == [ours[2]]
    assert world.at.fates[ours[1]] is Fate.DEAD and world.at.men[ours[2]].wounded
    assert not world.at.fights and not world.at.sieges and world.at.halted is None
    assert of(events, CampaignDayEnded) == [CampaignDayEnded(2)] and not broken(world.at)


def test_the_living_of_a_garrison_that_lost_are_prisoners() -> None:
    world = laid()
    battle = fought(world, NORMANS, "ASSAULT")
    theirs = _ids(battle, BYZANTINES)

    def change(battle: Battle) -> None:
        for name in theirs:
            battle.figures[name] = replace(battle.figures[name], hex=None, left_by="0101")

    events = over(world, NORMANS, change, agreed=True)
    assert len(of(events, ManTaken)) == 6 and len(world.at.contents["n1"].captives) == 6
    assert not broken(world.at)


def test_an_assault_that_came_to_nothing_leaves_the_siege_as_it_was() -> None:
    world = laid()
    fought(world, NORMANS, "ASSAULT")
    events = over(world, "", shut_in)
    assert siege(world).fight is None and world.at.places["castro"].siege == "n1"
    assert within(events, FightOver) and of(events, CampaignDayEnded) and not broken(world.at)
    assert not of(events, PlaceTaken)


def test_an_assault_that_is_given_up_before_anybody_was_placed_takes_nobody() -> None:
    world = laid()
    fought(world, NORMANS, "ASSAULT")
    events = over(world, "", agreed=True)
    assert not of(events, ManTaken) and not of(events, PlaceTaken)
    assert world.at.places["castro"].siege == "n1" and not broken(world.at)


def test_besiegers_who_are_beaten_off_go_on_besieging() -> None:
    world = laid()
    battle = fought(world, NORMANS, "ASSAULT")
    events = over(world, BYZANTINES, lambda battle: harm(battle, Health.DEAD, *_ids(battle, NORMANS)[1:12]))
    assert len([e for e in of(events, ManLost) if isinstance(e, ManLost)]) == 11
    assert siege(world).men and not broken(world.at) and battle


def test_the_siege_goes_on_with_its_next_day() -> None:
    world = laid()
    fought(world, NORMANS, "ASSAULT")
    over(world, "", shut_in)
    world.at.turn += 1
    before = siege(world).day
    morning(world, **NOTHING)
    assert siege(world).day == before + 1


# what the garrison does


def test_a_sally_burns_the_camp() -> None:
    world = laid(inside=12)
    battle = fought(world, BYZANTINES, "SALLY")
    assert battle.setup.victory.sortie is not None
    events = over(world, "")
    assert within(events, FightOver) and not broken(world.at)
    assert not within(events, TentsBurnt)


def test_a_supply_party_brings_food_home() -> None:
    world = laid(inside=12)
    battle = fought(world, BYZANTINES, "SUPPLY", **{"GUI-11.4.3a": 4})
    assert [horse for horse in battle.horses if horse.startswith("packhorse")]
    events = over(world, BYZANTINES)
    (fetched,) = within(events, PartyFetched)
    assert isinstance(fetched, PartyFetched) and fetched.found == 4
    assert not broken(world.at)


def test_a_battle_outside_that_the_besieger_loses_lifts_the_siege() -> None:
    world = laid(inside=12)
    fought(world, BYZANTINES, "BATTLE")
    over(world, BYZANTINES)
    assert not world.at.places["castro"].siege and not world.at.sieges
    assert world.at.groups["n1"].hex != "0606" and not broken(world.at)


def test_a_battle_outside_that_the_garrison_loses_ends_nothing() -> None:
    world = laid(inside=12)
    fought(world, BYZANTINES, "BATTLE")
    over(world, NORMANS)
    assert world.at.places["castro"].siege == "n1" and not broken(world.at)


# what the campaign knows of its men


def test_men_come_under_the_seat_that_conducts_the_siege() -> None:
    """RUL-1250: whoever of the same side is in the hex with another seat's group fights for it there."""
    world = laid()
    other = world.group(NORMANS, "0606", {FOOT: 5})
    theirs = world.at.contents[other].men
    for name in theirs:
        world.at.men[name] = replace(world.at.men[name], seat="others")
    battle = fought(world, NORMANS, "ASSAULT")
    assert {man.seat for man in battle.side_figures(NORMANS)} == {NORMANS}
    assert len(battle.side_figures(NORMANS)) == 30
    over(world, "", shut_in)
    assert {world.at.men[name].seat for name in theirs} == {"others"}


@pytest.mark.rule("GUC-8.4b")
def test_besiegers_who_have_nothing_to_eat_fight_hungry() -> None:
    world = laid()
    other = world.group(NORMANS, "0606", {FOOT: 5})
    world.at.contents["n1"] = replace(world.at.contents["n1"], unfed=2)
    battle = fought(world, NORMANS, "ASSAULT")
    fed = set(world.at.contents[other].men)
    foot = [man for man in battle.side_figures(NORMANS) if man.kind == FOOT]
    assert {man.faces.healthy.movement for man in foot if man.id in fed} == {8}
    assert {man.faces.healthy.movement for man in foot if man.id not in fed} == {4}
    assert {name for name, marks in battle.marks.items() if hunger.MARK in marks} == {
        man.id for man in battle.side_figures(NORMANS) if man.id not in fed
    }
    assert hunger.HUNGER.name.id in battle.setup.modules and not broken_battle(battle)


def test_horses_that_are_lost_are_lost_in_the_campaign() -> None:
    world = on_boards()
    world.group(NORMANS, "0606", {"knight": 9, FOOT: 9}, leader="robert", hostility=9)
    world.garrison("castro", {FOOT: 12})
    world.resources("castro", 4)
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    battle = fought(world, BYZANTINES, "BATTLE")
    rider = next(man for man in battle.side_figures(NORMANS) if man.mount is not None)

    def change(battle: Battle) -> None:
        assert rider.mount is not None
        battle.horses[rider.mount] = replace(battle.horses[rider.mount], alive=False, ridden_by=None)
        battle.figures[rider.id] = replace(battle.figures[rider.id], mount=None, rear=None)

    events = over(world, NORMANS, change)
    assert [e.men for e in of(events, HorsesLost) if isinstance(e, HorsesLost)] == [(rider.id,)]
    assert world.at.men[rider.id].mount is None and not broken(world.at)


# several at once


def test_two_sieges_may_wait_at_once_and_each_goes_on() -> None:
    world = laid()
    world.group(NORMANS, "0903", {FOOT: 20}, hostility=9)
    world.garrison("basso", {FOOT: 5})
    world.resources("basso", 4)
    world.orders(NORMANS, Besiege(group="n2", place="basso"))
    world.at.turn = 2
    world.day(named=NOTHING, otherwise=1)
    conducted(world, NORMANS, "ASSAULT")
    conducted(world, NORMANS, "ASSAULT", place="basso")
    events = morning(world, **NOTHING)
    assert len(battles_of(events)) == 2 == len(world.at.fights)
    events = over(world, "")
    assert len(of(events, SiegeFightOver)) == 2 and of(events, CampaignDayEnded)
    assert not world.at.fights and not broken(world.at)


def test_behind_the_fight_of_a_siege_battles_are_fought_on_the_same_day() -> None:
    world = laid()
    world.group(NORMANS, "0203", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0303", {FOOT: 9})
    world.orders(NORMANS, March(group="n2", to="0303", meeting=FIGHT))
    fought(world, NORMANS, "ASSAULT")
    over(world, "", shut_in)
    assert world.at.halted is not None and world.at.halted.step == "movement" and len(world.at.fights) == 1
    assert siege(world).fight is None
    over(world, NORMANS)
    assert not world.at.fights and not broken(world.at)


# who knows


def test_others_hear_that_there_is_fighting_and_nothing_else() -> None:
    world = laid()
    before = view_for(world.at, LOMBARDS)
    fought(world, NORMANS, "ASSAULT")
    shown = [e for event in world.events if (e := event.seen_by(Knowledge(LOMBARDS)))]
    assert of(shown, SiegeFightCalled) and not of(shown, GameCalled) and not of(shown, InSiege)
    assert not view_for(world.at, LOMBARDS).calls and view_for(world.at, BYZANTINES).calls
    told = [line.text for line in narrated(before.copy(), shown, LOMBARDS)]
    assert any("fighting at the siege of Castro" in text for text in told)
    assert not any("assault" in text.lower() for text in told)
    (first, *_) = short.in_short(view_for(world.at, LOMBARDS), LOMBARDS, before, shown)
    assert "fighting at the siege of Castro" in first
    over(world, "")
    shown = [e for event in world.events if (e := event.seen_by(Knowledge(LOMBARDS)))]
    assert of(shown, SiegeFightOver) and not of(shown, InSiege)


@pytest.mark.parametrize("seat", [NORMANS, BYZANTINES, LOMBARDS, None])
def test_what_was_shown_makes_what_is_known(seat: str | None) -> None:
    world = laid()
    known = view_for(world.at, seat)
    before = world.at.copy()
    fought(world, NORMANS, "ASSAULT")
    _fold(known, before, world.events, seat)
    assert known == view_for(world.at, seat)
    over(world, NORMANS, lambda battle: harm(battle, Health.DEAD, *_ids(battle, BYZANTINES)))


def _fold(known: object, before: object, events: list[Event], seat: str | None) -> None:
    for event in engine.seen(before, events, seat):  # type: ignore[arg-type]
        engine.evolve(known, event)  # type: ignore[call-overload]


def test_a_position_that_waits_for_a_board_is_told_so() -> None:
    """What happens there is no part of the file."""
    world = laid()
    rests = scale(GUISCARD_CAMPAIGN).rests
    assert not rests(world.at)
    fought(world, NORMANS, "ASSAULT")
    assert "waits for a battle on a board" in rests(world.at)


def test_both_sides_are_told_what_kind_of_fight_it_is() -> None:
    world = laid()
    before = view_for(world.at, BYZANTINES)
    fought(world, NORMANS, "ASSAULT")
    assert within(world.events, FightCalled) and not within(world.events, FoughtQuickly)
    shown = [e for event in world.events if (e := event.seen_by(Knowledge(BYZANTINES)))]
    told = " ".join(line.text for line in narrated(before, shown, BYZANTINES))
    assert "fought out on a board" in told


def test_men_of_several_names_are_named_in_a_plan() -> None:
    world = laid(inside=12)
    for number, name in enumerate(world.at.holdings["castro"].garrison[:2], start=1):
        called = f"Leon the Lame, {number}".replace(",", "")
        world.at.men[name] = replace(world.at.men[name], name=called)
    battle = fought(world, BYZANTINES, "SALLY with Leon the Lame 1, the Leon the Lame 2")
    assert {man.name for man in battle.side_figures(BYZANTINES)} == {"Leon the Lame 1", "Leon the Lame 2"}


def test_a_form_with_a_long_line_of_a_siege_reads_as_it_stands() -> None:
    world = laid(inside=12)
    names = [world.at.men[figure].name for figure in world.at.holdings["castro"].garrison[:5]]
    line = f"SIEGE Castro: IF throwers at least 1 AND garrison at least 12 THEN SALLY with {', '.join(names)}"
    world.at.standing[BYZANTINES] = (line,)
    form = engine.order_form(world.at, BYZANTINES).splitlines()
    assert max(map(len, form)) <= 72 and any(part.endswith("\\") for part in form)
    reading = engine.read_orders(world.at, BYZANTINES, form)
    assert not [one.message for one in reading.lines if one.code]
    (standing,) = reading.standing
    assert standing.startswith(line[: line.index(" with")])


# where one die decides all the same


def test_places_of_nobody_in_play_are_stormed_by_one_die() -> None:
    """RUL-1249: they have no seat."""
    world = on_boards()
    world.at.places["castro"] = replace(world.at.places["castro"], side="")
    world.group(NORMANS, "0606", {FOOT: 20, "archer": 4}, leader="robert", hostility=9)
    world.garrison("castro", {FOOT: 6})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    conducted(world, NORMANS, "ASSAULT")
    events = morning(world, **NOTHING)
    assert not of(events, GameCalled) and within(events, FoughtQuickly)


def test_a_campaign_that_agreed_on_one_die_has_one() -> None:
    world = laid()
    world.setup = world.at.setup = replace(world.setup, options=World().setup.options)
    at = world.at.sieges["castro"]
    at.setup = replace(at.setup, options=World().setup.options)
    conducted(world, NORMANS, "ASSAULT")
    events = morning(world, **NOTHING)
    assert not of(events, GameCalled) and within(events, FoughtQuickly)
