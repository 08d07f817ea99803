"""Who is near, as a report tells it."""

from __future__ import annotations

import re

from rules.desk.briefing.situation import situation
from tests.rules.kit import RULES, battle, field, man


def told(*figures):
    found = situation(battle(field(30, 12), *figures), RULES, "normans")
    return [place.text for place in found.neighbourhoods]


def test_enemies_near_by_are_told_two_at_most():
    crowd = [man(f"Foe{n}", f"05{n:02d}", side="arabs") for n in (4, 6, 7, 8)]
    [line] = told(man("Robert", "0502"), *crowd, man("Far", "1602", side="arabs"))
    assert re.findall(r"Foe\d|Far", line) == ["Foe4", "Foe6"]


def test_those_far_from_everybody_share_one_line():
    lines = told(
        man("Robert", "0502"), man("Drogo", "0503"), man("Odo", "1902"), man("Zahir", "2002", side="arabs")
    )
    assert lines == [
        "Odo (1902, flat): in contact with Zahir.",
        "No enemy within 6 hexes of Robert and Drogo; the nearest is Zahir, 15 hexes east of Robert.",
    ]


def test_whoever_has_thrown_his_last_javelin_is_not_said_to_carry_any():
    def carried(javelins):
        yani = man("Yani", "0502", weapon="javelin", javelins=javelins)
        return situation(battle(field(8, 4), yani), RULES, "normans").sides[0].rows[0].weapon

    assert (carried(4), carried(0)) == ("javelin x4", "")


def test_whether_there_is_a_shot_is_said_where_no_form_says_it():
    figures = (man("Yani", "0502", weapon="short_bow"), man("Zahir", "0505", side="arabs"))
    [own_phase] = told(*figures)
    assert own_phase == "Yani (0502, flat): Zahir 3 hexes south."
    other = situation(battle(field(30, 12), *figures, side="arabs"), RULES, "normans")
    assert other.neighbourhoods[0].text.endswith("Zahir 3 hexes south, short range, no cover.")
