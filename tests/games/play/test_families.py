"""Games that call others: their beginning, their end, and what both tell."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, GameState
from games.play import adjudication
from games.play.creation import create_game
from games.proof import verification
from games.record import eventlog
from rules import engine
from tests.games.family_rules import FamilyRules, Purses
from tests.games.kit import ANNA, BORIS, again, file

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> FamilyRules:
    rules = FamilyRules()
    rules.put_in_place(monkeypatch)
    return rules


def a_family(**options: Any) -> Game:
    return create_game("purse", {"normans": ANNA, "arabs": BORIS}, **options)


def play(game: Game, *lines: str) -> Game:
    """Whoever is awaited gives these orders, and the phase is played."""
    game = again(game)
    for seat in game.seats.filter(awaited=True):
        file(game, seat.name, *lines)
    adjudication.attend(game.pk)
    return again(game)


def to_the_end(game: Game) -> Game:
    while game.state == GameState.RUNNING:
        game = play(game)
    return game


def test_a_call_begins_a_game_with_the_same_people(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    [child] = game.children.all()
    assert child.pk < 0 and child.label == f"{game.label}-{child.number.rpartition('-')[2]}"
    assert [(s.name, s.player, s.stands_for.name) for s in child.seats.all()] == [
        ("normans", "Anna", "normans"),
        ("arabs", "Boris", "arabs"),
    ]
    assert child.state == GameState.RUNNING and child.phase == 1
    verification.check(child)
    verification.check(game)


def test_what_a_child_won_comes_back_once(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    [child] = game.children.all()
    purses = eventlog.load(game.pk).battle.purses
    child = to_the_end(child)
    assert child.state == GameState.OVER
    won = eventlog.load(child.pk).battle.purses
    for _ in range(3):
        adjudication.attend(game.pk)
    table = eventlog.load(game.pk).battle
    assert isinstance(table, Purses) and not table.calls
    assert table.purses == {side: purses.get(side, 0) + won[side] for side in won}
    assert again(child).told
    told = [e for e in eventlog.events(game.pk) if isinstance(e, engine.GameTold)]
    assert [(one.game, one.head, one.events) for one in told] == [
        (str(child.uuid), again(child).head, child.version)
    ]
    verification.check(again(game))
