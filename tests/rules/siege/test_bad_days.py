"""Days that ought not to come and do: nobody left on either side, hunger in the middle of a fight, help for
those who give in, a board that nobody plays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.events.siege import (
    DayEnded,
    FightCalled,
    FightOver,
    FoughtQuickly,
    MenJoined,
    PlaceFell,
    SiegeLifted,
)
from rules.siege.invariants import broken
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.siege import Siege
from rules.state.table import Outcome
from tests.rules.siege.board_kit import called, evening, place
from tests.rules.siege.kit import PAGE, all_of, besieged, day, event_of, none_of, only, ours, theirs


def faults(at: Siege) -> list[str]:
    """What is wrong with an evening; the days before it were never played here."""
    return [fault for fault in broken(at, PAGE) if not fault.startswith("days ")]


def ends(events: list[Event]) -> list[SiegeLifted | PlaceFell]:
    return [event for event in events if isinstance(event, SiegeLifted | PlaceFell)]


@pytest.mark.parametrize("plan", ["SALLY", "SUPPLY", "BATTLE"])
def test_when_a_fight_leaves_nobody_on_either_side_it_ends_once(plan: str) -> None:
    at = place(garrison=6, host=8)
    battle, waiting = called(at, plan)
    waiting.men = {
        name: man if name in battle.figures else replace(man, health=Health.DEAD, mount=None)
        for name, man in waiting.men.items()
    }
    battle.figures = {name: replace(man, health=Health.DEAD) for name, man in battle.figures.items()}
    events, after = evening(waiting, battle, Outcome(winner="", reason="nobody is left"))
    assert len(ends(events)) == 1 and after.outcome is not None
    assert not after.strength(at.besieger) and not after.strength(at.besieged)
    assert faults(after) == []


@pytest.mark.rule("GUI-11.5a")
def test_food_that_ends_on_the_day_of_an_assault_feeds_them_until_it_is_over() -> None:
    at = besieged(day=3, stores=3)
    events, after = day(at, ours(at) | {"GUC-17.2": 5}, outside=["ASSAULT"])
    fell = only(events, PlaceFell)
    assert fell.cause == "hunger" and events.index(only(events, FoughtQuickly)) < events.index(fell)
    assert after.fallen == "hunger"


@pytest.mark.rule("GUI-11.5a")
def test_a_garrison_that_starves_while_a_board_is_fought_gives_in_behind_the_fight() -> None:
    at = place(stores=3)
    began, waiting = day(at, ours(at), outside=["ASSAULT"])
    assert only(began, FightCalled) and none_of(began, PlaceFell, DayEnded)
    battle = engine.replay(
        engine.opening_of(next(event for event in began if isinstance(event, engine.GameCalled)))
    )
    assert isinstance(battle, Battle) and waiting.fight is not None
    events, after = evening(waiting, battle, Outcome(winner=at.besieged, reason="over"))
    assert only(events, PlaceFell).cause == "hunger"
    assert events.index(only(events, FightOver)) < events.index(only(events, PlaceFell))
    assert after.outcome is not None and after.outcome.winner == at.besieger


@pytest.mark.rule("GUI-11.6b", "GUI-11.5a")
def test_a_relief_does_not_feed_a_garrison_whose_food_is_gone_that_day() -> None:
    at = besieged(day=12, stores=12)
    events, after = day(at, event_of(at, 19), inside=["BUY 5 hoplites, 3 archers", "REST"])
    joined = only(events, MenJoined)
    assert only(events, PlaceFell).cause == "hunger" and events.index(joined) < len(events)
    assert {man.id for man in joined.men} <= set(after.men) and after.fallen == "hunger"
    assert faults(after) == []


def _unplayed(battle: Battle) -> Battle:
    """Nobody writes a line until it is over."""
    for phase in range(200):
        if battle.outcome is not None:
            return battle
        battle = engine.replay(engine.adjudicate(battle, KeyedDice(f"unplayed/{phase}".encode())), battle)
    raise AssertionError("it never ends")


@pytest.mark.parametrize(("deed", "plan"), [("sally", "SALLY"), ("supply", "SUPPLY"), ("battle", "BATTLE")])
def test_a_board_that_nobody_plays_ends_by_itself_and_the_siege_goes_on(deed: str, plan: str) -> None:
    begun, waiting = called(place(), plan)
    ended = _unplayed(begun)
    events, after = evening(waiting, ended, ended.outcome)
    assert only(events, FightOver).deed == deed
    assert after.fight is None and (after.outcome is not None or only(events, DayEnded))
    assert faults(after) == []


def test_an_assault_that_nobody_plays_ends_by_itself_too() -> None:
    at = place()
    began, waiting = day(at, ours(at), outside=["ASSAULT"])
    battle = engine.replay(
        engine.opening_of(next(event for event in began if isinstance(event, engine.GameCalled)))
    )
    assert isinstance(battle, Battle)
    ended = _unplayed(battle)
    events, after = evening(waiting, ended, ended.outcome)
    assert only(events, FightOver).deed == "assault" and isinstance(after, Siege)
    assert faults(after) == []


def test_a_battered_wall_needs_the_initiative() -> None:
    """A plan that batters does nothing on a day that the garrison uses."""
    at = besieged(day=3, stores=20, engines={"thrower": 2})
    events, after = day(at, theirs(at), outside=["BATTER 1313"], inside=["SALLY"])
    assert after.damage == at.damage
    assert "batter" not in after.today.deeds and "sally" in after.today.deeds
    assert all_of(events, DayEnded)
