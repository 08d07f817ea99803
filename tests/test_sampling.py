"""What of the tests of games is run once more on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import sampling
from tests.sampling import ALWAYS, EVERY, sampled

GAMES = Path(__file__).parent / "games"


def test_what_the_database_keeps_is_tried_whole() -> None:
    record = [f"tests/games/record/test_log.py::test_{number}" for number in range(9)]
    assert sampled(record) == set(record)


@pytest.mark.parametrize(("room", "every"), [("views", 16), ("play", 6)])
def test_of_what_only_uses_it_each_file_has_its_first_and_every_so_manieth(
    room: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = [f"tests/games/{room}/test_{name}.py::test_{number}" for name in "ab" for number in range(20)]
    taken = []
    for part in range(every):
        monkeypatch.setattr(sampling, "PART", part)
        taken.append(sampled(tests))
        assert {tests[0], tests[20], tests[20 + part]} <= taken[-1]
        assert len(taken[-1]) <= 2 + 2 * (20 // every + 1)
    assert set().union(*taken) == set(tests)


def test_every_place_that_is_tried_whole_is_there() -> None:
    assert [place for place in (*ALWAYS, *EVERY) if not (GAMES / place).exists()] == []


def test_of_a_sweep_every_so_manieth_case_is_taken_unless_all_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "SWEPT", False)
    monkeypatch.setattr(sampling, "PART", 0)
    assert sampling.some("abcdefgh", 3) == "adg"
    monkeypatch.setattr(sampling, "SWEPT", True)
    assert sampling.some("abcdefgh", 3) == "abcdefgh"


@pytest.mark.parametrize(("cases", "every"), [("abcdefgh", 3), ("ab", 12), ("a", 2), ("abcdefghijkl", 12)])
def test_as_many_parts_in_a_row_have_every_case_and_none_is_empty(
    cases: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "SWEPT", False)
    taken = []
    for part in range(120, 120 + every):
        monkeypatch.setattr(sampling, "PART", part)
        taken.append(sampling.some(cases, every))
    assert all(taken)
    assert set().union(*taken) == set(cases)


def test_neighbours_are_tried_in_other_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "SWEPT", False)
    monkeypatch.setattr(sampling, "PART", 1)
    assert [sampling.some("abcdef", 3, beside) for beside in range(4)] == ["be", "cf", "ad", "be"]


def test_in_each_part_hypothesis_tries_others_and_all_where_all_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tried(part: int, swept: bool) -> list[int]:
        monkeypatch.setattr(sampling, "PART", part)
        monkeypatch.setattr(sampling, "SWEPT", swept)
        drawn: list[int] = []

        @sampling.examples(30)
        @given(st.integers())
        def test(number: int) -> None:
            drawn.append(number)

        test()
        return drawn

    assert len(tried(0, False)) == len(tried(1, False)) == 10
    assert tried(0, False) == tried(0, False) != tried(1, False)
    assert len(tried(0, True)) == 30


def test_the_number_of_a_part_is_taken_from_the_environment() -> None:
    code = "from tests.sampling import SWEPT, some; print(SWEPT, ''.join(some('abcdef', 3)))"
    told = {
        part: subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PBEM_SWEEPS": part},
            cwd=GAMES.parents[1],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for part in ("", "1", "5", "all")
    }
    assert told == {"": "False ad", "1": "False be", "5": "False cf", "all": "True abcdef"}
