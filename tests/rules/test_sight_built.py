"""Shots in, out of and past houses (GUI-8.2): windows, doorways, courtyards, walls.

The house has four hexes, 0404, 0405, 0504 and 0505. A window looks north from 0504 to 0503, a doorway south
from 0505 to 0506; everything else round it is wall.
"""

from __future__ import annotations

import pytest

from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.board import board_of
from rules.state.works import Engine
from rules.tactical.sight.cover import cover_against
from rules.tactical.sight.line_of_fire import Sight, check
from rules.tactical.sight.rooms import room_of, yard_of
from tests.rules.kit import SIEGE, battle, field, man, rider

BOW = "composite_bow"
ROOM = ("0404", "0405", "0504", "0505")
HOUSE = {
    "walls": [f"wall {' '.join(ROOM)}"],
    "hexsides": [("0504", "N", "window"), ("0505", "S", "door")],
}


def ground(columns=9, rows=10, **cells):
    """Flat ground with some hexes of another kind: ground(h0404="i")."""
    lines = [line.split() for line in field(columns, rows).split("\n")]
    for label, code in cells.items():
        lines[int(label[3:]) - 1][int(label[1:3]) - 1] = code
    return "\n".join(" ".join(line) for line in lines)


INSIDE = {f"h{at}": "i" for at in ROOM}


def at_house(*pieces, **more) -> Battle:
    return battle(ground(**INSIDE), *pieces, rules=SIEGE, **{**HOUSE, **more})


def archer(name, at, **more):
    return man(name, at, code="Bia", weapon=more.pop("weapon", BOW), **more)


def look(b: Battle, shooter: str, target: str, weapon: str = "") -> Sight | Rejection:
    figure, piece = b.figures[shooter], b.figures[target]
    return check(b, SIEGE, figure, weapon or figure.weapon, piece.hexes[0], target)


def shot(start: str, end: str, **more) -> Sight | Rejection:
    """From one hex to another at the house."""
    return look(at_house(archer("Yani", start), man("Jemal", end, side="arabs"), **more), "yani", "jemal")


def refused(found: Sight | Rejection) -> str:
    assert isinstance(found, Rejection), found
    return found.rule


def seen(found: Sight | Rejection) -> Sight:
    assert isinstance(found, Sight), found
    return found


# walls


@pytest.mark.rule("GUI-8.2.4", "GUI-8.3.3")
@pytest.mark.parametrize(
    ("start", "end"),
    [("0403", "0404"), ("0403", "0405"), ("0203", "0506"), ("0305", "0604"), ("0604", "0406")],
)
def test_walls_stop_every_line_through_the_house(start, end):
    for one, two in ((start, end), (end, start)):
        found = shot(one, two)
        assert refused(found) == "GUI-8.2.4" and "the wall between" in found.why


@pytest.mark.rule("GUI-8.2.4")
def test_the_receipt_names_the_wall():
    assert shot("0403", "0404").why == "the wall between 0403 and 0404 is in the way"


@pytest.mark.rule("GUI-8.2.4", "GUI-5.5.1c")
def test_along_a_wall_the_open_side_counts():
    """From 0306 to 0506 the line runs along the side between 0405, a room, and 0406, open ground."""
    b = at_house(archer("Yani", "0306"), man("Jemal", "0506", side="arabs"))
    assert b.board.line("0306", "0506").stages == (("0405", "0406"),)
    assert seen(look(b, "yani", "jemal")).cover == "none"


@pytest.mark.rule("GUI-8.2")
def test_within_a_room_one_shoots_freely():
    assert seen(shot("0404", "0405")).cover == "none"
    assert seen(shot("0405", "0404")).opening == ""


# windows


@pytest.mark.rule("GUI-8.2.1a")
def test_only_from_the_window_hex_one_shoots_out():
    found = seen(shot("0504", "0501"))
    assert (found.cover, found.opening) == ("none", "the window towards 0503")
    assert refused(shot("0505", "0501")) == "GUI-8.2.1a"


@pytest.mark.rule("GUI-8.2.1a")
def test_from_the_middle_of_the_edge_one_sees_more_than_from_the_middle_of_the_hex():
    """From 0504 all that lies truly before the window is in view, though lines from the middle of the hex
    would meet the walls beside it."""
    for end in ("0202", "0802", "0302", "0703"):
        assert seen(shot("0504", end)).opening == "the window towards 0503", end
    for end in ("0604", "0305", "0406"):
        assert refused(shot("0504", end)) == "GUI-8.2.4", end


@pytest.mark.rule("GUI-8.2.1b")
def test_nobody_shoots_at_the_man_below_the_sill_but_at_a_rider_there():
    found = shot("0504", "0503")
    assert refused(found) == "GUI-8.2.1b" and "Jemal stands right under the window" in found.why
    b = at_house(archer("Yani", "0504"), rider("Zahir", "0503", "0502", side="arabs"))
    assert seen(look(b, "yani", "zahir")).distance == 1


