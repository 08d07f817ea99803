"""Mails with strange contents: empty, quoted, from machines, too many, or met by a fault of ours."""

from __future__ import annotations

import pytest

from games.doors import arrivals
from games.gate import inbox
from games.models import (
    Game,
    InboundMail,
    InboundState,
    OutboundMail,
    Report,
    Seat,
)
from games.play import submissions
from games.seats import seats
from tests.games.gate.test_inbox import version
from tests.games.post_kit import (
    answers_to,
    battle_of,
    deliver,
    men_of,
    orders_of,
    seat_waiting,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db


def test_an_empty_mail_gets_one_answer_with_help(game, seat, post):
    before = version(game)
    mail = post.write("")
    assert (mail.state, mail.reason) == (InboundState.DONE, "empty")
    assert "HELP" in text_of(the_answer(mail))
    assert version(game) == before


def test_what_was_changed_in_a_quoted_form_counts_and_the_rest_is_offered(game, seat, post):
    report = Report.objects.get(seat=seat)
    name = men_of(game, seat)[0]
    quoted = "\n".join(f"> {line}" for line in report.text.split("\n")).replace(
        f"MOVE {name} stay", f"MOVE {name} facing NE"
    )
    mail = post.write(f"On 22 Nov 2026 the game wrote:\n{quoted}\n")
    assert mail.reason == "filed"
    assert orders_of(game, seat) == (f"MOVE {name} facing NE",)
    assert f"{len(men_of(game, seat)) - 1} lines of ours" in text_of(the_answer(mail))


def test_orders_edited_in_a_quote_that_is_no_form_are_offered_back_and_not_carried_out(game, seat, post):
    report = Report.objects.get(seat=seat)
    name = men_of(game, seat)[0]
    text = report.text.replace("#ORDERS", "The orders of").replace(f"MOVE {name} stay", f"MOVE {name} 0101")
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    mail = post.write(f"On 22 Nov 2026 the game wrote:\n{quoted}\n")
    assert mail.reason == "orders-in-quote"
    assert orders_of(game, seat) == ()
    text = text_of(the_answer(mail))
    assert f"MOVE {name} 0101" in text
    assert f"MOVE {name} stay" not in text


def test_an_untouched_quote_without_any_order_is_an_empty_mail(game, seat, post):
    quoted = "\n".join(f"> {line}" for line in Report.objects.get(seat=seat).text.split("\n"))
    assert post.write(f"On 22 Nov 2026 the game wrote:\n{quoted}\n").reason == "empty"


def test_orders_above_an_unquoted_form_count_and_the_form_does_not(game, seat, post):
    """Some programs put the original below the answer without any mark."""
    report = Report.objects.get(seat=seat)
    form = report.text[report.text.index("#ORDERS") : report.text.index("#END") + 4]
    post.write(f"RETREAT toward 0101\n\n{form}\n")
    battle = battle_of(game)
    assert orders_of(game, seat) == ()
    assert any(line.startswith("RETREAT") for line in battle.standing.get(seat.name, ()))


def test_the_phase_waits_for_orders_outside_of_a_form_that_was_filled_in(game, seat, post):
    report = Report.objects.get(seat=seat)
    form = report.text[report.text.index("#ORDERS") : report.text.index("#END") + 4]
    post.write("QUIET ON")
    mail = post.write(f"{form.replace('stay', 'stop', 1)}\nRETREAT toward 0101\n")
    said = text_of(the_answer(mail))
    assert str(the_answer(mail)["Subject"]).endswith(", 1 not carried out")
    assert "outside of your #ORDERS block" in " ".join(said.split()).lower().replace("#orders", "#ORDERS")
    assert "The phase waits 1 hour" in " ".join(said.split()) and Seat.objects.get(pk=seat.pk).mends_until
    post.write("RETREAT toward 0101\nFINAL")
    assert Seat.objects.get(pk=seat.pk).mends_until is None


def test_html_only_mail_is_read_and_the_receipt_says_so(game, seat, post):
    orders = some_orders(game, seat)
    mail = post.write("<p>" + "</p><p>".join(orders) + "</p>", Content_Type="text/html; charset=utf-8")
    assert set(orders_of(game, seat)) == set(orders)
    assert "HTML" in text_of(the_answer(mail))


def test_a_megabyte_of_noise_gets_one_short_answer(game, seat, post):
    mail = post.write("the quick brown fox jumps over the lazy dog 1234567\n" * 20_000)
    assert mail.state == InboundState.DONE
    assert len(text_of(the_answer(mail))) < 8_000
    assert orders_of(game, seat) == ()


def test_a_mail_that_may_not_be_parsed_is_kept_and_its_sender_told(game, seat, post):
    mail = post.write("x", Content_Type="multipart/mixed; boundary*0=a; boundary*1=b")
    assert (mail.state, mail.reason) == (InboundState.FAILED, "too-deeply-nested")
    assert "could not be read" in text_of(the_answer(mail))


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X_Autoreply": "yes"},
        {"envelope": ""},
        {"X_PBEM_Loop": "pbem@in.example.org"},
    ],
    ids=str,
)
def test_automata_are_not_answered_and_command_nobody(game, seat, post, headers):
    mail = post.write("\n".join(some_orders(game, seat)), **headers)
    assert mail.state in (InboundState.IGNORED, InboundState.HELD)
    assert answers_to(mail) == []
    assert orders_of(game, seat) == ()


