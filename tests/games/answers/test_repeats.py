""" "Same as last time" gets what that would be, to confirm."""

from __future__ import annotations

import pytest

from games.answers import repeats
from games.models import Game, Seat
from games.play import adjudication
from tests.games.post_kit import Post, battle_of, orders_of, seat_on_move, some_orders, text_of, the_answer

pytestmark = pytest.mark.django_db

ASKS = (
    "Same as last time", "same orders", "Same orders please!", "The same again, please.", "as before",
    "Repeat.", "ditto",
    "same as last time for everybody, thanks", "Again", "Use the same orders as before",
    "Wie beim letzten Mal", "Bitte wie beim letzten Mal.", "dieselben Befehle bitte",
    "Die gleichen Befehle noch einmal", "wie gehabt", "Wie zuvor", "nochmal", "Comme la dernière fois",
    "Les mêmes ordres s'il vous plaît", "Mêmes ordres", "comme avant", "Pareil, merci", "Idem.",
    "La même chose encore une fois",
)  # fmt: skip
OTHERS = (
    "the same to you", "I had the same idea as before the battle", "Not the same as last time",
    "See you again", "as before, but Hugo stays", "MOVE Robert stay", "Poor Hugo, again!", "repeat after me",
    "", "das gleiche Wetter hier", "same as last time? no",
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
    assert {first, second} <= set(repeats.possible(seat, battle_of(game))) <= set(last)


def test_it_is_shown_and_stands_after_accept(game: Game, seat: Seat, post: Post) -> None:
    first, second, _ = some_orders(game, seat)
    post.write(f"{first}\n{second}\nFINAL")
    played(game)
    played(game)
    post = Post(Seat.objects.get(pk=seat.pk))
    mail = post.write("Hi!\nSame as last time, please.\nAnna", Message_ID="<again@x>")
    said = text_of(the_answer(mail))
    assert (
        first in said
        and second in said
        and "ACCEPT" in said
        and "ordered last time" in " ".join(said.split())
    )
    assert orders_of(game, seat) == ()
    adjudication.attend(game.pk)
    assert Game.objects.get(pk=game.pk).phase == 3
    post.write("ACCEPT", In_Reply_To=str(the_answer(mail)["Message-ID"]), Message_ID="<yes@x>")
    assert set(orders_of(game, seat)) == {first, second}


def test_beside_orders_it_is_offered_and_they_stand(game: Game, seat: Seat, post: Post) -> None:
    first, _, third = some_orders(game, seat)
    post.write(f"{first}\nFINAL")
    played(game)
    played(game)
    post = Post(Seat.objects.get(pk=seat.pk))
    mail = post.write(f"wie beim letzten Mal\n{third}", Message_ID="<again@x>")
    assert orders_of(game, seat) == (third,) and first in text_of(the_answer(mail))
    post.write("ACCEPT", Message_ID="<yes@x>")
    assert set(orders_of(game, seat)) == {first, third}


def test_who_never_ordered_anything_is_told_so(game: Game, seat: Seat, post: Post) -> None:
    mail = post.write("comme la dernière fois")
    assert "Nothing that you ordered before" in " ".join(text_of(the_answer(mail)).split())
    assert post.write("ACCEPT").reason == "nothing-to-accept"


def test_in_the_enemys_phase_there_is_nothing_to_repeat(game: Game, seat: Seat, post: Post) -> None:
    post.write(f"{some_orders(game, seat)[0]}\nFINAL")
    played(game)
    mail = Post(Seat.objects.get(pk=seat.pk)).write("repeat", Message_ID="<again@x>")
    assert "Nothing that you ordered before" in " ".join(text_of(the_answer(mail)).split())