@pytest.mark.rule("GUI-8.2.1b")
def test_whoever_is_below_the_sill_is_named_whoever_stood_there_before():
    for name in ("Musa", "Ziyad"):
        found = look(at_house(archer("Yani", "0504"), man(name, "0503", side="arabs")), "yani", name.lower())
        assert refused(found) == "GUI-8.2.1b" and f"{name} stands right under the window" in found.why


@pytest.mark.rule("GUI-8.2.1c", "GUI-8.2.1e", "GUI-8.3.1")
@pytest.mark.parametrize(
    ("start", "end", "rule"),
    [
        ("0501", "0504", ""),
        ("0502", "0504", ""),
        ("0601", "0504", ""),
        ("0602", "0504", "GUI-8.2.1c"),  # touches the corner of the wall
        ("0603", "0504", "GUI-8.2.4"),  # beside the window
        ("0501", "0505", "GUI-8.2.1a"),  # not immediately behind it
    ],
)
def test_from_outside_one_reaches_the_hex_behind_the_window_without_touching_the_wall(start, end, rule):
    found = shot(start, end)
    if rule:
        assert refused(found) == rule, found
    else:
        assert seen(found).cover == "medium" and seen(found).cover_why[0].rule == "GUI-8.2.1e"


@pytest.mark.rule("GUI-8.2.1d", "GUI-8.2.1e")
def test_at_the_sill_one_shoots_into_the_whole_room_and_no_further():
    for end in ("0504", "0404", "0505", "0405"):
        found = seen(shot("0503", end))
        assert (found.cover, found.opening) == ("medium", "the window towards 0504"), end
    assert refused(shot("0503", "0507")) == "GUI-8.2.1d"


# doorways


@pytest.mark.rule("GUI-8.2.3a", "GUI-8.3.1")
@pytest.mark.parametrize(
    ("start", "end", "open_"),
    [("0508", "0504", True), ("0504", "0508", True), ("0508", "0405", False), ("0708", "0504", False)],
)
def test_through_a_doorway_unless_a_wall_is_in_the_way(start, end, open_):
    found = shot(start, end)
    assert isinstance(found, Sight) is open_, found
    if open_:
        assert found.cover == ("medium" if end == "0504" else "none")


@pytest.mark.rule("GUI-8.2.3b", "GUI-8.3.1")
def test_from_a_doorway_the_line_starts_in_the_middle_of_the_opening():
    found = seen(shot("0505", "0208"))
    assert (found.cover, found.opening) == ("none", "the doorway towards 0506")
    # from the hex outside, too: whoever is in the room has no cover against a shooter in the doorway
    found = seen(shot("0506", "0404"))
    assert (found.cover, found.opening) == ("none", "the doorway towards 0505")


@pytest.mark.rule("GUI-8.3.5")
def test_in_the_doorway_there_is_medium_cover_from_either_side():
    assert [m.rule for m in seen(shot("0508", "0505")).cover_why] == ["GUI-8.3.5"]
    assert [m.rule for m in seen(shot("0404", "0505")).cover_why] == ["GUI-8.3.5"]
    assert seen(shot("0508", "0505")).cover == seen(shot("0404", "0505")).cover == "medium"


@pytest.mark.rule("GUI-8.3.5")
def test_in_cross_fire_the_side_with_more_shooters_is_kept():
    """RUL-804."""
    inside, outside = archer("Yani", "0404"), archer("Basil", "0508")
    victim = man("Jemal", "0505", side="arabs")
    b = at_house(inside, outside, victim)
    assert seen(look(b, "basil", "jemal")).cover == "medium", "one each: towards the outside"
    found = seen(look(b, "yani", "jemal"))
    assert found.cover == "none" and found.cover_why[0].words == "cross-fire: covered only towards 0506"
    b = at_house(inside, archer("Kosta", "0504"), outside, victim)
    assert seen(look(b, "basil", "jemal")).cover == "none"
    assert seen(look(b, "yani", "jemal")).cover == "medium"
    b = at_house(inside, archer("Kosta", "0504", weapon=""), outside, victim)
    assert seen(look(b, "basil", "jemal")).cover == "medium", "who has nothing to shoot with does not count"


# courtyards

YARD = ("0404", "0405", "0504", "0505")


def at_yard(*pieces):
    return battle(
        ground(),
        *pieces,
        walls=[f"wall {' '.join(YARD)}"],
        hexsides=[("0505", "S", "entrance"), ("0504", "N", "window")],
        rules=SIEGE,
    )


@pytest.mark.rule("GUI-8.3.2", "GUI-8.2.3c")
def test_a_yard_is_seen_through_its_entrance():
    b = at_yard(
        archer("Yani", "0508"), man("Jemal", "0504", side="arabs"), man("Abbas", "0405", side="arabs")
    )
    assert yard_of(b.board, "0404") == frozenset(YARD) and not room_of(b.board, "0404")
    found = seen(look(b, "yani", "jemal"))
    assert (found.cover, found.cover_why[0].rule) == ("medium", "GUI-8.3.2")
    assert refused(look(b, "yani", "abbas")) == "GUI-8.2.4"


