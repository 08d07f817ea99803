"""What is fought on a board changes no byte for whoever sits at another: neither who fights there, nor what
is written, nor how it ended before the day goes on. A leak of what a waiting day remembers is found.

Here a sample is played; ``python -m bench.pairs --of boards`` plays thousands."""

from __future__ import annotations

import random

import pytest

from rules.campaign import sheet
from rules.state.audience import To
from rules.state.campaign import Campaign
from tests.games.board_worlds import group
from tests.games.pairs import differing, looks
from tests.games.test_pairs_of_campaigns import telling
from tests.sampling import some

pytestmark = pytest.mark.django_db

OF_A_GROUP = 2
AHEAD = 2
"""Days of which the second is opened ahead."""


def told_apart(number: int, *what: str, days: int = 1) -> dict[str, list[str]]:
    base, others = looks(group(number, days), what, thorough=False)
    assert others, "what differs came true"
    return {what: odd for what, seen in others.items() if (odd := differing(base, seen))}


@pytest.mark.parametrize("number", some(range(12), 6))
def test_what_is_fought_at_other_boards_changes_no_byte(number: int) -> None:
    names = list(group(number).others)
    random.Random(number).shuffle(names)
    assert told_apart(number, *names[:OF_A_GROUP], days=1 + number % AHEAD) == {}


@pytest.mark.parametrize(
    ("field", "what", "days"),
    some([("halted", "captives", 1), ("ahead", "captives", AHEAD), ("brought", "a battle is lost", 1)], 3),
)
def test_what_a_waiting_day_remembers_is_found_if_it_is_open_by_mistake(
    field: str, what: str, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "situation", telling)
    monkeypatch.setitem(Campaign.audiences, field, To.ALL)
    assert told_apart(2, what, days=days)
