"""TEAR, OPEN and CLOSE: as written, as answered, as carried out; and what becomes of wood
(GUI-8.5.2b, GUI-9.2)."""

from __future__ import annotations

import pytest

from rules.core.facing import Facing
from rules.desk.briefing.forms import order_form
from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Verdict
from rules.events.codec import decode, encode
from rules.events.movement import PutBack
from rules.events.structures import GateWorked, Jumped, TentTorn, WoodDestroyed
from rules.evolve import evolve
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse, print_order
from rules.state.invariants import broken
from rules.state.terrain import level_at, terrain_at
from rules.state.works import Engine, Flame
from rules.tactical.harm.jumping import jump
from rules.tactical.moving import carrying
from rules.works import gates, wood
from tests.rules.built import built, plain
from tests.rules.kit import (
    SIEGE,
    a_turn_later,
    battle,
    field,
    horse,
    journal,
    man,
    narrated,
    next_phase,
    of_kind,
    play,
    rider,
)

TENT_MAP = """
. . . . . .
. . T . . .
. T O . . .
. . T . . .
. . . . . .
"""
CASTLE_MAP = """
. .  .  .  . .
. P1 P1 P1 . .
. .  S  .  . .
. .  .  g  . .
. .  .  .  . .
"""
CASTLE = {
    "walls": ("stockade 0102 0103 0104 0202 0203 0204 0302 0303 0304 0402 0403 0404",),
    "hexsides": (("0404", "S", "entrance"),),
    "paths": ("0303 0302", "0303 0304"),
    "traits": ("gate_rear 0304 0403",),
}
FOE = man("Zahir", "0605", side="arabs")


def tent(*pieces, **more):
    return built(TENT_MAP, *pieces, FOE, step=None, **more)


def castle(*pieces, **more):
    return built(CASTLE_MAP, *pieces, step=None, **{**CASTLE, **more})


def answer(at, line: str) -> LineReading:
    return read_orders(at, SIEGE, "normans", (line,)).lines[0]


def failures(table) -> list[str]:
    return [e.rule for e in of_kind(table, "order_failed")]


# as written


@pytest.mark.rule("GUI-8.5.2b", "GUI-9.2.3.2")
@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("tear milo 0302", "TEAR Milo 0302"),
        ("Milo tears down the tent in 0302", "TEAR Milo 0302"),
        ("rip milo the canvas of 0302", "TEAR Milo 0302"),
        ("open milo gate", "OPEN Milo gate"),
        ("Milo opens the gate in 0404", "OPEN Milo gate 0404"),
        ("open the gate with Milo", "OPEN Milo gate"),
        ("close gate 0404 milo", "CLOSE Milo gate 0404"),
        ("Milo shuts the gate", "CLOSE Milo gate"),
        ("if 0404 is free then close milo gate", "IF 0404 is free THEN CLOSE Milo gate"),
    ],
)
def test_ways_to_write_them(line, canonical):
    lexicon = lexicon_of(castle(man("Milo", "0304"), FOE), "normans")
    assert print_order(parse(line, lexicon), lexicon) == canonical


def test_games_without_houses_and_castles_do_not_know_them():
    at = battle(field(4, 4), man("Milo", "0101"), man("Zahir", "0404", side="arabs"), step=None)
    for line in ("TEAR Milo 0302", "OPEN Milo gate", "CLOSE Milo gate"):
        assert answer(at, line).verdict is not Verdict.OK


# tents


@pytest.mark.rule("GUI-8.5.2b")
def test_whoever_has_stood_a_turn_beside_the_canvas_tears_it_down():
    at = a_turn_later(tent(man("Milo", "0301")))
    assert answer(at, "TEAR Milo 0302").verdict is Verdict.OK
    table = play(at, normans=("TEAR Milo 0302",))
    assert [e.hex for e in of_kind(table, "tent_torn")] == ["0302"]
    assert terrain_at(table.battle, "0302") == "tent_opening" and terrain_at(table.battle, "0304") == "tent"
    told = " ".join(line.text for line in narrated(at, table.events, "arabs"))
    assert "Milo (spearman, 0301) tears down the canvas of the tent in 0302." in told
    again = answer(a_turn_later(table.battle), "TEAR Milo 0302")
    assert again.verdict is Verdict.ILLEGAL and "open in 0302 already" in " ".join(again.message)


@pytest.mark.rule("GUI-8.5.2b")
def test_from_inside_it_is_torn_as_well():
    table = play(a_turn_later(tent(man("Milo", "0302"))), normans=("TEAR Milo 0302",))
    assert of_kind(table, "tent_torn")


