"""TEST by mail and on the desk's page."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Event, Game, Seat
from games.play import adjudication, submissions
from games.record import eventlog
from tests.games.arena import sits
from tests.games.post_kit import (
    Post,
    a_battle,
    battle_of,
    html_of,
    men_of,
    seat_on_move,
    seat_waiting,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.views.test_seat_pages import awaited, desk_of

pytestmark = pytest.mark.django_db


def close(game: Game) -> Game:
    adjudication.close_phase(Game.objects.get(pk=game.pk), "game master")
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def game():
    return a_battle()


def shooter_of(game: Game, seat: Seat) -> str:
    return next(
        f.name for f in battle_of(game).figures.values() if (f.seat == seat.name and f.weapon == "short_bow")
        or (f.seat == seat.name and f.weapon == "composite_bow")
    )  # fmt: skip


def test_before_the_enemy_has_played_there_is_nothing_to_test(game):
    seat = seat_on_move(game)
    answer = text_of(the_answer(Post(seat).write("TEST\n")))
    assert "No standing orders of yours are in force" in answer
    name = men_of(game, seat)[0]
    assert "has not played a phase yet" in text_of(
        the_answer(Post(seat).write(f"TEST RETREAT {name} toward 0101\n"))
    )


def test_after_his_phase_each_order_is_answered_and_nothing_is_filed(game):
    waiting = seat_waiting(game)
    submissions.submit(seat_on_move(game), some_orders(game, seat_on_move(game)), "web:1")
    game = close(game)
    seat = seat_on_move(game)
    assert seat.name == waiting.name
    events = Event.objects.filter(game=game).count()
    order = f"WATCH {shooter_of(game, seat)} fire at first within 3"
    mail = Post(seat).write(f"TEST {order}\n")
    answer = the_answer(mail)
    text = text_of(answer)
    assert answer["Subject"].endswith("what your standing orders would have done")
    assert "WHAT THEY WOULD HAVE DONE" in text and order in " ".join(text.split())
    assert "as if these orders had stood then" in " ".join(text.split())
    assert "would have done" in html_of(answer).lower()
    assert all(len(line) <= 78 for line in text.splitlines())
    assert Event.objects.filter(game=game).count() == events
    assert battle_of(game).standing.get(seat.name, ()) == ()


def test_beside_orders_that_are_filed_test_answers_what_stands_then(game):
    game = close(game)
    seat = seat_on_move(game)
    order = f"WATCH {shooter_of(game, seat)} fire at first within 3"
    text = text_of(the_answer(Post(seat).write(f"{order}\nTEST\n")))
    assert battle_of(game).standing[seat.name] == (order,)
    assert text.count(order) >= 2 and "WHAT THEY WOULD HAVE DONE" in text


def test_the_button_answers_and_files_nothing(client: Client, game):
    game = close(game)
    seat = awaited(game)
    order = f"WATCH {shooter_of(game, seat)} fire at first within 3"
    before = eventlog.load(game.pk).battle.standing.get(seat.name, ())
    page = sits(client, seat).post(desk_of(game, seat), {"orders": order, "test": "1", "nonce": "a" * 32})
    assert page.status_code == 200 and b"What they would have done" in page.content
    assert eventlog.load(game.pk).battle.standing.get(seat.name, ()) == before
    nothing = sits(client, seat).post(desk_of(game, seat), {"orders": "", "test": "1"})
    assert b"No standing orders of yours are in force" in nothing.content
