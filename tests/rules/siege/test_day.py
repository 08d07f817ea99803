"""The day's sequence, its box on the sheet, quiet runs, and how a siege ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.events.siege import DayBegan, DayEnded, DeedDone, PlaceFell, SiegeLifted, StoresCounted
from rules.events.umpire import DecisionMade, DieRolled, OrderFailed
from rules.siege import days
from rules.state.siege import Deed, Siege, Team
from rules.state.table import Fights
from tests.rules.siege.kit import (
    PAGE,
    Dice,
    all_of,
    besieged,
    day,
    event_of,
    none_of,
    only,
    ours,
    theirs,
)

STEPS = ["stores", "event", "initiative", "healed", "action", "work", "wounds", "marker"]


@pytest.mark.rule("GUI-11.1b", "GUI-11.1a")
def test_the_steps_of_a_day() -> None:
    assert [step.id for step in PAGE.steps] == STEPS


@pytest.mark.rule("GUI-11.1b")
def test_what_happens_in_a_day_happens_in_this_order() -> None:
    at = besieged(engines={"thrower": 1})
    events, _ = day(at, ours(at), outside=["BATTER AND BUILD thrower"])
    found = [type(event).__name__ for event in events if not isinstance(event, DieRolled | DecisionMade)]
    assert found == [
        "StoresCounted", "EventDrawn", "InitiativeTaken", "DeedDone", "WallBattered", "DeedDone", "TeamSet",
        "TeamWorked", "DayEnded",
    ]  # fmt: skip


def run(at: Siege, dice: dict[str, int] | None = None, **plans: list[str]) -> tuple[list[Event], Siege]:
    """A phase: a day, or a run of quiet ones."""
    for side, word in ((at.besieger, "outside"), (at.besieged, "inside")):
        at.standing[side] = tuple(plans.get(word, ()))
    at.days = at.days[:-1]
    events = days.adjudicated(at, PAGE, Dice(named=dice or {"11.1.2a": 1, "11.1.3a": 5}, otherwise=5))
    return events, engine.replay(events, at.copy())


def late(**fields: object) -> Siege:
    """After the first nine days, so that two ones bring nothing."""
    at = besieged(**({"day": 10, "stores": 60} | fields))  # type: ignore[arg-type]
    at.setup = replace(at.setup, last_day=0)
    return at


@pytest.mark.rule("GUI-11.1b")
def test_a_day_is_a_phase_and_the_next_one_opens_behind_it() -> None:
    events, after = run(late())
    assert [event.day for event in all_of(events, DayBegan)] == [10]
    assert only(events, DayEnded).day == 10
    assert only(events, PhaseEnded).digest == engine.digest(engine.replay(events[:-2], late_state()))
    assert (only(events, PhaseOpened).number, only(events, PhaseOpened).turn) == (2, 11)
    assert after.day == 11 and none_of(events, GameEnded)


def late_state() -> Siege:
    at = late()
    at.standing = {at.besieger: (), at.besieged: ()}
    at.days = ()
    return at


@pytest.mark.parametrize(
    ("outside", "inside", "lasts"), [(3, 5, 3), (5, 3, 3), (1, 7, 1), (7, 7, 7), (0, 7, 1)]
)
def test_quiet_days_follow_each_other_as_far_as_both_agree(outside: int, inside: int, lasts: int) -> None:
    plans = {"outside": [f"QUIET {outside}"] if outside else [], "inside": [f"QUIET {inside}"]}
    events, after = run(late(), **plans)
    assert [event.day for event in all_of(events, DayBegan)] == list(range(10, 10 + lasts))
    assert after.day == 10 + lasts and len(after.days) == lasts


@pytest.mark.parametrize(
    ("news", "dice", "outside", "inside", "fields"),
    [
        ("a fight", {}, "ASSAULT", "REST", {}),
        ("an event", {"11.1.2a": 5}, "REST", "REST", {}),
        ("a work that is done", {}, "BUILD ladders", "REST", {}),
        ("a wall that fell", {"11.3.4a": 10}, "BATTER", "REST", {"engines": {"thrower": 1}}),
        ("an engine that broke", {"11.3.4a": 1}, "BATTER", "REST", {"engines": {"thrower": 1}}),
    ],
)
def test_news_end_a_run_of_quiet_days(
    news: str, dice: dict[str, int], outside: str, inside: str, fields: dict[str, object]
) -> None:
    at = late(**fields)
    named = {"11.1.2a": 1} | dice | {f"11.1.3a/day10/{at.besieger}": 10}
    events, _ = run(at, named, outside=[outside, "QUIET 5"], inside=[inside, "QUIET 5"])
    assert len(all_of(events, DayBegan)) == 1, news


def test_work_that_goes_on_and_a_wall_that_holds_are_no_news() -> None:
    at = late(engines={"thrower": 1}, teams=(Team("thrower", tuple(f"outside-{n}" for n in range(2, 7))),))
    events, after = run(at, outside=["BATTER", "QUIET 4"], inside=["QUIET 4"])
    assert len(all_of(events, DayBegan)) == 4 and after.teams[0].worked == 4


# ends


@pytest.mark.rule("GUI-11.1b")
def test_a_siege_that_reaches_its_last_day_is_lifted() -> None:
    at = late()
    at.setup = replace(at.setup, last_day=11)
    events, after = run(at, outside=["QUIET 5"], inside=["QUIET 5"])
    assert len(all_of(events, DayBegan)) == 2
    assert after.lifted == only(events, SiegeLifted).cause == "army"
    assert only(events, GameEnded).outcome.winner == at.besieged
    assert none_of(events, PhaseOpened)


@pytest.mark.rule("GUI-11.5a")
def test_hunger_on_the_last_day_comes_before_the_army() -> None:
    at = late(stores=10)
    at.setup = replace(at.setup, last_day=10)
    events, after = run(at)
    assert after.fallen == "hunger" and not after.lifted
    assert only(events, GameEnded).outcome.winner == at.besieger


@pytest.mark.rule("GUI-11.6a")
def test_what_ends_a_siege_ends_the_day() -> None:
    at = late()
    events, after = run(at, event_of(at, 20), outside=["ASSAULT"])
    assert none_of(events, DeedDone, DayEnded) and after.lifted == "messenger"
    assert only(events, GameEnded).outcome.winner == at.besieged
    assert engine.awaiting(after).over and engine.awaiting(after).seats == ()


@pytest.mark.parametrize("why", PAGE.ends)
def test_every_end_has_its_reason_and_its_winner(why: str) -> None:
    at = late()
    if why in ("messenger", "losses", "deserted", "battle", "army"):
        at.lifted, winner = why, at.besieged
    else:
        at.fallen, winner = why, at.besieger
    outcome = days._outcome(at, PAGE)
    assert outcome is not None and (outcome.winner, outcome.reason) == (winner, PAGE.ends[why].reason)
    assert days._outcome(late(), PAGE) is None


# the sheet


@pytest.mark.rule("GUI-11.1.3e", "GUI-11")
def test_the_box_of_a_day_holds_deeds_losses_and_engines_lost() -> None:
    at = besieged(day=3, stores=20, garrison=40, host=60, engines={"thrower": 3})
    _, after = day(at, ours(at) | {"11.3.4a": 1}, outside=["BATTER AND BUILD ladders"])
    box = after.days[-1]
    assert (box.day, box.deeds, box.broken) == (3, (Deed.BATTER, Deed.BUILD), 1)
    assert not any(PAGE.action(deed).fights for deed in box.deeds)
    _, after = day(at, ours(at) | {"GUC-17.2": 5}, outside=["ASSAULT"])
    box = after.days[-1]
    gone = [one for one in after.men.values() if one.dead]
    assert PAGE.action(box.deeds[0]).fights and box.dead == len(gone) and box.hurt == len(after.recovers)
    _, after = day(at, theirs(at) | {"GUC-17.2": 1}, inside=["SALLY"])
    burnt = 3 - after.engines["thrower"]
    assert after.days[-1].broken == burnt


@pytest.mark.rule("GUI-11.1b")
def test_the_line_that_is_carried_out_is_told_to_its_own_seat() -> None:
    at = besieged(day=3, stores=20)
    events, _ = day(at, theirs(at), outside=["BATTER", "PARLEY"], inside=["REST"])
    told = {event.seat: event.order for event in all_of(events, DecisionMade)}
    assert told == {at.besieged: "REST", at.besieger: "PARLEY"}
    failed = only(events, OrderFailed)
    assert (failed.seat, failed.order) == (at.besieger, "BATTER")


def test_the_same_dice_bring_the_same_day() -> None:
    def once() -> list[Event]:
        at = engine.replay(engine.new_game("siege-farm"))
        return list(engine.adjudicate(at, KeyedDice(b"siege")))

    assert once() == once() and only(once(), StoresCounted)


@pytest.mark.parametrize("plan", ["BATTLE", "SALLY", "SUPPLY", "REST"])
@pytest.mark.parametrize("fights", list(Fights))
def test_a_siege_is_over_when_the_last_besieger_is_murdered(plan: str, fights: Fights) -> None:
    at = besieged(day=3, stores=30, host=1, garrison=9)
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=fights))
    events, after = day(at, theirs(at) | event_of(at, 17) | {"GUI-11.6d": 9}, inside=[plan])
    assert only(events, SiegeLifted).cause == "deserted" and after.lifted == "deserted"
    assert none_of(events, DeedDone)


@pytest.mark.parametrize("fights", list(Fights))
def test_a_place_has_fallen_when_the_last_of_its_garrison_is_put_to_death(fights: Fights) -> None:
    at = besieged(day=3, stores=30, host=9, garrison=1)
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=fights))
    events, _ = day(at, ours(at) | event_of(at, 9) | {"GUI-11.6l": 10}, outside=["ASSAULT"])
    assert only(events, PlaceFell).cause == "leaderless" and none_of(events, DeedDone)
