"""A book with three sides, another order of steps, odds and tables of its own is played from its first event
to its last."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest

from rules import engine
from tests.rules import other_book
from tests.rules.kit import reported

GAMES = int(os.environ.get("PBEM_TOY_GAMES", "12"))  # 500 when somebody wants to know it well


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with other_book.in_the_registry():
        yield


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_come_to_their_end(seed: int) -> None:
    log = other_book.play_one(seed)
    end = engine.replay(log).outcome
    assert end is not None and set(end.scores) == {"normans", "lombards", "arabs"}
    steps = [e.step for e in log if e.kind == "step_began"]  # type: ignore[attr-defined]
    assert steps[:5] == ["stunned", "charges", "movement", "combat", "fire"]
    sides = Counter(e.side for e in log if isinstance(e, engine.PhaseOpened))
    assert set(sides) == {"normans", "lombards", "arabs"}


def test_somebody_climbs_its_tower_and_somebody_pushes_it() -> None:
    storeys: Counter[int] = Counter()
    pushed = 0
    for seed in range(20):
        at = None
        for event in other_book.play_one(seed):
            at = engine.evolve(at, event)
            storeys.update(figure.storey for figure in at.figures.values())  # type: ignore[attr-defined]
            pushed += event.kind == "engine_moved"
        if storeys[1] and pushed:
            break
    print(storeys, pushed)
    assert storeys[1] and pushed


def test_its_reports_and_forms_speak_of_odds_and_of_all_three_sides() -> None:
    log = other_book.play_one(1)
    before = engine.replay(log[:2])
    told = [line.text for line in reported(before, log[2:], None)]
    assert any(":1: column" in line for line in told)
    assert engine.awaiting(before).title == "turn 1, Lombard phase"
    form = engine.order_form(before, "lombards")
    assert "Arduino" in form and "Teobaldo" in form
    assert {side.name for side in engine.situation(before, None).sides} == {"Normans", "Lombards", "Arabs"}


def test_captains_play_it_too() -> None:
    at = engine.replay(other_book.new_game())
    for _ in range(3):
        for seat in engine.awaiting(at).seats:
            reading = engine.read_orders(at, seat, engine.captain_orders(at, seat, "bold"))
            assert all(line.verdict is not engine.Verdict.UNREADABLE for line in reading.lines)
            at = engine.evolve(at, engine.accept_orders(at, seat, reading))
        at = engine.replay(engine.adjudicate(at, engine.ScriptedDice((), otherwise=4)), at)
    assert at.turn == 2