@pytest.mark.rule("GUI-8.5.2b")
def test_it_takes_the_whole_turn_and_nothing_else():
    fresh = tent(man("Milo", "0301"))
    refused = answer(fresh, "TEAR Milo 0302")
    assert (refused.verdict, refused.rule) == (Verdict.ILLEGAL, "GUI-8.5.2b")
    assert "in your next phase" in " ".join(refused.message)
    assert failures(play(fresh, normans=("TEAR Milo 0302",))) == ["GUI-8.5.2b"]
    # he may not have moved, nor shot in either phase
    moved = play(a_turn_later(tent(man("Milo", "0301"))), normans=("MOVE Milo 0401", "TEAR Milo 0302"))
    assert failures(moved) == ["GUI-8.5.2b"] and not of_kind(moved, "tent_torn")
    shot = a_turn_later(tent(man("Milo", "0301", weapon="short_bow")))
    shot.last.watched.add("milo")
    assert failures(play(shot, normans=("TEAR Milo 0302",))) == ["GUI-8.5.2b"]
    # and attacks nobody afterwards
    foe = man("Malik", "0401", side="arabs")
    both = a_turn_later(built(TENT_MAP, man("Milo", "0301"), foe, step=None))
    table = play(both, normans=("TEAR Milo 0302", "ATTACK best"))
    assert of_kind(table, "tent_torn") and not of_kind(table, "combat_fought")


@pytest.mark.rule("GUI-8.5.2b")
@pytest.mark.parametrize(
    ("where", "line", "words"),
    [
        ("0301", "TEAR Milo 0303", "open in 0303 already"),
        ("0301", "TEAR Milo 0405", "no tent in 0405"),
        ("0501", "TEAR Milo 0302", "not next to 0302"),
    ],
)
def test_what_cannot_be_torn(where, line, words):
    found = answer(a_turn_later(tent(man("Milo", where))), line)
    assert (found.verdict, found.rule) == (Verdict.ILLEGAL, "GUI-8.5.2b") and words in " ".join(found.message)
    assert found.code == "E-302"


def test_a_rider_gets_down_first():
    found = answer(a_turn_later(tent(rider("Milo", "0301", "0401"))), "TEAR Milo 0302")
    assert found.verdict is Verdict.ILLEGAL and "on foot" in " ".join(found.message)


# gates


@pytest.mark.rule("GUI-9.2.3.2", "GUI-9.2.3a")
def test_a_gate_is_closed_until_somebody_has_stood_behind_it_for_a_turn():
    at = castle(man("Milo", "0304"), FOE)
    assert terrain_at(at, "0404") == "gate"
    too_soon = answer(at, "OPEN Milo gate")
    assert (too_soon.verdict, too_soon.rule) == (Verdict.ILLEGAL, "GUI-9.2.3.2")
    assert failures(play(at, normans=("OPEN Milo gate",))) == ["GUI-9.2.3.2"]
    later = a_turn_later(at)
    said = answer(later, "OPEN Milo gate")
    assert said.verdict is Verdict.OK and "raises the gate in 0404" in " ".join(said.message)
    table = play(later, normans=("OPEN Milo gate",))
    assert terrain_at(table.battle, "0404") == "open_gate"
    told = " ".join(line.text for line in narrated(later, table.events, None))
    assert "raises the gate in 0404: it is open." in told
    closing = play(a_turn_later(table.battle), normans=("CLOSE Milo gate",))
    assert terrain_at(closing.battle, "0404") == "gate" and closing.battle.overlays == {}


@pytest.mark.rule("GUI-9.2.3.2")
def test_an_enemy_behind_the_gate_works_it_too():
    at = next_phase(a_turn_later(castle(man("Milo", "0304"), man("Zahir", "0403", side="arabs"))))
    assert of_kind(play(at, arabs=("OPEN Zahir gate",)), "gate_worked")


