"""The rarer words of position files, those that exports write, and what is wrong with them where they are."""

from __future__ import annotations

import pytest

from rules.positions.faults import PositionError
from rules.positions.reading import as_said
from rules.state.battle import Battle, Charge, ShotAt
from rules.state.table import Seat

MEN = "[men normans]\nRobert, man, 0504\n[men arabs]\nZahir, man, 0508\n"


def put_up(*lines: str, head: str = "") -> Battle:
    return as_said(f"board 12x12\nphase 3 normans\n{head}\n{MEN}" + "\n".join(lines)).battle


def test_edges_and_seats_are_named_in_the_head() -> None:
    battle = put_up(head="edge arabs 0101\nseat arabs of arabs The guards")
    assert battle.side_of("arabs").edge == "0101"
    assert battle.setup.seats == (
        Seat("arabs", "arabs", "The guards"),
        Seat("normans", "normans", "Normans"),
    )


def test_a_horse_is_called_after_its_man_and_may_bear_another() -> None:
    battle = put_up(
        "Odo's horse, horse, 0901-0902", "Hugo, rider, 0301-0302, rides ali-horse", "Ali, man, 1010",
        "Bruno, rider, off, in the saddle", "Leo, left by 0101",
    )  # fmt: skip
    assert battle.horses["odo-horse"].name == "Odo's horse"
    assert (battle.figures["hugo"].mount, battle.horses["ali-horse"].ridden_by) == ("ali-horse", "hugo")
    bruno = battle.figures["bruno"]
    assert bruno.mounted and bruno.awaited and battle.horses["bruno-horse"].ridden_by == "bruno"
    assert not battle.figures["leo"].awaited


def test_what_happened_and_what_is_rare() -> None:
    battle = put_up(
        "[happened]", "now shot_at Zahir 2 closed", "last shot_at Robert 1",
        "[exact]", 'now.charges {"robert": {"target": "zahir", "start": [], "route": []}}',
        'figures.robert {"stunned_in": 2}', 'order.figures ["zahir", "robert"]', "turn 7",
        'setup.victory {"turns": 9, "lead": 4}', 'marks {"robert": {"tired": 2}}',
    )  # fmt: skip
    assert battle.now.shot_at == {"zahir": ShotAt(2, True)} and battle.last.shot_at == {"robert": ShotAt(1)}
    assert battle.now.charges == {"robert": Charge("zahir", (), ())}
    assert list(battle.figures) == ["zahir", "robert"] and battle.figures["robert"].stunned_in == 2
    assert (battle.turn, battle.setup.victory.lead, battle.marks["robert"]) == (7, 4, {"tired": 2})
    assert (battle.last.number, battle.before.number) == (2, 1)


def test_a_ladder_has_a_name_and_bearers_and_an_engine_waits_as_it_says() -> None:
    battle = put_up(
        "[men normans]",
        "Drogo, man, 0505",
        "[works]",
        "ladder oak 0504-0505 carried by Robert, Drogo",
        "stone_thrower Petra of normans 0909-0910-1009 facing N wait 1",
    )
    assert battle.ladders["oak"].bearers == ("robert", "drogo")
    assert [engine.wait for engine in battle.engines.values()] == [1]


@pytest.mark.parametrize(
    "line",
    ["now moved Robert", "now moved 3 Robert", "now moved Robert 3 4", "now moved Robert closed",
     "now fired Robert 3", "now shot_at Robert closed 3", "now shot_at Robert",
     "now number 3", "now fired 3"],
)  # fmt: skip
def test_what_cannot_have_happened_is_told_with_its_line(line: str) -> None:
    with pytest.raises(PositionError) as found:
        put_up("[happened]", line)
    assert found.value.fault.line == 9


def test_several_men_stand_on_a_line_of_what_happened() -> None:
    battle = put_up("[happened]", "now moved Robert 3, Zahir 5", "last fired Robert Zahir")
    assert battle.now.moved == {"robert": 3, "zahir": 5} and battle.last.fired == {"robert", "zahir"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("colour 7", "there is no field of a battle 'colour'"),
        ("turn seven", "turn: "),
        ("turn [1", "turn: "),
        ("now {}", "there is no field of a battle 'now'"),
        ("now.colour 7", "field of a phaserecord 'colour'"),
        ("setup.colour 7", "field of a battlesetup 'colour'"),
        ("figures.robert [1]", "figures.robert: "),
        ('figures.robert {"colour": 7}', "field of a character 'colour'"),
        ('figures.robert {"storey": "high"}', "robert: "),
        ("figures.nobody {}", "nobody: "),
        ('order.figures ["robert"]', "it names each of the figures once"),
        ('order.ladders ["robert"]', "it names each of the ladders once"),
        ('weather.sun "hot"', "part of a battle 'weather'"),
        ('setup.tables {"fire": 7}', "setup.tables: "),
        ("setup.board 7", "setup.board: "),
        ("sheets " + "[" * 5000, "sheets: "),
    ],
)
def test_what_is_wrong_in_exact_is_told_with_its_line(line: str, why: str) -> None:
    with pytest.raises(PositionError) as found:
        put_up("[exact]", line)
    assert why in found.value.fault.message and found.value.fault.line == 9


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("edge normans 9999", "an edge is a side and a hex"),
        ("edge slavs 0101", "an edge is a side and a hex"),
        ("edge normans", "an edge is a side and a hex"),
        ("seat guards", "a seat has a name and a side"),
        ("seat guards of slavs", "a seat has a name and a side"),
    ],
)
def test_what_is_wrong_in_the_head_is_told_with_its_line(head: str, why: str) -> None:
    with pytest.raises(PositionError) as found:
        put_up(head=head)
    assert why in found.value.fault.message and found.value.fault.line == 3
