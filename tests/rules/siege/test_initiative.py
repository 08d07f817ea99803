"""Who acts on a day, and what is open to him."""

from __future__ import annotations

import pytest

from rules.events.siege import DeedDone, InitiativePassed, InitiativeTaken
from rules.events.umpire import DieRolled, OrderFailed
from rules.state.siege import Deed
from tests.rules.siege.kit import PAGE, all_of, besieged, day, none_of, only, ours, theirs


@pytest.mark.rule("GUI-11.1.3a")
@pytest.mark.parametrize(
    ("outside", "inside", "besieger_has"),
    [(1, 4, True), (1, 5, True), (1, 6, False), (3, 7, True), (3, 8, False), (1, 8, False), (6, 10, True),
     (5, 10, False), (10, 1, True)],
)  # fmt: skip
def test_the_besieger_adds_four_and_has_it_when_equal(outside: int, inside: int, besieger_has: bool) -> None:
    at = besieged(day=3, stores=20)
    dice = {f"GUI-11.1.3a/day3/{at.besieger}": outside, f"GUI-11.1.3a/day3/{at.besieged}": inside}
    events, after = day(at, dice)
    taken = only(events, InitiativeTaken)
    assert (taken.besieger, taken.besieged, taken.given) == (outside + 4, inside, "")
    assert (taken.side == at.besieger) is besieger_has
    assert after.days[0].initiative == taken.side


@pytest.mark.rule("GUI-11.1.3a")
def test_each_side_rolls_one_die_a_day() -> None:
    at = besieged(day=3, stores=20)
    rolls = [roll.name.split("/")[2:4] for roll in all_of(day(at)[0], DieRolled) if "11.1.3a" in roll.name]
    assert rolls == [["day3", at.besieger], ["day3", at.besieged]]


@pytest.mark.rule("GUI-11.1.3b")
def test_what_the_besieger_may_do() -> None:
    at = besieged()
    open_to_him = {Deed.ASSAULT, Deed.BATTER, Deed.BUILD, Deed.PARLEY, Deed.REST}
    assert {one.deed for one in PAGE.open_to(at, at.besieger)} == open_to_him
    assert {one.deed for one in PAGE.actions if not one.alone} == {Deed.BATTER, Deed.BUILD}


@pytest.mark.rule("GUI-11.1.3c")
def test_what_the_besieged_may_do() -> None:
    at = besieged()
    assert {one.deed for one in PAGE.open_to(at, at.besieged)} == {
        Deed.SALLY,
        Deed.SUPPLY,
        Deed.BATTLE,
        Deed.REST,
    }


@pytest.mark.rule("GUI-11.1.3b")
@pytest.mark.parametrize(
    ("plan", "deeds"),
    [
        ("ASSAULT", [Deed.ASSAULT]), ("BATTER", [Deed.BATTER]), ("BUILD ladders", [Deed.BUILD]),
        ("BATTER AND BUILD ladders", [Deed.BATTER, Deed.BUILD]), ("PARLEY", [Deed.PARLEY]),
        ("REST", [Deed.REST]),
    ],
)  # fmt: skip
def test_the_besieger_with_the_initiative_does_what_his_plan_says(plan: str, deeds: list[Deed]) -> None:
    at = besieged(day=3, stores=20, engines={"thrower": 1})
    events, after = day(at, ours(at), outside=[plan], inside=["SALLY"])
    assert [event.deed for event in all_of(events, DeedDone)] == deeds
    assert {event.side for event in all_of(events, DeedDone)} == {at.besieger}
    assert after.days[0].deeds == tuple(deeds) and not after.days[0].passed


@pytest.mark.rule("GUI-11.1.3c")
@pytest.mark.parametrize("plan", ["SALLY", "SUPPLY", "BATTLE"])
def test_the_besieged_with_the_initiative_do_what_their_plan_says(plan: str) -> None:
    at = besieged(day=3, stores=20)
    events, after = day(at, theirs(at), outside=["ASSAULT"], inside=[plan])
    assert [(event.side, event.deed) for event in all_of(events, DeedDone)] == [(at.besieged, plan.lower())]
    assert none_of(events, InitiativePassed) and not after.days[0].passed


@pytest.mark.rule("GUI-11.1.3d")
@pytest.mark.parametrize("inside", [["REST"], [], ["IF day 9 THEN SALLY"]])
def test_a_garrison_that_does_nothing_leaves_the_day_to_the_besieger(inside: list[str]) -> None:
    at = besieged(day=3, stores=20)
    events, after = day(at, theirs(at), outside=["PARLEY"], inside=inside)
    assert only(events, InitiativePassed).side == at.besieged and after.days[0].passed
    assert [(event.side, event.deed) for event in all_of(events, DeedDone)] == [(at.besieger, Deed.PARLEY)]
    assert after.days[0].initiative == at.besieged


@pytest.mark.rule("GUI-11.1.3d")
def test_a_garrison_that_cannot_do_what_it_wants_leaves_it_too() -> None:
    at = besieged(day=3, stores=20, garrison=2)
    events, _ = day(at, theirs(at), outside=["PARLEY"], inside=["SALLY"])
    failed = only(events, OrderFailed)
    assert (failed.seat, failed.order, failed.rule) == (at.besieged, "SALLY", "GUI-11.1b")
    assert "too few" in failed.why
    assert only(events, InitiativePassed) and only(events, DeedDone).deed == Deed.PARLEY


@pytest.mark.rule("GUI-11.1.3b", "GUI-11.1.3d")
def test_a_plan_may_ask_whose_initiative_it_was() -> None:
    at = besieged(day=3, stores=20)
    plan = ["IF they pass THEN PARLEY", "IF initiative THEN BUILD ladders"]
    assert only(day(at, theirs(at), outside=plan)[0], DeedDone).deed == Deed.PARLEY
    assert only(day(at, ours(at), outside=plan)[0], DeedDone).deed == Deed.BUILD


@pytest.mark.rule("GUI-11.1.3b")
def test_a_besieger_without_a_plan_rests() -> None:
    at = besieged(day=3, stores=20)
    events, _ = day(at, ours(at))
    assert [(event.side, event.deed) for event in all_of(events, DeedDone)] == [(at.besieger, Deed.REST)]
    assert none_of(events, InitiativePassed)
