"""The record sheet as a report shows it, and what a player is told who plans a siege."""

from __future__ import annotations

import re

import pytest

from rules import engine
from rules.siege import lessons, narrate, sheet
from rules.state.siege import DayRecord, Deed, Siege, Team
from rules.views.records import SiegeSituation
from tests.rules.siege.kit import PAGE, besieged, day, hurt, ours, slain, theirs


def shown(at: Siege) -> SiegeSituation:
    found = engine.situation(at, None)
    assert isinstance(found, SiegeSituation)
    return found


@pytest.mark.rule("GUI-11.1.3e", "GUI-11")
def test_a_box_for_each_day_to_the_last_that_may_come() -> None:
    at = besieged(day=3, stores=20, engines={"thrower": 3})
    at.days = (
        DayRecord(1, total=16, event="saboteur", deeds=(Deed.BATTER, Deed.BUILD), broken=2),
        DayRecord(2, total=7, initiative=at.besieged, deeds=(Deed.SALLY,), dead=3, hurt=4, broken=1),
        DayRecord(3),
    )  # fmt: skip
    boxes = sheet.calendar(at, PAGE)
    assert [box.day for box in boxes] == list(range(1, 21))  # the siege is lifted on day 18, food lasts to 20
    assert [(box.marks, box.event, box.past) for box in boxes[:4]] == [
        ("Bb", "16", True), ("S", "", True), ("", "", False), ("", "", False),
    ]  # fmt: skip
    assert "Bb" in sheet.text_calendar(at, PAGE)[1]
    assert boxes[0].words == "batter, build, saboteur, 2 engines lost"
    assert boxes[1].words == "sally, 3 dead, 4 hurt, 1 engine lost"
    at.days = (DayRecord(1), DayRecord(2), DayRecord(3))
    assert [box.past for box in sheet.calendar(at, PAGE)[:4]] == [True, True, False, False]
    at.fed_until = 5
    assert [box.food for box in sheet.calendar(at, PAGE)] == [True] * 5 + [False] * 13
    assert len(sheet.text_calendar(at, PAGE)) == 2 * 4  # fourteen days in a row


def test_when_it_is_over_the_calendar_ends_and_its_last_box_says_why() -> None:
    at = besieged(day=3, stores=20)
    at.days = (DayRecord(1), DayRecord(2), DayRecord(3, total=20, event="lifted"))
    assert len(sheet.calendar(at, PAGE)) > 3
    at.lifted = "messenger"
    boxes = sheet.calendar(at, PAGE)
    assert [box.day for box in boxes] == [1, 2, 3] and all(box.past for box in boxes)
    assert (boxes[2].event, boxes[2].words) == ("20", "lifted")


@pytest.mark.rule("GUI-11.1.3e")
@pytest.mark.parametrize(
    "plan", ["ASSAULT", "BATTER", "BUILD ladders", "PARLEY", "SALLY", "SUPPLY", "BATTLE", "REST"]
)
def test_each_deed_has_a_mark_of_its_own(plan: str) -> None:
    at = besieged(day=3, stores=20, engines={"thrower": 1})
    inside = plan in ("SALLY", "SUPPLY", "BATTLE")
    plans = {"inside" if inside else "outside": [plan]}
    _, after = day(at, theirs(at) if inside else ours(at), **plans)
    deed = after.days[-1].deeds[0]
    assert deed == plan.split()[0].lower() and sheet.calendar(after, PAGE)[2].marks == PAGE.action(deed).mark
    assert len({action.mark for action in PAGE.actions}) == len(Deed)


@pytest.mark.rule("GUI-11.3.1")
def test_damage_is_noted_by_its_hex() -> None:
    at = besieged(day=3, stores=20)
    assert sheet.walls(at) == ["The walls are whole."]
    at.damage = {"1113": 1, "1207": 3, "1307": 4}
    assert sheet.walls(at) == [
        "1113 (stockade) is down.", "1207 (tower): damaged, 3 of 4.", "1307 (tower) is down.",
    ]  # fmt: skip
    at.holds = True
    assert sheet.walls(at)[-1] == "The besiegers hold all but the tower."


@pytest.mark.rule("GUI-11", "GUI-11.2b")
def test_how_it_stands() -> None:
    five = tuple(f"outside-{n}" for n in range(2, 7))
    at = hurt(slain(besieged(day=3, stores=20), "outside-20"), "outside-21", back=7)
    at.teams, at.engines = (Team("thrower", five, 3),), {"thrower": 2, "ladder": 1}
    at.idle_until, at.battle_spent, at.captured = 4, True, {"inside-4": at.besieger}
    found = shown(at)
    notes = " ".join(found.notes)
    for words in (
        "Food for 18 days more, until day 20.", "Outside: 2 stone throwers, 1 ladder.", "day 3 of 8",
        "nothing before day 5", "one battle outside has been fought", "1D10 + 1, and 12 is needed",
    ):  # fmt: skip
        assert words in notes
    outside, inside = found.companies
    lines = " ".join(outside.lines)
    assert "Outside-1 (commands)" in lines and "Hurt: Outside-21 (day 7)." in lines
    assert "Dead: Outside-20." in lines and "Building: Outside-2," in lines
    assert "Prisoners: Inside-4." in " ".join(inside.lines)
    assert (outside.count, inside.count) == ("outside: 26 fit, 1 hurt", "inside: 12 fit, 0 hurt")


def test_what_is_read_first() -> None:
    at = besieged(day=3, stores=20)
    events, after = day(at, theirs(at), outside=["REST"])
    said = sheet.in_short(after, PAGE, at, events)
    assert said[0].endswith("who passed it on: rest.") and said[-1] == "Food until day 20."


@pytest.mark.parametrize("scenario", ["siege-castle", "siege-farm", "siege-chapel"])
def test_the_lines_of_the_primer_are_understood(scenario: str) -> None:
    at = engine.replay(engine.new_game(scenario))
    assert isinstance(at, Siege)
    for seat in at.setup.seats:
        lines = [line for line, _ in lessons.primer(at, seat.id)]
        found = engine.read_orders(at, seat.id, lines)
        assert not [line for line in found.lines if line.code] and len(found.standing) == len(lines)
        assert len(lessons.short_help(at, seat.id)) == 3


def test_help_on_a_word_or_on_all() -> None:
    everything = lessons.help_on("", PAGE)
    for word in (*PAGE.verbs, "if", "sick", "camp", "strike", "buy", "quiet"):
        said = lessons.help_on(word, PAGE)
        assert said in everything and said != everything
    assert lessons.help_on("dragons", PAGE) == everything


def test_a_sum_is_said_once() -> None:
    at = besieged(day=12, stores=20)
    thin = besieged(day=3, stores=20, garrison=14, host=28)
    for siege, said in ((at, "Event: 2D10 = 7: "), (thin, " = 11: ")):
        events, _ = day(siege, ours(siege), outside=["REST"])
        lines = [line.text for line in narrate.narrated(siege, PAGE, events, None)]
        assert any(said in line for line in lines), lines
        assert not [line for line in lines if re.search(r"(= \d+) \1\b", line)]
