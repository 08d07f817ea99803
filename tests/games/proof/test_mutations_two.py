"""Files of the second form changed at every line (bench.mutations_two does the same with whole battles)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import mutations_two
from games.proof import export, seat_files
from tests.games.kit import a_game, again
from tests.games.record.hidden_dice import HiddenDice, hidden, play

__all__ = ["hidden"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seat", ["all", "normans", None])
def test_no_change_of_any_line_is_missed(hidden: HiddenDice, seat: str | None, tmp_path: Path) -> None:
    game = again(play(a_game(), 6 if seat == "all" else 2))
    lines = export.lines(game) if seat == "all" else seat_files.lines(game, seat)
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(lines))
    assert mutations_two.main([str(path), "--processes", "1"]) == 0


def test_a_verifier_that_is_blind_would_be_caught(
    hidden: HiddenDice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that "nothing is missed" means something."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(seat_files.lines(again(play(a_game(), 2)), "normans")))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    blind = mutations_two.verify_game.Chain
    monkeypatch.setattr(blind, "follow", lambda self, link, behind: setattr(self, "hash", link.hash))
    assert sum(not one.found for one in mutations_two.outcomes(rows, list(range(1, len(rows))))) > 20
