"""The odds that TRY tells agree with what the resolution does when the dice are thrown.

``python -m bench.odds`` plays the same fifty cases 100,000 times each; here it is enough to catch what is
plainly wrong.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from bench.odds import SIGMAS, played
from bench.odds_cases import Case, cases
from tests.sampling import some

RUNS = 500

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def fifty() -> list[Case]:
    return cases()


def test_the_cases_are_of_all_kinds(fifty: list[Case]) -> None:
    assert len(fifty) == 50
    assert Counter(case.kind for case in fifty) == {"shot": 22, "fight": 16, "move": 8, "charge": 4}


def test_every_computed_chance_adds_up_to_one(fifty: list[Case]) -> None:
    for case in fifty:
        for chances in case.expected.values():
            assert sum(chances.values()) == Fraction(1), case.words


@pytest.mark.rule(
    "GUI-4.3a", "GUI-4.3.1a", "GUI-5.4a", "GUI-5.4.1a", "GUI-5.4.3a", "GUI-6c", "GUI-6.2d", "GUI-7.2.3a"
)
def test_the_odds_are_those_of_the_dice(fifty: list[Case]) -> None:
    for number, case in some(list(enumerate(fifty, start=1)), 3):
        found = played(case, RUNS, seed=number)
        assert not found.impossible, (case.words, found.impossible)
        assert found.deviation <= SIGMAS, (case.words, found.worst)


def test_a_wrong_chance_is_found_out(fifty: list[Case]) -> None:
    """The comparison itself: the same case with two of its chances exchanged."""
    case = next(c for c in fifty if c.kind == "move" and len(set(c.expected[""].values())) > 2)
    words, shares = list(case.expected[""]), list(case.expected[""].values())
    wrong = case._replace(expected={"": dict(zip(words, shares[1:] + shares[:1], strict=True))})
    assert played(wrong, RUNS).deviation > SIGMAS
