"""The owner chooses among the legal ways: by a direction, or by a way that he names hex by hex (GUI-6.5a,
GUI-5.4.4a, GUI-6.6a).

Round 0505: north 0504, north-east 0604, south-east 0605, south 0506, south-west 0405, north-west 0404.
"""

from __future__ import annotations

import pytest

from rules.core.dice import ScriptedDice
from rules.desk.read import read_orders
from rules.events.asking import DecisionRequested
from rules.events.combat import RetreatBlocked, Retreated
from rules.events.harm import Displaced
from rules.events.movement import InfiltrationTested, Moved
from rules.events.terms import StandingOrderHeld
from rules.events.umpire import DecisionMade
from rules.journal import Journal, Stopped
from rules.tactical.fighting import combat
from rules.tactical.retreating import retreat
from rules.tactical.shooting import missile
from tests.rules.kit import RULES, battle, field, journal, man, narrated, rider

FLAT = field(10, 10)


def driven(*pieces, hexes=1, orders=(), dice=None, shot_from=None, enemies=(), board=FLAT, who="zahir"):
    at = battle(board, *pieces, standing={"arabs": tuple(orders)})
    j = journal(at, *(dice or ()), otherwise=None if dice else 1)
    cause = "missile" if shot_from else "combat"
    retreat.resolve_retreat(j, RULES, [who], hexes, cause, frozenset(enemies), shot_from)
    return j


def zahir(**more):
    return man("Zahir", "0505", side="arabs", **more)


def trail(j):
    return [e.hex for e in j.events if isinstance(e, Retreated)]


def decided(j):
    """The order by which a choice was settled, as the report tells it."""
    [made] = [e for e in j.events if isinstance(e, DecisionMade)]
    return made.order


def held(j):
    return [e.why for e in j.events if isinstance(e, StandingOrderHeld)]


def opposed(j):
    return [(e.hex, e.enemy) for e in j.events if isinstance(e, InfiltrationTested)]


# a direction


@pytest.mark.rule("GUI-6.5a", "GUI-5.4.4a")
def test_toward_a_hex_is_not_overruled_by_fewer_tests():
    """Robert drives him back; Fursa stands by the way that the order asks for, and no one by the others."""
    pieces = (zahir(), man("Robert", "0504"), man("Fursa", "0706"))
    order = "RETREAT Zahir toward 0906"
    j = driven(*pieces, orders=[order], enemies=["robert"])
    assert trail(j) == ["0605"] and opposed(j) == [("0605", "fursa")] and decided(j) == order
    without = driven(*pieces, enemies=["robert"])
    assert opposed(without) == [] and decided(without) == ""


@pytest.mark.rule("GUI-6.5a")
def test_of_several_ways_to_the_same_end_that_with_fewer_tests():
    j = driven(zahir(), man("Fursa", "0704"), hexes=2, orders=["RETREAT Zahir toward 0606"])
    assert trail(j)[-1] == "0606" and trail(j)[0] in {"0506", "0605"}
    by_0605 = driven(zahir(), man("Fursa", "0704"), hexes=2, orders=["RETREAT Zahir via 0605 0606"])
    assert trail(by_0605) == ["0605", "0606"]


# hex by hex


@pytest.mark.rule("GUI-6.5a", "GUI-5.4.4a", "RUL-622")
@pytest.mark.parametrize(
    ("way", "hexes", "path"),
    [
        ("0405 0305", 2, ["0405", "0305"]),
        ("0405 0305", 1, ["0405"]),  # as far as he has to
        ("via 0605", 2, ["0605"]),  # where it ends the default goes on
    ],
)
def test_a_named_way_is_gone_hex_by_hex(way, hexes, path):
    order = f"RETREAT Zahir {way}"
    j = driven(zahir(), hexes=hexes, orders=[order], shot_from=None)
    assert trail(j)[: len(path)] == path and len(trail(j)) == hexes
    assert decided(j).startswith("RETREAT Zahir") and held(j) == []


