"""Orders written on the desk while a phase is being played: kept as mails are, and read when it is over."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games import queue
from games.gate import inbox, kept
from games.models import Game, GameState, InboundMail, InboundState, OutboundMail, Question, Seat
from games.seats import seats
from tests.games.play.questions_kit import again, play_until_asked
from tests.games.play.test_questions_going_on import answer_everything
from tests.games.post_kit import Post, a_battle, answers_to, battle_of, text_of, the_answer

pytestmark = pytest.mark.django_db
ORDER = "RETREAT toward 0101"
NONCE = "0123456789abcdef" * 2


@pytest.fixture
def game() -> Game:
    return a_battle()


@pytest.fixture
def question(game: Game) -> Question:
    return play_until_asked(game)


@pytest.fixture
def other(game: Game, question: Question) -> Seat:
    return game.seats.exclude(pk=question.seat_id).get()


@pytest.fixture
def desk(client: Client, other: Seat) -> str:
    client.get(f"/s/{seats.link_secret(other)}")
    return f"/g/{other.game_id}/seat/{other.name}"


def send(client: Client, desk: str, orders: str = ORDER, nonce: str = NONCE) -> str:
    return words(client.post(desk, {"orders": orders, "nonce": nonce, "phase": "1"}))


def words(response: Any) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


def test_the_desk_takes_orders_while_a_player_is_asked(client: Client, desk: str) -> None:
    page = client.get(desk).content.decode()
    assert '<textarea id="orders"' in page and "Send orders" in page
    assert 'name="try"' not in page, "what it would be tried against is nobody's to see"


def test_what_is_sent_is_kept_and_the_page_says_so_in_the_words_of_the_mail(
    client: Client, game: Game, question: Question, other: Seat, desk: str
) -> None:
    page = send(client, desk)
    [mail] = InboundMail.objects.filter(state=InboundState.KEPT)
    assert (mail.seat, mail.game, mail.transport) == (other, game, "desk")
    assert "Kept until the phase is over" in page and "Not filed" not in page
    by_mail = " ".join(text_of(the_answer(Post(other).write("WATCH anyone hold\n"))).split())
    said = re.search(r"The phase is being played, and.*?its receipt follows by mail\.", page)
    assert said is not None and said[0] in by_mail
    assert again(game).version == question.seq and not answers_to(mail)


def test_it_is_read_when_the_phase_is_over_and_its_receipt_comes_by_mail(
    client: Client, game: Game, other: Seat, desk: str
) -> None:
    send(client, desk, f"{ORDER}\nOPPOSE Nobody always")
    [mail] = InboundMail.objects.filter(state=InboundState.KEPT)
    queue.work_off()
    mail.refresh_from_db()
    assert mail.state == InboundState.KEPT
    answer_everything(game)
    kept.take_up()
    inbox.process(mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed")
    assert ORDER in battle_of(game).standing[other.name]
    assert "1 stands, 1 to mend" in str(the_answer(mail)["Subject"])


def test_a_sheet_sent_twice_is_kept_once(client: Client, desk: str) -> None:
    send(client, desk)
    assert "Kept until the phase is over" in send(client, desk)
    assert InboundMail.objects.filter(state=InboundState.KEPT).count() == 1
    send(client, desk, nonce="f" * 32)
    assert InboundMail.objects.filter(state=InboundState.KEPT).count() == 2
    assert "2 of your letters and sheets are kept" in words(client.get(desk))


def test_a_sheet_already_read_is_not_read_again(client: Client, game: Game, desk: str) -> None:
    send(client, desk)
    answer_everything(game)
    queue.work_off()
    [mail] = InboundMail.objects.filter(transport="desk")
    assert mail.reason == "filed"
    version = again(game).version
    inbox.redeliver(mail)
    inbox.process(mail.pk)
    assert again(game).version == version


def test_the_asked_player_may_write_too(client: Client, game: Game, question: Question) -> None:
    client.get(f"/s/{seats.link_secret(question.seat)}")
    page = send(client, f"/g/{game.pk}/seat/{question.seat.name}", "2")
    assert "Kept until the phase is over" in page
    question.refresh_from_db()
    assert question.open, "orders are no answer: that has a page of its own"


@pytest.mark.parametrize("orders", ["", "  \n\n"])
def test_an_empty_sheet_is_not_kept(client: Client, desk: str, orders: str) -> None:
    assert "Nothing was written" in send(client, desk, orders)
    assert not InboundMail.objects.filter(state=InboundState.KEPT).exists()


@pytest.mark.parametrize(
    "orders",
    ["\x00\x07MOVE a\u202eb", "é" * 5000, "From: mallory@example.org\n\nMOVE x", "\r\n.\r\n", "y" * 20_000],
)
def test_strange_sheets_do_no_harm(client: Client, game: Game, other: Seat, desk: str, orders: str) -> None:
    assert "Kept until the phase is over" in send(client, desk, orders)
    answer_everything(game)
    queue.work_off()
    [mail] = InboundMail.objects.filter(transport="desk")
    assert mail.seat == other and mail.state != InboundState.KEPT and not mail.detail
    assert mail.sender == other.email


def test_a_seat_without_an_address_is_told_to_send_again(client: Client, other: Seat, desk: str) -> None:
    Seat.objects.filter(pk=other.pk).update(email="")
    page = send(client, desk)
    assert "Please send it again" in page and ORDER in page
    assert not InboundMail.objects.filter(transport="desk").exists()


def test_nobody_else_learns_of_it(client: Client, game: Game, question: Question, desk: str) -> None:
    browser = Client()
    browser.get(f"/s/{seats.link_secret(question.seat)}")
    page = f"/g/{game.pk}/seat/{question.seat.name}"
    before = words(browser.get(page))
    mails = OutboundMail.objects.count()
    send(client, desk)
    assert words(browser.get(page)) == before and OutboundMail.objects.count() == mails


def test_orders_that_come_just_as_the_phase_ends_are_found_by_the_sweep(
    client: Client, game: Game, other: Seat
) -> None:
    """The desk saw a phase being played, but it is over before the sheet is kept."""
    answer_everything(game)
    assert again(game).state == GameState.RUNNING
    mail = kept.keep_sheet(Seat.objects.get(pk=other.pk), ORDER, NONCE)
    assert mail is not None
    queue.work_off()
    assert ORDER in battle_of(game).standing[other.name]
