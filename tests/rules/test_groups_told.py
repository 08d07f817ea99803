"""What is said to the men of a group: to whom it cannot be and why, by name, and who stays behind."""

from __future__ import annotations

import re

import pytest

from rules.desk.answers import Spoken, alike
from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Verdict
from rules.state.battle import Battle
from tests.rules.kit import RULES, battle, field, man


def yard(*more: object, columns: int = 8) -> Battle:
    return battle(
        field(columns, 12),
        man("Odo", "0205"),
        man("Hamo", "0305"),
        man("Ivo", "0405"),
        man("Hugo", "0602"),
        man("Zahir", "0311", side="arabs"),
        *more,
        step=None,
    )


def told(at: Battle, *lines: str) -> tuple[LineReading, ...]:
    return read_orders(at, RULES, "normans", ("GROUP left = Odo Hamo Ivo", *lines)).lines[1:]


def test_who_of_a_group_cannot_is_named_with_the_reason() -> None:
    first = told(yard(), "left to 0602")[0]
    assert first.line == "left to 0602" and first.verdict is Verdict.ILLEGAL
    assert any(m.startswith("Odo: Hugo is in 0602") for m in first.message), first.message


def test_those_of_a_group_for_whom_the_same_cannot_be_are_named_together() -> None:
    bad = [LineReading(f"{name} X", Verdict.ILLEGAL, ("Too much.",)) for name in ("Odo", "Hamo")]
    good = LineReading("Ivo X", Verdict.OK, ("Ivo goes.",), canonical="MOVE Ivo 0404")
    whose = [Spoken((name,), ()) for name in ("Odo", "Hamo", "Ivo")]
    both, one = alike("left X", [*bad, good], (), whose)
    assert (both.line, both.message) == ("left X", ("Odo and Hamo: Too much.",))
    assert one == good
    [alone] = alike("Odo X", bad[:1], (), whose[:1])
    assert alone.message == ("Too much.",)


def test_who_follows_and_stays_is_told_so_and_why() -> None:
    at = yard()
    stays = told(at, "Ivo follows Hamo")[0]
    assert stays.canonical == "MOVE Ivo stay" and "Ivo stays: he is next to Hamo already." in stays.message
    below = told(at, "Ivo follows Hamo", "MOVE Hamo 0306")[0]
    assert any("Hamo goes only by a line below this one" in m for m in below.message)
    behind = told(at, "MOVE Hamo to 0308", "Ivo follows Hamo")[1]
    assert behind.canonical.startswith("MOVE Ivo to ") and "stays" not in " ".join(behind.message)


def test_a_mail_that_sends_groups_about_is_not_too_much_to_look_at() -> None:
    at = yard(*(man(f"Man{n}", f"{n + 1:02}12") for n in range(20)), columns=22)
    lines = ["everybody to 1006", "everybody follows Hugo", "everybody moves next to Hugo"]
    reading = read_orders(at, RULES, "normans", lines)
    assert not any("more than can be looked at" in m for line in reading.lines for m in line.message)


@pytest.mark.parametrize("name", ["never", "nobody", "dont", "then", "to", "clear", "undo", "x"])
def test_no_group_is_called_by_a_word_that_makes_another_order_of_a_line(name: str) -> None:
    at = yard(man("Leon", "0204", side="arabs"))
    reading = read_orders(at, RULES, "normans", (f"GROUP {name} = Odo Hamo", f"{name} attack Leon"))
    assert "is an order word: call the group otherwise" in reading.lines[0].message[0]
    assert reading.standing == () and not any("Odo" in order for order in reading.orders)


# standing orders of many, and what a TRY would bring


def test_standing_orders_that_differ_in_the_man_alone_are_told_as_one() -> None:
    at = yard()
    at.standing["normans"] = tuple(f"RETREAT {name} toward 0101" for name in ("Odo", "Hamo", "Ivo"))
    [for_all] = read_orders(at, RULES, "normans", ["RETREAT toward 0801"]).lines
    assert "Before it go RETREAT Odo + Hamo + Ivo toward 0101." in for_all.message
    [instead] = read_orders(at, RULES, "normans", ["RETREAT Odo + Hamo + Ivo toward 0801"]).lines
    assert "Instead of RETREAT Odo + Hamo + Ivo toward 0101." in instead.message
    assert sum("Instead of" in m for m in instead.message) == 1


def test_a_try_tells_what_would_stand_orders_under_if_too_and_nothing_that_stands_already() -> None:
    at = yard()
    at.sheets["normans"] = ("MOVE Hugo stay",)
    lines = ["MOVE Odo 0206", "IF Zahir is down THEN MOVE Ivo 0406", "MOVE Hamo to 9999"]
    tried = read_orders(at, RULES, "normans", ["TRY", *lines])
    assert tried.would_stand == ("MOVE Odo 0206", "IF Zahir is down THEN MOVE Ivo 0406")
    assert tried.orders == ("MOVE Hugo stay",)
    assert read_orders(at, RULES, "normans", lines).would_stand == ()


@pytest.mark.rule("GUI-5.4.1c")
@pytest.mark.parametrize("line", ["FIRE Gui + Aubrey AT Leon", "bows shoot at Leon"])
def test_the_shots_of_a_group_name_the_friends_whom_they_may_hit_as_one_mans_shot_does(line: str) -> None:
    at = battle(
        field(12, 12),
        man("Gui", "0208", weapon="short_bow"),
        man("Aubrey", "0209", weapon="short_bow"),
        man("Odo", "0602"),
        man("Leon", "0603", side="arabs"),
    )
    reading = read_orders(at, RULES, "normans", ("GROUP pair = Gui Aubrey", line.replace("bows", "pair")))
    [alone] = read_orders(at, RULES, "normans", ["FIRE Gui AT Leon"]).lines
    assert alone.warned and re.match(r"A friend may be hit: Odo \(\d+ %\)", alone.message[0])
    for answer in reading.lines[1:]:
        assert answer.warned and answer.message[0].startswith("A friend may be hit: Odo ("), reading.lines
    [_, tried] = read_orders(at, RULES, "normans", ["TRY", "FIRE Gui + Aubrey AT Leon"]).lines
    assert tried.message[0].startswith("A friend may be hit: Odo (Gui ") and ", Aubrey " in tried.message[0]


def test_what_keeps_one_of_several_from_shooting_has_his_name_before_it() -> None:
    at = battle(
        field(14, 9),
        man("Gui", "0102", weapon="short_bow"),
        man("Aubrey", "0103"),
        man("Leon", "0302", side="arabs"),
    )
    [answer] = read_orders(at, RULES, "normans", ["FIRE Gui + Aubrey AT Leon"]).lines
    told = " ".join(answer.message)
    assert "Gui at Leon in 0302" in told and "Aubrey: " in told


def test_a_single_shot_is_told_with_the_name_of_whoever_shoots() -> None:
    at = battle(field(9, 9), man("Gui", "0102", weapon="short_bow"), man("Leon", "0502", side="arabs"))
    [answer] = read_orders(at, RULES, "normans", ["FIRE Gui AT Leon"]).lines
    assert answer.message[0].startswith("Gui at Leon in 0502 with the short bow: 4 hexes")
