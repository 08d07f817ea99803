"""The bench and the fuzz of sieges still run, and the fuzz tells a fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench import fuzz, siege_fights, sieges
from bench.measure import pace
from rules.events.siege import ManRecovered
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.siege.page import Step
from rules.siege.today import Today
from rules.umpires import siege as umpire


@pytest.mark.parametrize("scenario", ["siege-castle", "siege-farm", "siege-chapel"])
@pytest.mark.parametrize("players", [("random", "random"), ("bold", "random"), ("random", "cautious")])
def test_sieges_are_played_out(scenario: str, players: tuple[str, str]) -> None:
    for seed in (1, 2):
        played = fuzz.play(scenario, seed, players)
        assert not played.fault, played.fault
        assert played.winner not in ("?", "draw") and 1 <= played.turns <= 18


def test_a_wound_that_heals_early_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_early(today: Today) -> None:
        for name in list(today.siege.recovers):
            today.record(ManRecovered(name))

    steps = [
        Step(step.id, step.title, too_early) if step.id == "healed" else step for step in GUISCARD_SIEGE.steps
    ]
    early = replace(GUISCARD_SIEGE, steps=tuple(steps))
    monkeypatch.setitem(umpire.PAGES, early.id, early)
    assert "was to be on" in fuzz.play("siege-castle", 3, ("bold", "bold")).fault


def test_the_bars_of_the_bench_are_kept() -> None:
    for measure in sieges.measures():
        assert measure.ratio is not None and measure.ratio * pace() > 1, measure


@pytest.mark.parametrize("kind", siege_fights.KINDS)
def test_a_fight_on_a_board_stands_beside_its_tables(kind: str) -> None:
    fought = siege_fights.fight(kind, "siege-farm", 1)
    assert fought.board.keys() == fought.quick.keys() and len(fought.letters) == 10
    [line] = siege_fights.lines_of([fought, fought])
    assert line.startswith(f"{kind} siege-farm (2): attacker lost %")
    assert all(0 <= value <= 100 for told in (fought.board, fought.quick) for value in told.values())