@pytest.mark.rule("GUI-6.5a", "RUL-622")
def test_who_stands_on_his_way_goes_on_from_there_and_at_its_end_it_says_no_more():
    order = ["RETREAT Zahir via 0404 0505 0605"]
    assert trail(driven(zahir(), orders=order)) == ["0605"]
    at_the_end = driven(zahir(), orders=["RETREAT Zahir via 0404 0505"])
    assert decided(at_the_end) == "" and held(at_the_end) == []


@pytest.mark.rule("GUI-6.5a", "GUI-4.3g", "GUI-4.3h", "GUI-6.5d", "RUL-622")
@pytest.mark.parametrize(
    ("way", "case", "why"),
    [
        ("0604 0704", {"enemies": ["robert"]}, "0604 touches an enemy of this fight"),
        ("0605 0705", {"shot_from": "0501"}, "0605 does not lead away from the shot"),
        ("0506 0605", {"hexes": 2}, "0605 is not open to him"),  # does not lead farther away
        ("0404 0303", {}, "Fursa stands in 0404"),
        ("0708 0709", {}, "0708 is not next to 0505"),
    ],
)
def test_a_way_that_is_closed_is_told_and_the_default_counts(way, case, why):
    pieces = (zahir(), man("Robert", "0504"), man("Fursa", "0404"))
    j = driven(*pieces, orders=[f"RETREAT Zahir {way}"], **case)
    assert held(j) == [why] and decided(j) == "", "it is not told as his order"
    default = driven(*pieces, **case)
    assert trail(j) == trail(default)
    lines = [line.text for line in narrated(battle(FLAT, *pieces), j.events, "arabs")]
    assert any("holds back" in line and why in line for line in lines)
    assert not any("holds back" in line.text for line in narrated(battle(FLAT, *pieces), j.events, "normans"))


@pytest.mark.rule("GUI-6.5b", "GUI-5.4.4b", "RUL-622", "RUL-623")
def test_the_owner_of_him_who_gives_ground_chooses_who_makes_room():
    """Odo belongs to another player of the same side; free hexes lie beside him."""
    yusuf = man("Yusuf", "0405", side="arabs", seat="others")
    j = driven(zahir(), yusuf, orders=["RETREAT Zahir via 0405"])
    assert trail(j) == ["0405"]
    [shifted] = [e for e in j.events if isinstance(e, Displaced)]
    assert shifted.figure == "yusuf"
    assert [e for e in driven(zahir(), yusuf).events if isinstance(e, Displaced)] == []
    stunned = man("Yusuf", "0405", side="arabs", health="stunned")
    assert held(driven(zahir(), stunned, orders=["RETREAT Zahir via 0405"])) == [
        "nobody can make room for him in 0405"
    ]


@pytest.mark.rule("GUI-5.4.4c", "RUL-622")
def test_a_rider_goes_straight_back_whatever_way_was_named():
    horseman = rider("Zahir", "0505", "0506", side="arabs")
    j = driven(horseman, orders=["RETREAT Zahir via 0605"])
    assert j.battle.figures["zahir"].hexes == ("0506", "0507")
    assert held(j) == ["a rider gives ground straight back"]


@pytest.mark.rule("GUI-6.5d", "RUL-622")
def test_where_no_way_is_open_none_is_asked_for():
    sinks = man("Zahir", "0202", side="arabs", armoured=True)
    j = driven(sinks, orders=["RETREAT Zahir via 0201"], board="W W\nW .")
    assert isinstance(j.events[0], RetreatBlocked) and held(j) == []


# worked example 4


def ruggiero(*orders):
    """Ruggiero in 0505 is shot from 0603, along a corner, so that two hexes lie opposite: H1 is 0506, H4
    is 0405. Yusuf touches both, Khaled H4 and Omar H5 alone; nobody touches H2 and H3, in which the other
    two ways end."""
    at = battle(
        FLAT, man("Ruggiero", "0505", armoured=True),
        man("Argyris", "0603", side="arabs", weapon="composite_bow"),
        man("Yusuf", "0406", side="arabs"), man("Khaled", "0305", side="arabs"),
        man("Omar", "0307", side="arabs"),
        standing={"normans": orders},
    )  # fmt: skip
    j = journal(at, named={"GUI-5.4.3a": 6}, otherwise=1)
    assert missile.resolve_shot(j, RULES, "argyris", "ruggiero", "0505", "composite_bow", "offensive") is None
    return j