@pytest.mark.rule("GUI-9.2.3.2")
@pytest.mark.parametrize("under", ["friend", "stunned", "enemy", "horse", "engine", "dead"])
def test_a_gate_does_not_come_down_on_anybody(under):
    """Book silent on who stands in the gate when it is lowered: it is not, unless he is dead (RUL-949)."""
    pieces = {
        "friend": [man("Fulk", "0404")],
        "stunned": [man("Fulk", "0404", health="stunned")],
        "enemy": [man("Fulk", "0404", side="arabs")],
        "horse": [horse("Fulk", "0404", "0405")],
        "dead": [man("Fulk", "0404", health="dead")],
        "engine": [],
    }[under]
    engines = (
        (Engine("e", "stone_thrower", "Fulk", "normans", ("0404",), Facing.N),) if under == "engine" else ()
    )
    at = castle(man("Milo", "0304"), FOE, *pieces, engines=engines)
    at = a_turn_later(evolve(at, GateWorked(figure="milo", gate=("0404",), opened=True)))
    table = play(at, normans=("CLOSE Milo gate",))
    if under == "dead":
        assert terrain_at(table.battle, "0404") == "gate"
        return
    (failed,) = of_kind(table, "order_failed")
    assert (failed.rule, terrain_at(table.battle, "0404")) == ("GUI-9.2.3.2", "open_gate")
    assert "Fulk is under the gate" in failed.why
    # the receipt says so, and lets the order stand in case he is gone by then
    said = answer(at, "CLOSE Milo gate")
    assert said.verdict is Verdict.NOTE and "Fulk is under the gate" in " ".join(said.message)


@pytest.mark.rule("GUI-9.2.3.2", "GUI-9.2.3a")
@pytest.mark.parametrize(
    ("where", "line", "rule", "words"),
    [
        ("0203", "OPEN Milo gate", "GUI-9.2.3.2", "does not stand behind the gate, on 0304, 0403"),
        ("0304", "OPEN Milo gate 0305", "GUI-9.2.3a", "no gate in 0305; it is in 0404"),
        ("0304", "CLOSE Milo gate", "GUI-9.2.3.2", "closed already"),
    ],
)
def test_gates_that_cannot_be_worked(where, line, rule, words):
    at = a_turn_later(castle(man("Milo", where), FOE))
    said = answer(at, line)
    assert said.rule == rule and words in " ".join(said.message)
    assert failures(play(at, normans=(line,))) == [rule]


def test_where_there_is_no_gate_the_order_says_so():
    at = plain(man("Milo", "0304"), man("Zahir", "0808", side="arabs"), step=None)
    assert "no gate on this board" in " ".join(answer(at, "OPEN Milo gate").message)


@pytest.mark.rule("GUI-9.2.4", "GUI-9.2.3.1")
def test_a_destroyed_gate_is_open_for_good_and_a_burning_one_cannot_be_worked():
    at = a_turn_later(castle(man("Milo", "0304"), FOE))
    burning = at.copy()
    burning.flames["0404"] = Flame("arabs", 1)
    assert failures(play(burning, normans=("OPEN Milo gate",))) == ["GUI-9.2.4"]
    table = journal(at, otherwise=5)
    assert wood.destroy_wood(table, SIEGE, "0404", "fire", "GUI-9.2.4") == "gate"
    assert terrain_at(table.battle, "0404") == "destroyed_gate"
    gone = table.battle.copy()
    assert failures(play(gone, normans=("CLOSE Milo gate",))) == ["GUI-9.2.3.1"]


def test_the_hexes_of_a_wide_gate_and_its_rear():
    wide = built(". . . .\n. g g .\n. . . .", traits=("gate_rear 0301 0201",))
    assert gates.gates(wide.board) == (("0202", "0302"),)
    assert gates.rear_hexes(wide.board, ("0202", "0302")) == ("0201", "0301")


# wood


@pytest.mark.rule("GUI-9.2.1c", "GUI-9.2.1d", "GUI-9.2.2")
def test_what_is_left_of_stockades_and_platforms():
    table = journal(castle(man("Milo", "0304"), FOE), otherwise=5)
    assert [wood.wood_at(table.battle, at) for at in ("0204", "0302", "0404", "0101", "0304")] == [
        "stockade", "platform", "gate", "", "stockade",
    ]  # fmt: skip
    assert wood.destroy_wood(table, SIEGE, "0204", "fire", "GUI-9.2.1c") == "stockade"
    assert (terrain_at(table.battle, "0204"), wood.wood_at(table.battle, "0204")) == ("stockade_down", "")
    assert wood.destroy_wood(table, SIEGE, "0302", "fire") == "platform"
    assert (terrain_at(table.battle, "0302"), level_at(table.battle, "0302")) == ("stockade_down", 0)
    assert wood.destroy_wood(table, SIEGE, "0302", "fire") == ""
    told = [line.text for line in narrated(castle(FOE), table.events, None)]
    assert told == [
        "The stockade in 0204 is destroyed by fire.",
        "The platform in 0302 is destroyed by fire.",
    ]
    assert broken(table.battle) == []


@pytest.mark.rule("GUI-9.2.5", "GUI-9.2.2", "RUL-947")
def test_a_single_d_brings_down_gates_stockades_and_platforms_of_wood():
    at = castle(FOE)
    for label, what in (("0404", "gate"), ("0204", "stockade"), ("0302", "platform"), ("0101", "")):
        table = journal(at)
        assert wood.destroy_wood(table, SIEGE, label, "a stone", "GUI-9.2.5") == what


