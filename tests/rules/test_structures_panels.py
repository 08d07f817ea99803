"""The panels shipped, looked at as ground to walk on: every room, tent and platform has a way in, and the way
out is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.tables import DATA
from rules.positions.putting_up import put_up
from rules.scenarios.panels import board_data, load_panel
from rules.state.battle import Battle, Overlay
from rules.state.board import board_of
from rules.tactical.ways import structures
from rules.tactical.ways.passage import barred
from rules.works import gates
from tests.rules.kit import SIEGE, man, rider

PANELS = sorted(path.stem for path in Path(DATA, "panels").glob("*.txt"))
WALKER = man("Hugo", "0101")
HORSEMAN = rider("Drogo", "0101", "0102")


def on(name: str, *, gates_open: bool = True) -> Battle:
    board = board_of(board_data(load_panel(name)))
    opened = tuple(
        Overlay(id=gate[0], kind="open gate", hexes=gate, terrain="open_gate") for gate in gates.gates(board)
    )
    return put_up(board.data, (), (), rules=SIEGE, overlays=opened if gates_open else ())


def walked(at: Battle, figure, start: str) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for near in at.board.neighbours(here):
            if near not in seen and barred(at, SIEGE, figure, here, near) is None:
                seen.add(near)
                waiting.append(near)
    return seen


@pytest.mark.rule("GUI-8.4a", "GUI-9.5.1b", "GUI-9.6")
@pytest.mark.parametrize("name", PANELS)
def test_every_floor_can_be_walked_to(name: str) -> None:
    at = on(name)
    ground = SIEGE.tables["terrain"]
    floors = {h for h in at.board.cells if ground.cell(at.board.terrain(h), "mp_foot") != "no"}
    assert sorted(floors - walked(at, WALKER, "1318")) == []


@pytest.mark.rule("GUI-9.2.3a", "GUI-9.5.1a")
@pytest.mark.parametrize("name", ["castle", "harbour"])
def test_behind_a_closed_gate_nobody_gets_in(name: str) -> None:
    at = on(name, gates_open=False)
    inside = at.board.owners("stockade")
    assert inside and not inside & walked(at, WALKER, "0101")
    assert not inside & walked(on(name), HORSEMAN, "0101"), "a raised gate lets no horse through"


@pytest.mark.rule("GUI-8.4a", "GUI-8.5.2a", "GUI-9.6")
@pytest.mark.parametrize("name", PANELS)
def test_what_is_closed_is_closed_both_ways(name: str) -> None:
    at = on(name)
    for a in at.board.cells:
        for b in at.board.neighbours(a):
            for figure in (WALKER, HORSEMAN):
                there = structures.closed(at, SIEGE, figure, a, b)
                back = structures.closed(at, SIEGE, figure, b, a)
                assert (there is None) is (back is None), (a, b)


@pytest.mark.rule("GUI-9.2.3.2")
@pytest.mark.parametrize("name", ["castle", "harbour"])
def test_every_gate_has_a_rear_inside(name: str) -> None:
    at = on(name, gates_open=False)
    for gate in gates.gates(at.board):
        rear = gates.rear_hexes(at.board, gate)
        assert rear and any(at.board.adjacent(r, g) for r in rear for g in gate)
        assert set(rear) & walked(at, WALKER, rear[0]) == set(rear)
