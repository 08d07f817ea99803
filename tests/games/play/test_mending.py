"""The phase waits for men whose lines were to be mended, until they have an order or the player says so."""

from __future__ import annotations

import pytest

from games.models import Game, Seat
from tests.games.post_kit import Post, men_of, text_of, the_answer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_is_given_time_to_think(game: Game) -> None:
    Game.objects.update(recall_minutes=0)


def waits(seat: Seat) -> bool:
    return Seat.objects.get(pk=seat.pk).mends_until is not None


def test_another_man_s_order_does_not_end_the_wait_for_one_whose_line_is_to_be_mended(
    game: Game, seat: Seat, post: Post
) -> None:
    first, second, third, *_ = men_of(game, seat)
    post.write(f"MOVE {first} stay\n{second} hops to 9999")
    assert waits(seat)
    receipt = " ".join(text_of(the_answer(post.write(f"MOVE {third} stay"))).split())
    assert waits(seat) and f"for what to do with {second};" in receipt
    post.write(f"MOVE {second} stay")
    assert not waits(seat) and Seat.objects.get(pk=seat.pk).mends_for == []


def test_final_goes_on_without_him(game: Game, seat: Seat, post: Post) -> None:
    first, second, *_ = men_of(game, seat)
    post.write(f"MOVE {first} stay\n{second} hops to 9999")
    assert waits(seat)
    post.write("FINAL")
    assert not waits(seat)


def test_whoever_has_another_order_is_not_waited_for(game: Game, seat: Seat, post: Post) -> None:
    first, second, third, *_ = men_of(game, seat)
    post.write(f"MOVE {first} stay\nMOVE {second} stay\n{second} hops to 9999")
    assert waits(seat), "he may still write the line anew"
    post.write(f"MOVE {third} stay")
    assert not waits(seat)