@pytest.mark.rule("GUI-9.2.1b", "GUI-9.2.2")
@pytest.mark.parametrize(
    ("face", "armoured", "health", "after"),
    [
        (5, False, "healthy", "healthy"),
        (6, False, "healthy", "wounded"),
        (4, True, "healthy", "healthy"),
        (5, True, "healthy", "wounded"),
        (6, True, "healthy", "wounded"),
        (6, False, "wounded", "dead"),
    ],
)
def test_the_jump_from_a_stockade(face, armoured, health, after):
    """1D6, one more in armour: up to 5 he lands well, 6 (and 7) wounds; a second wound kills (GUI-6.5e)."""
    for at in ("0204", "0302"):
        table = journal(castle(man("Milo", at, armoured=armoured, health=health), FOE), face)
        jump(table, SIEGE, "milo")
        assert table.battle.figures["milo"].health == after
        (jumped,) = of_kind(table, "jumped")
        assert jumped.rule == ("GUI-9.2.2" if at == "0302" else "GUI-9.2.1b")
        told = [line.text for line in narrated(castle(man("Milo", at), FOE), table.events, None)]
        assert f"1D6 = {face}" in told[0]


def test_these_events_come_back_from_their_bytes():
    for event in (
        TentTorn(figure="milo", hex="0302"),
        GateWorked(figure="milo", gate=("0404",), opened=True),
        WoodDestroyed(hex="0404", what="gate", by="fire", rule="GUI-9.2.4"),
        Jumped(figure="milo", hex="0302", face=3, modifiers=(), total=3, result="safe"),
    ):
        assert decode(*encode(event)) == event


# what the order form offers, and what must never be


@pytest.mark.rule("GUI-8.5.2b", "GUI-9.2.3.2")
def test_the_form_names_what_can_be_done_now():
    behind = castle(man("Milo", "0304"), FOE)
    assert "OPEN Milo gate" not in order_form(behind, SIEGE, "normans")
    assert "He can work the gate: OPEN Milo gate." in order_form(a_turn_later(behind), SIEGE, "normans")
    beside = a_turn_later(built(TENT_MAP, man("Milo", "0301"), man("Zahir", "0302", side="arabs"), step=None))
    assert "Canvas parts him from Zahir: TEAR Milo 0302." in order_form(beside, SIEGE, "normans")


def test_a_sound_board_has_nobody_inside_walls_or_across_them():
    walls = (("0304", "S", "low_wall"), ("0504", "S", "wall"))
    astride = plain(rider("Drogo", "0304", "0305"), horse("Bayard", "0504", "0505"), hexsides=walls)
    assert broken(astride) == [
        "drogo stands across a wall, in 0304 and 0305",
        "bayard stands across a wall, in 0504 and 0505",
    ]
    assert broken(built("g .", man("Milo", "0101"))) == ["milo is alive inside a wall or gate, in 0101"]


@pytest.mark.rule("GUI-8.4a", "GUI-4.2.3a")
def test_the_dead_are_not_hauled_through_a_wall():
    dead = [man(f"Dead{i}", "0303", health="dead") for i in range(3)]
    walls = (("0303", "S", "wall"),)
    at = plain(man("Milo", "0203"), man("Fulk", "0402"), *dead, FOE, hexsides=walls, step=None)
    said = answer(at, "HAUL Milo + Fulk bodies 0303 TO 0304")
    assert (said.verdict, said.rule) == (Verdict.ILLEGAL, "GUI-8.4a")
    assert answer(at, "HAUL Milo + Fulk bodies 0303 TO 0302").verdict is Verdict.OK


@pytest.mark.rule("GUI-8.4a", "GUI-4.2.4")
def test_a_burden_is_laid_down_on_this_side_of_the_wall():
    """The bearer stands in a walled hex of two; the only free hex that he could walk to is the other one."""
    at = plain(
        man("Milo", "0303", carries="fulk"),
        man("Fulk", None, health="stunned", carried_by="milo", stunned_in=1),
        walls=("wall 0303 0304",),
    )
    (laid,) = carrying.put_down_anywhere(at, SIEGE, at.figures["milo"])
    assert laid.hex == "0304"
    full = evolve(at.copy(), PutBack(figure="milo", hex="0303"))
    full.figures["odo"] = man("Odo", "0304")
    (stays,) = carrying.put_down_anywhere(full, SIEGE, full.figures["milo"])
    assert stays.hex == "0303"
