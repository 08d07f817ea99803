"""Whole games on file: they replay to the digests they ended their phases with, and are adjudicated
the same again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import engine
from tests.golden.files import AGREED, FOLDER, GAMES, Recorded, phases, read

FILES = sorted(FOLDER.glob("*.jsonl"))


def test_there_is_a_golden_game_of_every_kind() -> None:
    assert {path.stem for path in FILES} >= {*GAMES, *(f"{name}-draw" for name in AGREED)}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_replay_reaches_every_digest(path: Path) -> None:
    battle: engine.Battle | None = None
    checked = 0
    for event in read(path):
        if battle is not None and event.kind == "phase_ended":
            assert engine.digest(battle) == event.digest  # type: ignore[attr-defined]
            checked += 1
        battle = engine.evolve(battle, event)  # type: ignore[arg-type]
    assert checked > 4
    assert battle is not None and battle.outcome is not None


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_folding_stored_events_is_replaying_them(path: Path) -> None:
    events = read(path)
    assert engine.fold(engine.encode(event) for event in events) == engine.replay(events)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_umpire_decides_the_same_again(path: Path) -> None:
    events = read(path)
    dice = Recorded(events)
    for battle, decided in phases(events):
        again = engine.adjudicate(battle, dice)
        for before, now in zip(decided, again, strict=False):
            assert now == before, f"phase {battle.phase}"
        assert len(again) == len(decided), f"phase {battle.phase}"
