"""What is never offered of a line that could not be read, and what HELP tells of a word of two orders."""

from __future__ import annotations

import pytest

from rules.desk.help import verb_help
from rules.desk.speech.gathered import gathered
from rules.orders.lexicon import lexicon_of
from tests.rules.spoken_scenes import opened


@pytest.mark.parametrize("others", ["everybody else", "the rest", "Herbert"])
def test_nobody_is_sent_where_the_others_are_to_give_ground(others: str) -> None:
    def read(text: str) -> tuple[str, ...]:
        found = {"0718": "RETREAT Gilbert toward 0718", "2217": "MOVE Herbert to 2217"}
        hexes = [goal for goal in found if goal in text]
        return (found[hexes[0]],) if len(hexes) == 1 else ()

    line = f"Gilbert falls back toward 0718, {others} toward 2217"
    offered = gathered(line, lexicon_of(opened("stockade"), "normans"), read, lambda text: ())
    assert offered.orders == ("RETREAT Gilbert toward 0718",)
    assert offered.left_out == (f"{others} toward 2217",)


def test_help_on_carry_tells_of_men_and_of_ladders() -> None:
    told = verb_help("CARRY")
    assert told.startswith("MOVE") and "CARRY LADDER" in told


def test_help_on_a_word_of_two_orders_brings_both() -> None:
    told = verb_help("carry")
    assert told.index("MOVE Tancred stay") < told.index("CARRY LADDER Tybalt")
