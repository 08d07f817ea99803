"""A game at which much is hidden, on record: its files and what checks them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.models import Game, GameState, Seat
from games.play import adjudication, submissions
from games.play.creation import Player, create_game
from games.record import eventlog
from rules import engine
from tests.games.veiled_rules import SEATS, VeiledRules

pytestmark = pytest.mark.django_db


@pytest.fixture
def veiled() -> Iterator[VeiledRules]:
    rules = VeiledRules()
    rules.admit()
    yield rules
    VeiledRules.leave()


def begun(**options: Any) -> Game:
    players = {seat: Player(seat.title(), f"{seat}@players.example.org") for seat in SEATS}
    return create_game("veiled", players, **options)


def a_day(game: Game, **lines: str) -> Game:
    game.refresh_from_db()
    for seat in SEATS:
        told = [*lines.get(seat, "").split("; "), "FINAL"] if seat in lines else ["FINAL"]
        submissions.submit(Seat.objects.get(game=game, name=seat), told, f"test:{seat}:{game.version}")
    adjudication.attend(game.pk)
    game.refresh_from_db()
    assert not game.trouble, game.trouble
    return game


def played(days: int = 3) -> Game:
    game = begun()
    a_day(game, alba="SPY b1; MOVE a2 2; GUARD a1", brun="SHIFT 2 b2 TO b1; GUARD b1", cora="SPY a1")
    for _ in range(days - 1):
        a_day(game, alba="SPY c1", brun="SHIFT 1 b2 TO b1", cora="SPY b1")
    return game


def test_a_seat_reads_of_the_record_what_it_was_shown(veiled: VeiledRules) -> None:
    game = played(1)
    truth = list(eventlog.events(game.pk))
    for seat in (None, *SEATS):
        shown = eventlog.seen(game, seat, 1, game.version)
        known = engine.replay(shown)
        assert known == engine.view_for(engine.replay(truth), seat)
    assert game.state == GameState.RUNNING


def test_a_log_of_form_one_has_no_room_for_it(veiled: VeiledRules) -> None:
    with pytest.raises(ValueError, match="form 1 has no room"):
        begun(form=1)
    assert not Game.objects.exists()