@pytest.mark.rule("GUI-4.3f", "GUI-4.3h", "GUI-5.4.4a")
@pytest.mark.parametrize(
    ("way", "tests"),
    [
        ("0506 0606", [("0506", "yusuf")]),  # blue
        ("0506 0507", [("0506", "yusuf")]),  # red
        ("0405 0306", [("0405", "yusuf"), ("0405", "khaled"), ("0306", "omar")]),  # green
    ],
)
def test_example_4_three_itineraries(way, tests):
    """EX-4.3-4."""
    order = f"RETREAT Ruggiero via {way}"
    j = ruggiero(order)
    assert trail(j) == way.split() and decided(j) == order
    assert opposed(j) == tests


@pytest.mark.rule("GUI-4.3h", "RUL-622")
def test_example_4_the_hex_north_east_of_h1_would_avoid_the_test_and_is_not_allowed():
    """EX-4.3-4: 0605 touches nobody, and leads to H2 as well."""
    j = ruggiero("RETREAT Ruggiero via 0605 0606")
    assert held(j) == ["0605 does not lead away from the shot"]
    assert trail(j)[0] == "0506" and opposed(j) == [("0506", "yusuf")]


# advances


def rough(ground):
    """Flat ground but for 0605."""
    rows = [line.split() for line in field(12, 12).splitlines()]
    rows[4][5] = ground
    return "\n".join(" ".join(row) for row in rows)


def won(*others, order="", die=3, ground=".", theirs=""):
    """Robert in 0504 drives Zahir out of 0505."""
    at = battle(
        rough(ground), man("Robert", "0504", attack=12), man("Zahir", "0505", side="arabs", defence=7),
        *others, standing={"normans": (order,) if order else (), "arabs": (theirs,) if theirs else ()},
    )  # fmt: skip
    j = journal(at, die, otherwise=1)
    assert combat.resolve_combat(j, RULES, ("robert",), ("zahir",)) is None
    return j


def went(j):
    return [e.hex for e in j.events if isinstance(e, Moved)]


@pytest.mark.rule("GUI-6.6a", "RUL-622")
def test_an_advance_goes_by_the_hexes_that_are_named():
    order = "ADVANCE Robert via 0505 0605 0705"
    j = won(order=order)
    assert went(j) == ["0505", "0605", "0705"]
    assert [e.order for e in j.events if isinstance(e, DecisionMade) and e.figure == "robert"] == [order]


@pytest.mark.rule("GUI-6.6a", "GUI-6.6b", "RUL-622")
@pytest.mark.parametrize(
    ("way", "others", "why"),
    [
        ("0604 0605", (), "0604 was not given up"),
        ("0505 0506 0507 0508 0509", (), "he cannot get to 0509 with half of his MP"),
        ("0505 0507", (), "0507 is not next to 0505"),
        ("0505 0605", (man("Odo", "0605"),), "he cannot stop in 0605"),
        ("if alone 0505 0605", (man("Omar", "0705", side="arabs"),), "an enemy would touch him in 0605"),
    ],
)
def test_an_advance_whose_way_is_not_open_is_told_and_the_default_counts(way, others, why):
    j = won(*others, order=f"ADVANCE Robert {way}")
    assert held(j) == [why]
    assert went(j) == went(won(*others)) == ["0505"]
    assert [e.order for e in j.events if isinstance(e, DecisionMade) and e.figure == "robert"] == [""]


