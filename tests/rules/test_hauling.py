"""Clearing a hex of bodies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.movement import (
    BodiesHauled,
    MoveBegan,
)
from rules.orders.records import HaulOrder
from rules.tactical.moving import bodies
from tests.rules.kit import RULES, battle, field, horse, journal, kinds, man, play, rider
from tests.rules.movement_kit import planned


def graveyard(*more, end="."):
    dead = [man(f"Dead{i}", "0202", health="dead") for i in range(4)]
    board = f". {end} . .\n. . . .\n. . . .\n. . . ."
    return battle(board, man("Tybalt", "0102"), man("Fursa", "0203"), *dead, *more)


HAUL = HaulOrder(figures=("tybalt", "fursa"), start="0202", end="0201")


@pytest.mark.rule("GUI-4.2.3a")
def test_two_men_shift_three_bodies_and_do_nothing_else():
    made = graveyard()
    assert bodies.check_haul(made, RULES, HAUL) is None
    table = journal(made)
    bodies.resolve_haul(table, RULES, HAUL)
    moved = [f.hex for f in table.battle.figures.values() if f.dead]
    assert sorted(moved) == ["0201", "0201", "0201", "0202"]
    assert table.battle.now.busy == {"tybalt", "fursa"}
    assert planned(table.battle, "tybalt", "0103").rule == "GUI-4.2.3a"
    assert bodies.check_haul(table.battle, RULES, HAUL).rule == "GUI-4.2.3a"


@pytest.mark.rule("GUI-4.2.3a")
def test_or_one_carcass():
    made = graveyard(horse("Bayard", "0202", "0302", alive=False))
    table = journal(made)
    bodies.resolve_haul(table, RULES, HaulOrder(("tybalt", "fursa"), "0202", "0201", "carcass"))
    assert table.battle.horses["bayard"].hexes == ("0201",)
    hauled = table.events[-1]
    assert isinstance(hauled, BodiesHauled) and hauled.people == () and hauled.horse == "bayard"


@pytest.mark.rule("GUI-4.2.3b")
@pytest.mark.parametrize("water", ["w", "W"])
def test_bodies_thrown_into_water_are_gone(water):
    table = journal(graveyard(end=water))
    bodies.resolve_haul(table, RULES, HAUL)
    assert table.events[-1].sunk
    assert [f.hex for f in table.battle.figures.values() if f.dead] == [None, None, None, "0202"]


@pytest.mark.rule("GUI-4.2.3a")
@pytest.mark.parametrize(
    ("made", "order"),
    [
        (graveyard(man("Zahir", "0103", side="arabs")), HAUL),
        (graveyard(), HaulOrder(("tybalt",), "0202", "0201")),
        (graveyard(), HaulOrder(("tybalt", "tybalt"), "0202", "0201")),
        (graveyard(), HaulOrder(("tybalt", "fursa"), "0202", "0404")),
        (graveyard(), HaulOrder(("tybalt", "fursa"), "0202", "0201", "carcass")),
        (graveyard(), HaulOrder(("tybalt", "fursa"), "0302", "0301")),
        (graveyard(man("Odo", "0404")), HaulOrder(("tybalt", "odo"), "0202", "0201")),
        (graveyard(rider("Drogo", "0301", "0401")), HaulOrder(("tybalt", "drogo"), "0202", "0201")),
    ],
)
def test_what_stops_the_haulers(made, order):
    assert bodies.check_haul(made, RULES, order) is not None
    table = journal(made)
    bodies.resolve_haul(table, RULES, order)
    assert table.events == []


@pytest.mark.rule("GUI-4.2.3a")
def test_who_has_moved_cannot_haul():
    table = journal(graveyard())
    table.record(MoveBegan(figure="fursa", allowance=8))
    assert bodies.check_haul(table.battle, RULES, HAUL).rule == "GUI-4.2.3a"


@pytest.mark.rule("GUI-4.2.3a")
@pytest.mark.parametrize("who", ["tybalt", "fursa"])
def test_who_has_shot_or_done_other_work_hauls_nothing(who):
    for done in ("fired", "busy"):
        made = graveyard()
        getattr(made.now, done).add(who)
        refused = bodies.check_haul(made, RULES, HAUL)
        assert refused is not None and refused.rule == "GUI-4.2.3a" and "something else" in refused.why
        table = journal(made)
        bodies.resolve_haul(table, RULES, HAUL)
        assert table.events == []


@pytest.mark.rule("GUI-4.2.3a", "GUI-2.1a")
def test_the_shot_of_a_hauler_is_his_turn():
    """Played from order lines: he shoots in the first step, and in the third he hauls nobody."""
    made = graveyard(man("Zahir", "0402", side="arabs"))
    made.figures["tybalt"] = replace(made.figures["tybalt"], weapon="short_bow")
    sheet = {"normans": ("FIRE Tybalt AT Zahir", "HAUL Tybalt + Fursa bodies 0202 TO 0201")}
    idle = _played(made, {"normans": sheet["normans"][1:]})
    assert "bodies_hauled" in idle and "order_failed" not in idle
    shot = _played(made, sheet)
    assert "shot_fired" in shot and "order_failed" in shot and "bodies_hauled" not in shot


def _played(made, sheets):
    made = made.copy()
    made.step = None
    return kinds(play(made, otherwise=10, **sheets).events)


@pytest.mark.rule("GUI-4.2.3a", "RUL-413", "RUL-425")
@pytest.mark.parametrize(
    ("enemy", "free"),
    [("0302", True), ("0301", True), ("0103", False), ("0304", False), ("0101", False)],
)
def test_an_enemy_beside_a_hauler_keeps_both_from_it_one_beside_the_cleared_hex_alone_does_not(enemy, free):
    """Tybalt in 0102 and Fursa in 0203 clear 0202, beside which they stand; 0302 touches that hex and neither
    of them, 0301 that into which the dead go."""
    made = graveyard(man("Zahir", enemy, side="arabs"))
    assert (bodies.check_haul(made, RULES, HAUL) is None) is free
    stunned = graveyard(man("Zahir", enemy, side="arabs", health="stunned"))
    assert bodies.check_haul(stunned, RULES, HAUL) is None


@pytest.mark.rule("GUI-4.2.3a", "RUL-413")
def test_one_of_them_may_stand_among_the_dead_and_is_not_hauled_himself():
    dead = [man(f"Dead{i}", "0202", health="dead") for i in range(4)]
    made = battle(field(4, 4), man("Odo", "0202"), man("Tybalt", "0102"), *dead)
    order = HaulOrder(("tybalt", "odo"), "0202", "0201")
    assert bodies.check_haul(made, RULES, order) is None
    assert bodies.load(made, RULES, order) == (("dead0", "dead1", "dead2"), "")
