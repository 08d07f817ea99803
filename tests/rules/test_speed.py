"""How long the rules may think: three times what an idle machine needs, the best of three runs, measured as
tests/stopwatch.py does.

The figures themselves come from ``make bench``. These tests only catch what makes everything several
times slower.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench import positions, referee
from bench.large_battle import Moment, moments
from rules import engine
from tests.stopwatch import stopwatch

SLACK = 3


def taken(act: Callable[[], object]) -> float:
    """Milliseconds."""
    found = []
    for _ in range(3):
        with stopwatch() as took:
            act()
        found.append(took.seconds * 1000)
    return min(found)


@pytest.fixture(scope="module")
def in_full_swing() -> Moment:
    """The third phase of a battle of sixty: the lines have met, everybody has orders."""
    return moments(3)[-1]


def test_sixty_take_part(in_full_swing: Moment) -> None:
    first = moments(3)[0].before
    assert len(first.figures) == 60
    assert len(in_full_swing.lines) >= referee.LINES
    kinds = {e.kind for e in engine.adjudicate(in_full_swing.ready, in_full_swing.dice)}
    assert {"moved", "shot_fired", "combat_fought"} <= kinds


def test_a_phase_of_sixty_figures_is_adjudicated_in_time(in_full_swing: Moment) -> None:
    assert taken(lambda: referee.adjudicate(in_full_swing)) < SLACK * referee.ADJUDICATE


def test_a_mail_of_thirty_lines_is_read_in_time(in_full_swing: Moment) -> None:
    assert taken(lambda: referee.read_orders(in_full_swing)) < SLACK * referee.READ


def test_one_more_line_is_read_in_time(in_full_swing: Moment) -> None:
    assert taken(lambda: referee.read_one_move(in_full_swing)) < SLACK * referee.ONE_LINE


@pytest.mark.parametrize("verb", referee.TRIED)
def test_a_line_is_tried_in_time(in_full_swing: Moment, verb: str) -> None:
    assert taken(lambda: referee.try_one(verb, in_full_swing)) < SLACK * referee.ONE_LINE


def test_a_captain_makes_up_his_mind_in_time(in_full_swing: Moment) -> None:
    assert taken(lambda: referee.captain(in_full_swing)) < SLACK * referee.CAPTAIN


@pytest.mark.parametrize("text", [positions.example(), positions.SIEGE], ids=("example", "castle"))
def test_a_position_is_answered_in_time(text: str) -> None:
    assert not [f for f in positions.answer(text) if f.kind in ("fault", "refusal")]
    assert taken(lambda: positions.answer(text)) < SLACK * positions.ANSWERED


def test_all_of_it_can_be_played_through_twice_alike(in_full_swing: Moment) -> None:
    once, again = (engine.adjudicate(in_full_swing.ready, in_full_swing.dice) for _ in range(2))
    assert [engine.encode(e) for e in once] == [engine.encode(e) for e in again]