@pytest.mark.rule("GUI-6.6a", "RUL-622")
@pytest.mark.parametrize(
    ("ground", "others", "why"),
    [
        (".", (man("Omar", "0605", side="arabs"),), "Omar holds 0605"),
        ("X", (), "0605 is solid wall: closed to everybody"),
        ("r", (), "he cannot get to 0605 with half of his MP"),
    ],
)
def test_the_owner_is_told_whether_the_hex_is_taken_closed_or_too_dear(ground, others, why):
    away = "RETREAT Zahir toward 0510"
    [told] = held(won(*others, order="ADVANCE Robert via 0505 0605", ground=ground, theirs=away))
    assert told == why


@pytest.mark.rule("GUI-6.6a", "RUL-622")
def test_who_is_asked_is_offered_the_way_that_his_order_names() -> None:
    """0506 lies right behind 0505; his order leads there by 0605."""
    at = battle(
        field(12, 12), man("Robert", "0504", attack=12), man("Zahir", "0505", side="arabs", defence=7),
        standing={
            "normans": ("ADVANCE Robert via 0505 0605 0606",),
            "arabs": ("RETREAT Zahir toward 0106",),
        },
    )  # fmt: skip
    at.asked["normans"] = ("advance",)
    dice = ScriptedDice((), named=None, otherwise=3)
    first = Journal(at, dice)
    with pytest.raises(Stopped):
        combat.resolve_combat(first, RULES, ("robert",), ("zahir",))
    question = first.events[-1]
    assert isinstance(question, DecisionRequested) and question.default == "robert 0606"
    offered = {choice.key: choice.words for choice in question.options}
    assert "0505 > 0605" in offered["robert 0606"]
    answered = Journal(at, ScriptedDice((), otherwise=3), {question.name: "robert 0606"})
    combat.resolve_combat(answered, RULES, ("robert",), ("zahir",))
    assert went(answered) == ["0505", "0605", "0606"]


# the desk


@pytest.mark.rule("GUI-6.5a", "GUI-6.6a", "RUL-622")
@pytest.mark.parametrize(
    ("line", "canonical", "told"),
    [
        (
            "RETREAT Zahir 0405 0305",
            "RETREAT Zahir via 0405 0305",
            "goes by 0405 > 0305, as far as he has to",
        ),
        ("Zahir fall back by 0405, then 0305", "RETREAT Zahir via 0405 0305", "as far as he has to"),
        ("RETREAT Zahir via 0405", "RETREAT Zahir via 0405", "goes by 0405"),
        ("RETREAT Zahir 0405", "RETREAT Zahir toward 0405", ""),
        ("ADVANCE Zahir 0504 0503", "ADVANCE Zahir via 0504 0503", "goes by 0504 > 0503 to its end"),
        ("ADVANCE Zahir if alone via 0504", "ADVANCE Zahir if alone via 0504", "to its end"),
        ("RETREAT Zahir 0708 0709", "RETREAT Zahir via 0708 0709", "counts only if 0708 is next to him"),
    ],
)
def test_the_receipt_says_what_was_understood(line, canonical, told):
    at = battle(FLAT, zahir(), side="arabs", step=None)
    reading = read_orders(at, RULES, "arabs", [line])
    [answer] = reading.lines
    assert not answer.code and reading.standing == (canonical,)
    assert told in " ".join(answer.message)


@pytest.mark.rule("GUI-6.5a", "RUL-622")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("RETREAT Zahir 0405 0203", "0203 is not next to 0405"),
        ("RETREAT 0405 0305", "one man's"),
        ("RETREAT Zahir + Omar 0405 0305", "one man's"),
        ("RETREAT Zahir toward 0405 0305", "ehind 'toward' stands one hex"),
        ("RETREAT Zahir 0405 0305 0405", "the same hex twice"),
        ("ADVANCE 0504 0503", "one man's"),
        ("ADVANCE Zahir never until turn 4 after that 0504 0502", "0502 is not next to 0504"),
    ],
)
def test_a_way_that_is_none_is_refused(line, why):
    at = battle(FLAT, zahir(), man("Omar", "0909", side="arabs"), side="arabs", step=None)
    [answer] = read_orders(at, RULES, "arabs", [line]).lines
    assert answer.code and why in " ".join(answer.message)
