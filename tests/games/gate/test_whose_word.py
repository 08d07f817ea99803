"""What is undone or given up by whoever should not, or when nothing can be: an UNDO that is refused, and the
word of a player who plays no more."""

from __future__ import annotations

import re

import pytest

from games.gate import endings
from games.models import Game, InboundMail, Seat
from games.play import adjudication, creation
from games.play.endings import Status, Wish, look
from games.seats import seats
from tests.games.gate.test_endings import confirms, partner
from tests.games.post_kit import Post, answers_to, battle_of, filed, men_of, text_of

__all__ = ["partner"]
pytestmark = pytest.mark.django_db


def flat(mail: InboundMail) -> str:
    return " ".join(" ".join(text_of(answer).split()) for answer in answers_to(mail))


def page_of(mail: InboundMail) -> str:
    told = "".join(text_of(answer) for answer in answers_to(mail))
    [page] = re.findall(r"/confirm/[0-9a-z-]+", told)
    return page


def another_player(seat: Seat) -> Seat:
    return creation.change_player(seat, name="Nina", email="nina@players.example.org")


def test_an_undo_that_is_refused_is_not_said_to_be_done(game, seat, post) -> None:
    [one, *_] = men_of(game, seat)
    newest = seats.reply_address(seat, game.phase)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "test")
    later = Post(Seat.objects.get(pk=seat.pk))
    later.written = 5
    later.write(f"RETREAT {one} toward 0101\n", to=newest)
    answer = flat(later.write("UNDO\n", to=newest))
    assert filed(game, seat) == (f"RETREAT {one} toward 0101",)
    assert "a phase that is over" in answer
    assert "is undone" not in answer and "nothing to undo" not in answer


@pytest.mark.parametrize("renewed", [another_player, seats.revoke])
def test_a_page_of_before_ends_no_game_for_whoever_has_new_addresses(
    game, seat, post, client, renewed
) -> None:
    page = page_of(post.write("SURRENDER\n"))
    renewed(seat)
    assert "waits for no answer any more" in client.post(page, {"answer": "mine"}).content.decode()
    assert battle_of(game).agreed is None


def test_a_page_of_before_lets_no_orders_through_for_another_player(game, seat, post, client) -> None:
    [one, *_] = men_of(game, seat)
    page = page_of(post.write(f"MOVE {one} stay\n", sender="somebody@players.example.org"))
    another_player(seat)
    client.post(page, {"answer": "mine"})
    assert filed(game, seat) == ()


def test_what_the_player_before_said_of_surrender_binds_nobody(game, seat, partner, post) -> None:
    confirms(post, post.write("SURRENDER\n"))
    assert endings.agreed_to_surrender(partner) == [seat.name]
    another_player(seat)
    assert endings.agreed_to_surrender(partner) == []


def test_a_draw_that_the_player_before_offered_is_not_agreed_to_by_the_next(game, seat, rival, post) -> None:
    confirms(post, post.write("I offer a draw\n"))
    assert look(rival, Wish.DRAW).status is Status.ENDS
    nina = another_player(seat)
    assert look(rival, Wish.DRAW).status is Status.WAITS
    assert look(nina, Wish.DRAW).status is Status.WAITS
    hers = Post(nina)
    hers.written = 5
    confirms(hers, hers.write("I offer a draw\n"))
    assert look(rival, Wish.DRAW).status is Status.ENDS
