"""Moving about castles: stockades, slits, towers, stairs, gates and breaches."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.structures import GateWorked, WoodDestroyed
from rules.evolve import evolve
from rules.tactical.moving import movement
from tests.rules.built import built, cost, plain, reaches, why
from tests.rules.kit import SIEGE, man
from tests.rules.structures_kit import GOING, RIDING

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


def castle(*pieces, **more):
    return built(CASTLE_MAP, *pieces, **{**CASTLE, **more})


@pytest.mark.rule("GUI-9.2.1a", "GUI-9.1", "GUI-9.5.1a", "GUI-9.5.1b")
def test_a_stockade_is_closed_without_a_ladder():
    at = castle()
    found = movement.entry_cost(at, SIEGE, GOING, "0301", "0302")
    assert isinstance(found, Rejection) and found.rule == "GUI-9.2.1a" and "without a ladder" in found.why
    assert why(at, GOING, "0204", "0205") == "GUI-9.2.1a"
    assert not reaches(castle(man("Hugo", "0301")), "hugo", "0302")


@pytest.mark.rule("GUI-9.5.1a", "GUI-9.1")
@pytest.mark.parametrize("feature", ["slit", "chapel_window", "wall", "parapet"])
def test_slits_and_chapel_windows_are_crossed_by_nobody_either_way(feature):
    at = built(". i2 i2", walls=("wall 0201 0301",), hexsides=(("0201", "NW", feature),))
    assert why(at, GOING, "0101", "0201") and why(at, GOING, "0201", "0101")
    assert not reaches(
        built(". i i", man("Hugo", "0101"), hexsides=(("0201", "NW", feature),)), "hugo", "0201"
    )
    # from within the building the hex behind is entered like any room
    assert cost(at, GOING, "0301", "0201") == 1


@pytest.mark.rule("GUI-9.1")
def test_the_doorway_of_a_tower_is_closed_to_horses():
    walls = {"walls": ("wall 0201 0202",), "hexsides": (("0201", "NW", "door"),)}
    tower = built(". i\n. i", traits=("tower 0201 0202",), **walls)
    assert (why(tower, RIDING, "0101", "0201"), cost(tower, GOING, "0101", "0201")) == ("GUI-8.4a", 1)
    assert why(built(". i\n. i", **walls), RIDING, "0101", "0201") == ""


@pytest.mark.rule("GUI-9.5.1b", "GUI-9.6")
def test_platforms_are_reached_by_the_stairs_where_the_map_draws_them():
    at = castle()
    assert (cost(at, GOING, "0304", "0303"), cost(at, GOING, "0303", "0302")) == (2, 1)
    assert cost(at, GOING, "0302", "0402") == 1
    assert why(at, GOING, "0203", "0202") == "GUI-9.5.1b"
    # no access from the sides of the stairs, and no combat there either
    assert why(at, GOING, "0403", "0303") == "GUI-9.6" and why(at, GOING, "0303", "0202") == "GUI-9.6"
    fighting = castle(
        man("Hugo", "0303"), man("Zahir", "0403", side="arabs"), man("Malik", "0304", side="arabs")
    )
    assert (reaches(fighting, "zahir", "0303"), reaches(fighting, "malik", "0303")) == (False, True)
    assert (reaches(fighting, "hugo", "0403"), reaches(fighting, "hugo", "0302")) == (False, True)


@pytest.mark.rule("GUI-9.6")
def test_stairs_that_open_onto_two_hexes_or_into_the_middle_of_one():
    rows = ". . .\n. S .\n. P1 ."
    two = built(rows, paths=("0202 0201", "0202 0302", "0202 0203"))
    assert [n for n in two.board.neighbours("0202") if not why(two, GOING, n, "0202")] == [
        "0201",
        "0302",
        "0203",
    ]
    middle = built(rows, paths=("0202 0203",))
    assert [n for n in middle.board.neighbours("0202") if not why(middle, GOING, n, "0202")] == [
        "0201", "0302", "0303", "0203", "0103", "0102",
    ]  # fmt: skip
    assert why(middle, RIDING, "0201", "0202") == "GUI-9.1"


@pytest.mark.rule("GUI-9.2.3a", "GUI-9.2.3.1", "GUI-9.1")
def test_what_a_gate_takes_closed_open_and_destroyed():
    at = castle(man("Hugo", "0304"))
    assert (why(at, GOING, "0304", "0404"), why(at, RIDING, "0405", "0404")) == ("GUI-9.2.3a", "GUI-9.2.3a")
    opened = evolve(at.copy(), GateWorked(figure="hugo", gate=("0404",), opened=True))
    assert (cost(opened, GOING, "0405", "0404"), why(opened, RIDING, "0405", "0404")) == (2, "GUI-9.2.3a")
    gone = evolve(opened.copy(), WoodDestroyed(hex="0404", what="gate", by="fire", rule="GUI-9.2.4"))
    assert (cost(gone, GOING, "0405", "0404"), cost(gone, RIDING, "0405", "0404")) == (2, 4)
    shut = evolve(opened, GateWorked(figure="hugo", gate=("0404",), opened=False))
    assert why(shut, GOING, "0304", "0404") == "GUI-9.2.3a" and shut.overlays == {}


@pytest.mark.rule("GUI-9.2.1d")
def test_a_broken_stockade_is_passable_for_one_point_more():
    at = castle()
    assert why(at, GOING, "0205", "0204") == "GUI-9.2.1a"
    at = evolve(at, WoodDestroyed(hex="0204", what="stockade", by="fire", rule="GUI-9.2.1c"))
    assert why(at, GOING, "0205", "0204") == "" and why(at, GOING, "0305", "0304") == "GUI-9.2.1a"
    flat = evolve(
        plain(walls=("stockade 0303",)), WoodDestroyed(hex="0303", what="stockade", by="fire", rule="x")
    )
    assert (cost(flat, GOING, "0302", "0303"), cost(flat, RIDING, "0302", "0303")) == (2, 2)
    assert cost(flat, GOING, "0303", "0302") == 1
    sloping = built("/ .1\n. .", walls=("stockade 0101",))
    sloping = evolve(sloping, WoodDestroyed(hex="0101", what="stockade", by="fire", rule="x"))
    assert cost(sloping, GOING, "0102", "0101") == 3


@pytest.mark.rule("GUI-9.2.2")
def test_a_platform_that_falls_lies_on_the_ground_with_its_stockade():
    at = evolve(castle(), WoodDestroyed(hex="0302", what="platform", by="fire", rule="GUI-9.2.1c"))
    assert (cost(at, GOING, "0301", "0302"), why(at, GOING, "0302", "0202")) == (2, "GUI-9.5.1b")
