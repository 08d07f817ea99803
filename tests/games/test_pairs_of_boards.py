"""What is fought on a board changes no byte for whoever sits at another: neither who fights there, nor what
is written, nor how it ended before the day goes on. A leak of what a waiting day remembers is found.

Here a sample is played; ``python -m bench.pairs --of boards`` plays thousands."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.campaign import sheet
from rules.campaign.boards import calling
from rules.state.audience import To
from rules.state.campaign import Campaign
from tests.games.board_worlds import group
from tests.games.pairs import differing, looks
from tests.games.test_pairs_of_campaigns import telling
from tests.sampling import some

pytestmark = pytest.mark.django_db

OF_A_GROUP = 2
FEWER = "fewer men"
ROOM = 8
"""Hexes along an edge, where there is little room."""
AHEAD = 2
"""Days of which the second is opened ahead."""


def told_apart(number: int, *what: str, days: int = 1) -> dict[str, list[str]]:
    base, others = looks(group(number, days), what, thorough=False)
    assert others, "what differs came true"
    return {what: odd for what, seen in others.items() if (odd := differing(base, seen))}


class Narrow:
    """Ground that has room for a few along each edge: others come later (RUL-1335). ``later``: how many do of
    each army, in all worlds."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.later: dict[tuple[str, ...], set[int]] = {}
        band, later = calling.band, calling._later

        def rest(ranks: Any, party: Any, edge: Any) -> Any:
            found = later(ranks, party, edge)
            self.later.setdefault(party.groups, set()).add(len(found))
            return found

        patch.setattr(calling, "band", lambda *rows: band(*rows)[:ROOM])
        patch.setattr(calling, "_later", rest)


@pytest.mark.parametrize("number", some(range(12), 6))
def test_what_is_fought_at_other_boards_changes_no_byte(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor how many come later, whose room is taken by who is there."""
    names = list(group(number).others)
    random.Random(number).shuffle(names)
    narrow = Narrow(monkeypatch)
    names = [*(name for name in (FEWER,) if name in names), *(name for name in names if name != FEWER)]
    assert told_apart(number, *names[:OF_A_GROUP], days=1 + number % AHEAD) == {}
    assert any(len(many - {0}) > 1 for many in narrow.later.values()), "as many come later in all worlds"


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
