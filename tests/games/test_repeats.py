""" "Same as last time" gets what that would be, to confirm."""

from __future__ import annotations

import pytest

from games import adjudication, repeats
from games.models import Game, Seat
from tests.games.post_kit import Post, battle_of, seat_on_move, some_orders

pytestmark = pytest.mark.django_db

ASKS = (
    "Same as last time", "same orders", "Same orders please!", "The same again, please.", "as before", "Repeat.", "ditto",
    "same as last time for everybody, thanks", "Again", "Use the same orders as before",
    "Wie beim letzten Mal", "Bitte wie beim letzten Mal.", "dieselben Befehle bitte", "Die gleichen Befehle noch einmal", "wie gehabt",
    "Wie zuvor", "nochmal", "Comme la dernière fois", "Les mêmes ordres s'il vous plaît", "Mêmes ordres", "comme avant",
    "Pareil, merci", "Idem.", "La même chose encore une fois",
)  # fmt: skip
OTHERS = (
    "the same to you", "I had the same idea as before the battle", "Not the same as last time", "See you again",
    "as before, but Hugo stays", "MOVE Robert stay", "Poor Hugo, again!", "repeat after me", "", "das gleiche Wetter hier",
    "same as last time? no",
)  # fmt: skip


@pytest.mark.parametrize("line", ASKS)
def test_it_is_known_in_three_languages(line: str) -> None:
    assert repeats.asks(["Hello", line])


@pytest.mark.parametrize("line", OTHERS)
def test_and_nothing_else_is(line: str) -> None:
    assert not repeats.asks([line])


def played(game: Game) -> None:
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")


def test_what_was_ordered_last_and_can_be_ordered_now(game: Game, seat: Seat, post: Post) -> None:
    first, second, third = some_orders(game, seat)
    post.write(f"{first}\nRETREAT toward 0101\nFIRE Gilbert AT Carlo\n{second}\nFINAL")
    played(game)
    post = Post(Seat.objects.get(pk=seat.pk))
    post.write("RETREAT toward 0202")
    played(game)
    seat = seat_on_move(Game.objects.get(pk=game.pk))
    last = repeats.last_orders(seat)
    assert set(last) == {first, second} | {o for o in last if o.startswith("FIRE")}
    post.write(third)
    assert repeats.last_orders(seat) == last, "this phase is not last time"
    now, not_now = repeats.possible(seat, battle_of(game))
    assert {first, second} <= set(now) and len(now) + len(not_now) == len(last)
