"""Whoever pretends to be a player: through the whole gate, with the verdicts of the trusted sources."""

from __future__ import annotations

import dkim
import pytest

from games.doors import arrivals
from games.gate import inbox
from games.models import Game, InboundMail, InboundState, OutboundMail
from games.seats import seats
from pbem.mail import own_check as checking
from tests.games.post_kit import (
    Post,
    a_battle,
    answers_to,
    deliver,
    filed,
    orders_of,
    seat_on_move,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game
from tests.pbem.signing_keys import PRIVATE_2048, PUBLIC_2048

__all__ = ["game"]

pytestmark = pytest.mark.django_db
IGNORED, HELD = InboundState.IGNORED, InboundState.HELD


# attack 1
@pytest.mark.parametrize(
    "to", ["orders@in.example.org", "game-1@in.example.org", "orders+zzzzzz-0000000000000000@in.example.org"]
)
def test_a_disowned_mail_without_a_seats_address_is_met_with_silence(game, seat, post, orders, to):
    for body in (orders, "HELP", "NEW ADDRESS"):
        mail = post.write(body, to=to, dmarc="fail")
        assert mail.state == IGNORED
        assert answers_to(mail) == []
    assert filed(game, seat) == ()


# attack 1
def test_in_a_strict_game_a_mail_that_nobody_vouches_for_and_without_address_is_kept_in_silence(
    game, seat, post, orders
):
    Game.objects.filter(pk=game.pk).update(mail_mode="strict")
    mail = post.write(orders, to="orders@in.example.org")
    assert (mail.state, mail.reason) == (HELD, "no-seat-address")
    assert answers_to(mail) == []


# attack 1, attack 40
def test_a_stranger_learns_the_same_of_every_address(game, seat, post):
    address = seats.reply_address(seat, game.phase)
    wrong = address.replace("-", "-0", 1)[: len(address)]
    told = set()
    for number, to in enumerate(
        (wrong, "game-1@in.example.org", "game-99@in.example.org", "x@in.example.org")
    ):
        mail = post.write("MOVE", to=to, sender=f"eve@evil{number}.example.com", dmarc="pass")
        assert (mail.state, mail.reason, mail.seat) == (IGNORED, "unknown-sender", None)
        answer = the_answer(mail)
        told.add((answer["Subject"], text_of(answer), answer["Reply-To"]))
    assert len(told) == 1
    assert game.title not in str(told) and seat.title not in str(told)


def test_a_stranger_is_told_once_a_day_and_domain(game, seat, post):
    mails = [
        post.write("MOVE", to="x@in.example.org", sender=f"eve{n}@evil.example.com", dmarc="pass")
        for n in range(4)
    ]
    assert sum(len(answers_to(mail)) for mail in mails) == 1


# attack 3
def test_a_forged_stamp_lets_nothing_through(game, seat, post, orders, settings):
    settings.AUTHSERV_ID = "mx.example.org"
    Game.objects.filter(pk=game.pk).update(mail_mode="strict")
    forged = "mail.evil.example.com; dmarc=pass header.from=players.example.org"
    mail = post.write(orders, Authentication_Results=forged)
    assert (mail.state, mail.reason) == (HELD, "unverified")
    real = post.write(f"{orders}\nHELP", Authentication_Results="mx.example.org; dmarc=pass")
    assert real.reason == "filed"
    failed = post.write("CLEAR", Authentication_Results="mx.example.org; dmarc=fail")
    assert (failed.state, failed.reason) == (HELD, "disowned")


def test_without_an_exchanger_of_ours_every_stamp_is_forged(game, seat, post, orders):
    Game.objects.filter(pk=game.pk).update(mail_mode="strict")
    assert post.write(orders, Authentication_Results="mx.example.org; dmarc=pass").reason == "unverified"


@pytest.fixture
def own_check(settings, monkeypatch):
    """This server takes mail from the internet itself; the DNS knows one key, and a domain that signs all."""
    settings.MAIL_VERIFY = True
    zone = {
        "key._domainkey.players.example.org": f"v=DKIM1; k=rsa; p={PUBLIC_2048}",
        "_dmarc.players.example.org": "v=DMARC1; p=reject",
    }
    monkeypatch.setattr(checking, "txt_record", lambda name: zone.get(name, ""))


def signed(seat, to: str, body: str, number: int, **how) -> bytes:
    raw = (
        f"From: {seat.email}\r\nTo: {to}\r\nSubject: orders\r\nDate: Sun, 22 Nov 2026 18:{number:02}:00 "
        "+0100\r\n"
        f"Message-ID: <{number}@players.example.org>\r\n\r\n{body}\r\n"
    ).encode()
    return dkim.sign(raw, b"key", b"players.example.org", PRIVATE_2048, **how) + raw


# attack 6
def test_signed_mail_counts_and_what_is_appended_to_it_does_not(game, seat, own_check):
    Game.objects.filter(pk=game.pk).update(mail_mode="strict")
    to = seats.reply_address(seat, game.phase)
    first, second, third = some_orders(game, seat)
    assert deliver(signed(seat, to, first, 1), to).reason == "filed"
    tail = deliver(signed(seat, to, second, 2, length=True) + third.encode(), to)
    assert (tail.state, tail.reason) == (HELD, "disowned")
    assert filed(game, seat) == (first,)


# attack 6
def test_signed_mail_sent_again_to_the_same_or_another_address_does_nothing_more(game, seat, own_check):
    to = seats.reply_address(seat, game.phase)
    raw = signed(seat, to, some_orders(game, seat)[0], 1)
    deliver(raw, to)
    version = Game.objects.get(pk=game.pk).version
    assert deliver(raw, to).pk == InboundMail.objects.get().pk
    again = deliver(b"Received: from a replay\r\n" + raw, to)
    assert (again.state, again.reason) == (IGNORED, "duplicate")
    other = a_battle()
    elsewhere = deliver(raw, seats.reply_address(seat_on_move(other), other.phase))
    assert Game.objects.get(pk=game.pk).version == version
    assert orders_of(other, seat_on_move(other)) == () or elsewhere.seat.email == seat.email


# attack 2
def test_a_stolen_address_without_the_owners_signature_is_held_and_the_owner_told(game, seat, own_check):
    to = seats.reply_address(seat, game.phase)
    raw = f"From: {seat.email}\nTo: {to}\nMessage-ID: <x@evil>\n\nCLEAR ALL\n".encode()
    mail = deliver(raw, to, "eve@evil.example.com")
    assert (mail.state, mail.reason) == (HELD, "disowned")
    assert the_answer(mail)["To"] == seat.email


# attack 7
def test_mail_to_an_old_address_gets_one_polite_pointer_and_none_if_it_is_disowned(game, seat, post, orders):
    old = seats.reply_address(seat, game.phase)
    from games.play import adjudication

    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    told = [len(answers_to(post.write(f"{orders}\nHELP {n}", to=old))) for n in range(3)]
    assert told == [1, 0, 0]
    assert answers_to(post.write(orders, to=old, dmarc="fail")) == []


# attack 9
def test_another_mail_under_the_same_message_id_is_read_and_told_so(game, seat, post):
    first, second, _ = some_orders(game, seat)
    post.write(first, Message_ID="<same@x.org>")
    mail = post.write(second, Message_ID="<same@x.org>")
    assert "same Message-ID" in " ".join(text_of(the_answer(mail)).split())
    assert set(filed(game, seat)) == {first, second}


# attack 40
def test_the_rivals_mail_at_my_address_and_anybodys_look_the_same(game, seat, rival, post, orders):
    outcomes = set()
    for sender in (rival.email, "eve@evil.example.com"):
        mail = post.write(orders, sender=sender)
        outcomes.add((mail.state, mail.reason, len(answers_to(mail))))
    assert outcomes == {(HELD, "other-sender", 1)}
    assert not OutboundMail.objects.filter(to=rival.email, kind="receipt").exists()


def test_a_players_other_address_never_gets_the_answers(game, seat, post, orders):
    seat.other_emails = ["anna@work.example.org"]
    seat.save()
    mail = post.write(orders, sender="anna@work.example.org", Reply_To="eve@evil.example.com")
    assert the_answer(mail)["To"] == seat.email


# attack 42
def test_own_time_decides_and_both_times_are_kept(game, seat, post, orders):
    mail = post.write(orders, Date="Sat, 21 Nov 2020 18:00:00 +0100")
    assert mail.received_at.year >= 2026
    assert mail.parsed["date"].startswith("2020-11-21")


def test_recovery_of_a_lost_address_in_a_thread_needs_a_verdict(game, seat, post, orders):
    report = OutboundMail.objects.get(seat=seat, kind="report")
    lost = {"to": "orders@in.example.org", "References": f"<other@x.org> {report.message_id}"}
    told = post.write(orders, **lost)
    assert (told.state, told.reason) == (HELD, "no-seat-address")
    assert "Reply to the newest mail" in " ".join(text_of(the_answer(told)).split())
    assert filed(game, seat) == ()
    assert post.write(orders, **lost, dmarc="pass").reason == "filed"
    stranger = post.write("CLEAR", **lost, sender="eve@evil.example.com", dmarc="pass")
    assert stranger.state == IGNORED
    assert set(filed(game, seat)) == set(orders.split("\n"))


def test_who_only_asks_is_answered_wherever_he_writes_if_his_domain_vouches_for_him(game, seat, post):
    mail = post.write("STATUS\nHELP MOVE", to="orders@in.example.org", dmarc="pass")
    assert mail.state == InboundState.DONE
    assert "HOW IT STANDS" in text_of(the_answer(mail))
    assert the_answer(mail)["To"] == seat.email


def test_nothing_raises_on_odd_verdicts(game, seat, post, orders):
    to = seats.reply_address(seat, game.phase)
    for number, told in enumerate(
        ({"dmarc": ["pass"]}, {"dkim": {"x": None}}, {"by": None}, {"dkim": "pass", "dkim_domain": None})
    ):
        raw = f"From: {seat.email}\nTo: {to}\nMessage-ID: <{number}@x>\n\n{orders}\nHELP {number}\n".encode()
        [mail] = arrivals.receive(raw, "test", seat.email, [to], authentication=told)
        inbox.process(mail.pk)
        mail.refresh_from_db()
        assert mail.state == InboundState.DONE, mail.detail


def test_the_other_seat_of_the_same_player_is_not_confused(game, seat):
    other = seat_on_move(a_battle())
    assert other.email == seat.email
    orders = some_orders(other.game, other)
    mail = Post(other).write("\n".join(orders))
    assert mail.seat == other
    assert filed(game, seat) == ()
