"""The printed page of a siege: every line on it is read, and it tells of the tables in force."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.siege.cheat_sheet import _SERVER, cheat_sheet
from rules.siege.page import tables_of
from rules.state.siege import Siege
from tests.rules.siege import anarchy_page
from tests.rules.siege.kit import PAGE, besieged

SCENARIOS = ("siege-castle", "siege-farm", "siege-chapel")


def begun(scenario: str) -> Siege:
    at = engine.replay(engine.new_game(scenario))
    assert isinstance(at, Siege)
    return at


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_line_is_read_by_whoever_has_it(scenario: str) -> None:
    at = begun(scenario)
    for seat in at.setup.seats:
        sheet = engine.cheat_sheet(at, seat.id)
        assert sheet is not None
        said = [
            line
            for part in sheet.parts
            if part.title != "To the server"
            for e in part.entries
            for line in e.lines
        ]
        assert len(said) >= 10
        for line in said:
            [read] = engine.read_orders(at, seat.id, [line]).lines
            assert not read.code, read
        others = {a.deed.upper() for a in PAGE.actions} - {
            a.deed.upper() for a in PAGE.open_to(at, seat.side)
        }
        assert not [line for line in said if line.split()[0] in others]


def test_it_tells_each_step_each_event_and_each_action() -> None:
    sheet = cheat_sheet(begun("siege-castle"), PAGE, None)
    day, outside, inside, *_ = sheet.parts
    assert [entry.words.split(". ")[0] for entry in day.entries] == [
        str(n + 1) for n in range(len(PAGE.steps))
    ]
    lines = {line.split()[0] for part in (outside, inside) for entry in part.entries for line in entry.lines}
    assert lines == {action.deed.upper() for action in PAGE.actions}
    assert {row[1] for row in sheet.grids[0].rows} == set(PAGE.said.values())
    assert [row[0] for row in sheet.grids[0].rows][-2:] == ["8", "2–7"]
    assert len(sheet.parts[-1].entries) == len(_SERVER)


def test_the_figures_are_those_of_the_game() -> None:
    at = besieged()
    own = tables_of(at)["siege-building"]
    rows = tuple((*row[:2], 9, 6) if row[0] == "thrower" else row for row in own.rows)
    at.setup = replace(at.setup, tables=at.setup.tables | {own.id: replace(own, rows=rows)})
    assert ("stone thrower", "1", "9", "6") in cheat_sheet(at, PAGE, None).grids[1].rows


def test_of_another_book() -> None:
    sheet = cheat_sheet(anarchy_page.besieged(), anarchy_page.PAGE, None)
    lines = {line for part in sheet.parts for entry in part.entries for line in entry.lines}
    assert {"FIRE 1313", "MINE 1313"} <= lines
    assert ("belfry", "1", "12", "11") in sheet.grids[1].rows