def test_our_own_mail_coming_back_is_left_alone(game, seat):
    report = OutboundMail.objects.get(seat=seat, kind="report")
    mail = deliver(bytes(report.rendered), seats.reply_address(seat, game.phase), seat.email)
    assert mail.state == InboundState.IGNORED
    assert answers_to(mail) == []


def test_a_fault_of_ours_keeps_the_mail_and_tells_the_player_once(game, seat, post, monkeypatch):
    monkeypatch.setattr(submissions, "submit", lambda *_, **__: 1 / 0)
    mail = post.write("\n".join(some_orders(game, seat)))
    assert (mail.state, mail.reason) == (InboundState.FAILED, "trouble")
    assert "ZeroDivisionError" in mail.detail
    assert "our side" in text_of(the_answer(mail))
    assert bytes(mail.raw)


def test_a_mended_fault_lets_the_mail_through(game, seat, post, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(submissions, "submit", lambda *_, **__: 1 / 0)
        mail = post.write("\n".join(some_orders(game, seat)))
    inbox.redeliver(mail)
    inbox.process(mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed")
    assert len(orders_of(game, seat)) == 3


def test_no_address_gets_more_answers_in_an_hour_than_the_brake_allows(game, seat, post):
    for _ in range(25):
        post.write("HELP\n")
    assert OutboundMail.objects.filter(to=seat.email, kind="receipt").count() == 20


def test_nothing_a_rival_writes_reaches_the_other_seat(game, seat, post):
    other = seat_waiting(game)
    post.write("\n".join(some_orders(game, seat)))
    assert not OutboundMail.objects.filter(seat=other, kind="receipt").exists()


def test_mail_after_the_end_of_the_game_is_answered_kindly(game, seat, post):
    Game.objects.filter(pk=game.pk).update(state="over")
    mail = post.write("\n".join(some_orders(game, seat)))
    assert "game is over" in text_of(the_answer(mail)).lower()


def test_mail_for_several_recipients_is_one_row_each(game):
    rows = arrivals.receive(
        b"From: a@b.org\n\nx", "test", "a@b.org", ["x@in.example.org", "y@in.example.org"]
    )
    assert [row.recipient for row in rows] == ["x@in.example.org", "y@in.example.org"]
    assert len(arrivals.receive(b"From: a@b.org\n\nx", "test", "a@b.org", ["x@in.example.org"])) == 1
    assert InboundMail.objects.count() == 2
