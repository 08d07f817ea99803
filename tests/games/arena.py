"""Real battles for the tests of pages: real rules, and no mail written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Seat
from games.play import adjudication, creation
from games.play.creation import Player
from games.record import escrow, eventlog
from games.reports import announce
from games.seats import seats
from rules import engine

ANNA = Player("Anna Maria", "anna@example.org", "Europe/Rome")
BORIS = Player("Boris", "boris@example.org")
SECRET_ORDER = "RETREAT toward 0307"
OTHER_SECRET = "RETREAT toward 0409"


@pytest.fixture
def no_mail(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody is written to: the pages need no mail, and its pictures take time."""
    for name in ("started", "adjudicated", "deadline_near", "extended"):
        monkeypatch.setattr(announce, name, lambda *told: None)
    yield


def scenario() -> engine.ScenarioInfo:
    return engine.scenarios()[0]


def battle(**options: Any) -> Game:
    """A running game: Anna has the scenario's first seat, Boris the second."""
    first, second = (seat.id for seat in scenario().seats[:2])
    return creation.create_game(scenario().slug, {first: ANNA, second: BORIS}, **options)


def anna(game: Game) -> Seat:
    return game.seats.get(player=ANNA.name)


def boris(game: Game) -> Seat:
    return game.seats.get(player=BORIS.name)


def file_secretly(seat: Seat, order: str = SECRET_ORDER) -> None:
    """A standing order in the log, as if it had come by mail."""
    game = Game.objects.get(pk=seat.game_id)
    event = engine.OrdersAccepted(seat=seat.name, phase=game.phase, orders=(), standing=(order,))
    event = escrow.sealed(escrow.salt_of(game, seat.name, game.phase), event)
    done = eventlog.append(game.pk, game.version, [event], f"test:{seat.name}:{game.version}")
    Seat.objects.filter(pk=seat.pk).update(filed_seq=done.last_seq)


def play(game: Game, phases: int = 2) -> Game:
    for _ in range(phases):
        adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    return Game.objects.get(pk=game.pk)


def fight(phases: int) -> Game:
    """A game of two bold captains after so many phases."""
    takers = {seat.id: creation.Captain("bold") for seat in scenario().seats}
    game = creation.create_game(scenario().slug, takers)
    for _ in range(phases):
        adjudication.attend(game.pk)
    game.refresh_from_db()
    assert not game.trouble, game.trouble
    return game


def play_out(game: Game) -> Game:
    """To the end, by standing orders alone."""
    for _ in range(100):
        game = Game.objects.get(pk=game.pk)
        if game.state == "over":
            return game
        adjudication.close_phase(game, "deadline")
    raise AssertionError("the battle never ends")


def sits(client: Client, seat: Seat) -> Client:
    """A browser that has followed the seat's link."""
    response = client.get(f"/s/{seats.link_secret(seat)}")
    assert response.status_code == 302
    return client
