"""Who is told to attack somebody that he is not next to goes up to him first, unless sent elsewhere."""

from __future__ import annotations

import pytest

from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from tests.rules.spoken_scenes import opened, rules_at

UP = ("MOVE Ivo to 0911 safest", "ATTACK Ivo ON Carlo")


def evening(*lines: str) -> Reading:
    return read_orders(opened("evening"), rules_at("evening"), "normans", lines)


@pytest.mark.parametrize("line", ["Ivo attacks Carlo", "attack Carlo with Ivo", "ivo go for carlo"])
def test_who_is_to_attack_an_enemy_afar_goes_there_first_and_is_told_so(line: str) -> None:
    reading = evening(line)
    assert set(UP) <= set(reading.orders)
    answer = reading.lines[-1]
    assert answer.canonical == "; ".join(UP)
    assert "Ivo is not next to Carlo: he goes there first." in answer.message
    assert any("Ivo on Carlo, as planned" in told for told in answer.message)


def test_an_attack_as_it_is_printed_moves_nobody() -> None:
    reading = evening("ATTACK Ivo ON Carlo")
    assert reading.orders == ("ATTACK Ivo ON Carlo",)
    assert "It stands in case that changes." in " ".join(reading.lines[0].message)


@pytest.mark.parametrize(
    "lines",
    [
        ("Ivo stays", "Ivo attacks Carlo"),
        ("Ivo attacks Carlo", "Ivo stays"),
        ("Ivo attacks Carlo", "then pull Ivo back to 1315"),
        ("Ivo to 0101", "Ivo attacks Carlo"),
        ("Ivo attacks Carlo at +5 or better",),
    ],
)
def test_who_was_told_where_to_go_or_weighs_his_odds_goes_nowhere_else(lines: tuple[str, ...]) -> None:
    moves = [order for order in evening(*lines).orders if order.startswith("MOVE Ivo to")]
    assert not {move.split()[3] for move in moves} & {"0810", "0809", "0909", "1010", "1009", "0911", "0910"}


def test_who_cannot_get_there_is_told_how_far_he_is_as_ever() -> None:
    [answer] = evening("Hugo attacks Alboino").lines
    assert answer.verdict is not Verdict.OK and "MOVE" not in answer.canonical


def test_two_who_attack_one_enemy_come_to_stand_in_different_hexes() -> None:
    [answer] = evening("Ivo and Hugo attack Carlo").lines
    first, second, _ = answer.canonical.split("; ")
    assert first.split()[1] != second.split()[1] and first.split()[3] != second.split()[3]
