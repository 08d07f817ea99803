"""What of the tests of games is run once more on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import sampling
from tests.sampling import ALWAYS, EVERY, sampled

GAMES = Path(__file__).parent / "games"


def test_what_the_database_keeps_is_tried_whole() -> None:
    record = [f"tests/games/record/test_log.py::test_{number}" for number in range(9)]
    assert sampled(record) == set(record)


def test_of_what_only_uses_it_each_file_has_its_first_and_every_eighth() -> None:
    views = [f"tests/games/views/test_{name}.py::test_{number}" for name in "ab" for number in range(10)]
    kept = sampled(views)
    assert kept == {views[0], views[EVERY], views[10], views[10 + EVERY]}


def test_every_place_that_is_tried_whole_is_there() -> None:
    assert [place for place in ALWAYS if not (GAMES / place).exists()] == []


def test_of_a_sweep_every_so_manieth_case_is_taken_unless_all_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "SWEPT", False)
    assert sampling.some("abcdefgh", 3) == "adg"
    monkeypatch.setattr(sampling, "SWEPT", True)
    assert sampling.some("abcdefgh", 3) == "abcdefgh"