@pytest.mark.rule("GUI-8.2.3c", "GUI-8.3.5")
def test_an_entrance_is_a_doorway_to_shoot_from():
    b = at_yard(archer("Yani", "0505"), man("Jemal", "0208", side="arabs"))
    assert seen(look(b, "yani", "jemal")).opening == "the entrance towards 0506"
    b = at_yard(archer("Yani", "0508"), man("Jemal", "0505", side="arabs"))
    assert seen(look(b, "yani", "jemal")).cover_why[0].rule == "GUI-8.3.5"


@pytest.mark.rule("GUI-8.3.2", "GUI-9.4.2")
def test_the_inside_of_a_castle_is_no_inner_yard():
    b = battle(
        ground(),
        archer("Yani", "0508"),
        man("Jemal", "0504", side="arabs"),
        walls=[f"wall {' '.join(YARD)}"],
        hexsides=[("0505", "S", "entrance")],
        traits=[f"castle {' '.join(YARD)}"],
        rules=SIEGE,
    )
    assert seen(look(b, "yani", "jemal")).cover == "none"


@pytest.mark.rule("GUI-8.3.2")
def test_within_a_yard_nothing_covers():
    b = at_yard(archer("Yani", "0404"), man("Jemal", "0405", side="arabs"))
    assert seen(look(b, "yani", "jemal")).cover == "none"


@pytest.mark.rule("GUI-8.2.3c")
def test_a_line_may_pass_a_doorway_and_an_entrance():
    """A room of one hex, 0503, opens on the yard; the line down the column passes both openings."""
    b = battle(
        ground(h0503="i"),
        archer("Yani", "0508"),
        man("Jemal", "0503", side="arabs"),
        walls=[f"wall {' '.join(YARD)} 0503"],
        hexsides=[("0505", "S", "entrance"), ("0503", "S", "door")],
        rules=SIEGE,
    )
    assert seen(look(b, "yani", "jemal")).cover == "medium"


# tents


@pytest.mark.rule("GUI-8.3.4a", "GUI-8.3.4b", "GUI-8.5.2a")
def test_example_of_the_tents():
    """EX-8.5.2-1: Stephanos shoots at Romaric through the opening of his tent (light) and at Arthur through
    the canvas (heavy)."""
    b = battle(
        ground(h0304="T", h0305="O", h0403="T", h0404="T", h0604="T", h0605="T", h0704="T", h0705="O"),
        archer("Stephanos", "0307", side="arabs"),
        man("Romaric", "0304"),
        man("Arthur", "0604"),
        rules=SIEGE,
    )
    found = seen(look(b, "stephanos", "romaric"))
    assert (found.cover, found.cover_why[0].words) == ("light", "in a tent, through its opening")
    found = seen(look(b, "stephanos", "arthur"))
    assert (found.cover, found.cover_why[0].rule) == ("heavy", "GUI-8.3.4b")


@pytest.mark.rule("GUI-8.3.4b")
def test_two_in_one_tent_and_who_stands_beyond_it():
    """RUL-801."""
    tent = {"h0304": "T", "h0305": "O", "h0403": "T", "h0404": "T"}
    b = battle(
        ground(**tent),
        archer("Stephanos", "0304", side="arabs"),
        man("Romaric", "0404"),
        man("Arthur", "0305"),
        man("Hugo", "0301"),
        archer("Bela", "0308", side="arabs"),
        rules=SIEGE,
    )
    assert seen(look(b, "stephanos", "romaric")).cover == "none"
    assert seen(look(b, "stephanos", "hugo")).cover == "none"
    assert seen(look(b, "bela", "arthur")).cover == "light", "in the opening"
    b.figures.pop("arthur"), b.figures.pop("stephanos")
    assert seen(look(b, "bela", "hugo")).cover == "heavy", "with the tent between them"


# engines and strays


@pytest.mark.rule("GUI-10.4.3")
def test_an_engine_stops_lines_across_its_hexes():
    engine = Engine("engine-1", "stone_thrower", "Malvoisin", "normans", ("0504",), Facing.N)
    b = battle(
        field(9, 9),
        archer("Yani", "0507"),
        man("Jemal", "0502", side="arabs"),
        engines=(engine,),
        rules=SIEGE,
    )
    found = look(b, "yani", "jemal")
    assert refused(found) == "GUI-10.4.3" and "Malvoisin in 0504" in found.why


@pytest.mark.rule("GUI-8.3.3")
def test_a_stray_missile_does_nothing_behind_a_wall():
    """RUL-805: whoever the shooter has no line to is out of its reach."""
    b = at_house(archer("Yani", "0401"), man("Jemal", "0404", side="arabs"))
    cover, why = cover_against(b, SIEGE, b.figures["jemal"], "0404", "0401", BOW)
    assert (cover, why[0].rule) == ("infinite", "GUI-8.2.4")
    assert board_of(b.setup.board).built
