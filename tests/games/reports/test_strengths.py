"""How many stand on each side, for whoever watches a game from outside."""

from __future__ import annotations

from games.reports import sheet
from rules import engine


def test_of_a_battle_and_of_a_siege() -> None:
    battle, siege = (
        engine.situation(engine.replay(engine.new_game(slug)), None) for slug in ("ford", "siege-farm")
    )
    assert all(said.rpartition(" ")[2].count("/") == 1 for said in sheet.strengths(battle))
    assert [said.partition(": ")[2].partition(" ")[2] for said in sheet.strengths(siege)] == [
        "fit, 0 hurt"
    ] * 2
    assert (sheet.rounds(battle), sheet.rounds(siege)) == ("turns", "days")
