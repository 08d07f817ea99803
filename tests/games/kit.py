"""Games to test with."""

from __future__ import annotations

from typing import Any

from games import queue
from games.models import Game, Seat
from games.play.creation import Captain, Player, create_game
from games.play.submissions import Submission, submit

ANNA = Player("Anna", "anna@example.org")
BORIS = Player("Boris", "boris@example.org")


def a_game(**options: Any) -> Game:
    """A running game: Anna leads the Normans, Boris the Arabs."""
    seats = options.pop("seats", {"normans": ANNA, "arabs": BORIS})
    return create_game("pocket", seats, **options)


def a_game_of_captains() -> Game:
    return a_game(seats={"normans": Captain("bold"), "arabs": Captain("cautious")})


def seat_of(game: Game, name: str) -> Seat:
    return Seat.objects.get(game=game, name=name)


def file(game: Game, name: str, *lines: str, command: str = "", **how: Any) -> Submission:
    """Orders for a seat; every call is a new command unless it is named."""
    lines = lines or ("HOLD the line",)
    return submit(seat_of(game, name), lines, command or f"test:{name}:{game.version}:{lines}", **how)


def again(game: Game) -> Game:
    """The game as it is now."""
    return Game.objects.get(pk=game.pk)


MOST_ROUNDS = 200


def work_off() -> None:
    """All that is due here and now, until nothing is."""
    for _ in range(MOST_ROUNDS):
        if not queue.work_off():
            return
    raise AssertionError("never done")
