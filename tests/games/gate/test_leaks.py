"""What must not get out: secrets into logs, one side's orders into the other's mails."""

from __future__ import annotations

import io
import logging
import re
import smtplib

import pytest

from games import queue
from games.gate import inbox
from games.models import Game, InboundMail, OutboundMail, ReplyToken
from games.outbox import frozen, outbox
from games.play import submissions
from games.seats import seats
from pbem.logs import Redacting
from tests.games.post_kit import (
    Post,
    battle_of,
    deliver,
    html_of,
    men_of,
    opened,
    seat_on_move,
    seat_waiting,
    some_orders,
    text_of,
    the_answer,
)
from tests.pbem.mail_kit import MAILS

pytestmark = pytest.mark.django_db


@pytest.fixture
def log():
    """Everything that any logger says, tracebacks included, as it is written down."""
    heard = io.StringIO()
    handler, root = logging.StreamHandler(heard), logging.getLogger()
    handler.setFormatter(Redacting("%(name)s %(message)s"))
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield heard
    root.setLevel(level)
    root.removeHandler(handler)


def secrets_of(game):
    """Everything that opens a seat of this game."""
    tokens = ReplyToken.objects.filter(seat__game=game)
    found = {seats.address_of(token).partition("@")[0].rpartition("-")[2] for token in tokens}
    found |= {seats.confirm_link(token).rpartition("-")[2] for token in tokens if token.purpose == "confirm"}
    return found | {seats.link_secret(seat).partition("-")[2] for seat in game.seats.all()}


def test_no_log_holds_what_opens_a_seat(game, log, settings, monkeypatch, client):
    """A phase with good, bad, hostile and unlucky mails, and a mail server that refuses ours."""
    seat, rival = seat_on_move(game), seat_waiting(game)
    post = Post(seat)
    to = seats.reply_address(seat, game.phase)
    queue.work_off()
    post.write("\n".join([*some_orders(game, seat), "MOVE nobody", to, f"HELP {to}"]))
    post.write(f"MOVE {to}", sender="eve@evil.example.com")
    Post(rival).write(to, to=to)
    post.write("x", Content_Type="multipart/mixed; boundary*0=a")
    for file in sorted(MAILS.glob("*.eml"))[::10]:
        deliver(file.read_bytes(), to)
    with monkeypatch.context() as patch:
        patch.setattr(submissions, "submit", lambda *_, **__: 1 / 0)
        post.write("MOVE nobody")
    with monkeypatch.context() as patch:

        def refuse(*_, **__):
            raise smtplib.SMTPDataError(550, f"5.7.1 not for {seat.player}".encode())

        patch.setattr(frozen.FrozenMessage, "send", refuse)
        for row in OutboundMail.objects.all():
            outbox.send(row.pk)
    client.get(f"/s/{seats.link_secret(seat)}")
    client.get(f"/s/{seats.link_secret(seat)}x")
    asked = ReplyToken.objects.filter(purpose="confirm")
    assert asked
    for token in asked:
        page = seats.confirm_link(token).removeprefix(settings.BASE_URL)
        client.get(page)
        client.get(f"{page}x")
    opening = secrets_of(game)
    seats.renew_link(seat)
    queue.work_off()
    said = log.getvalue().lower()
    assert "cannot be read" in said and "rejected" in said
    assert settings.LOGGING["formatters"]["line"]["()"] == "pbem.logs.Redacting"
    for secret in (*opening, *secrets_of(Game.objects.get(pk=game.pk)), settings.SECRET_KEY.lower()):
        assert secret not in said
    assert "eve@evil.example.com" not in said


def without_clock(text):
    return re.sub(r"Received [^;]*;|\(in [^)]*\)", "", " ".join(text.split()))


def test_the_rivals_standing_orders_change_no_letter_of_a_receipt(game):
    """Errors, help, suggestions, status and orders aimed at his men: the same before and after he
    has written."""
    seat, rival = seat_on_move(game), seat_waiting(game)
    theirs = men_of(game, rival)
    lines = ["TRY", *some_orders(game, seat), "STATUS", "REPORT", f"MOVE {theirs[0]} stay",
             f"WOUND {theirs[0]}",
             f"FIRE {men_of(game, seat)[0]} AT {theirs[0]}", f"ATTACK {men_of(game, seat)[0]} ON {theirs[1]}",
             "CLEAR " + theirs[0], "RETREAT towards", "WATCH"]  # fmt: skip
    before = the_answer(Post(seat).write("\n".join(lines), Message_ID="<1@x.org>"))
    told = Post(rival).write(f"RETREAT toward 0101\nOPPOSE all\nWOUND {theirs[0]} then {theirs[1]}\n")
    assert told.reason == "filed"
    assert battle_of(game).standing.get(rival.name)
    after = the_answer(Post(seat).write("\n".join(lines), Message_ID="<2@x.org>"))
    assert without_clock(text_of(before)) == without_clock(text_of(after))
    assert without_clock(html_of(before)) == without_clock(html_of(after))
    assert before["Subject"] == after["Subject"]


def test_no_mail_of_ours_names_the_other_player_or_what_opens_his_seat(game):
    seat, rival = seat_on_move(game), seat_waiting(game)
    Post(seat).write(
        "\n".join([*some_orders(game, seat), "STATUS", "REPORT", "HELP", rival.email, "nonsense"])
    )
    Post(rival).write("RETREAT toward 0101\nSTATUS\nREPORT\nnonsense\n")
    queue.work_off()
    own_address = {one.pk: one.email for one in (seat, rival)}
    for row in OutboundMail.objects.exclude(seat=None):
        other = rival if row.seat_id == seat.pk else seat
        mail = opened(row)
        assert mail["To"] == own_address[row.seat_id]
        text = f"{mail.items()}{text_of(mail)}{html_of(mail)}".lower()
        for token in ReplyToken.objects.filter(seat=other):
            assert seats.address_of(token).partition("@")[0] not in text
        assert seats.link_secret(other) not in text
        assert (row.seat_id == seat.pk and row.kind == "receipt") or other.email not in text


def test_the_reply_address_stands_in_reply_to_alone(game):
    """Not in the text, the subject or the Message-ID: whoever quotes our mail gives nothing away."""
    seat = seat_on_move(game)
    Post(seat).write("HELP\n")
    for row in OutboundMail.objects.filter(seat=seat):
        mail = opened(row)
        token = seats.reply_address(seat, game.phase).partition("@")[0]
        assert token in mail["Reply-To"]
        others = [value for name, value in mail.items() if name != "Reply-To"]
        assert token not in f"{others}{text_of(mail)}{html_of(mail)}"


def test_a_strangers_letter_is_told_of_without_a_word_of_what_it_says(game):
    """Else he could write to the player through us."""
    seat = seat_on_move(game)
    mail = Post(seat).write("MOVE BUY-MY-PILLS", sender="Best Pills <eve@evil.example.com>", Subject="pills")
    answer = the_answer(mail)
    assert "pills" not in f"{answer['Subject']}{text_of(answer)}{html_of(answer)}".lower()


# attack 32
@pytest.mark.parametrize("marked", [{"In_Reply_To": True}, {}], ids=["in the thread", "without a thread"])
def test_an_automaton_without_any_mark_gets_two_answers_at_most(game, marked):
    """A ticket system that answers every mail with the same words, from the player's own address."""
    seat = seat_on_move(game)
    post, answered = Post(seat), []
    headers = {"In_Reply_To": OutboundMail.objects.get(seat=seat, kind="report").message_id} if marked else {}
    for _ in range(8):
        mail = post.write("We have got your message and will come back to you.\n", **headers)
        answers = list(OutboundMail.objects.filter(in_reply_to=mail))
        answered += answers
        if marked and answers:
            headers = {"In_Reply_To": answers[0].message_id}
    assert 1 <= len(answered) <= 2
    assert InboundMail.objects.filter(reason="nothing-new").count() >= 6


# attack 33
def test_a_forged_bounce_silences_nobody(game):
    seat, rival = seat_on_move(game), seat_waiting(game)
    report = OutboundMail.objects.get(seat=rival, kind="report")
    bounce = (
        "From: mailer-daemon@evil.example.com\nContent-Type: multipart/report; report-type=delivery-status; "
        f"boundary=b\nIn-Reply-To: {report.message_id}\n\n--b\nContent-Type: message/delivery-status\n\n"
        f"Final-Recipient: rfc822; {rival.email}\nAction: failed\nStatus: 5.1.1\n--b--\n"
    )
    mail = deliver(bounce.encode(), seats.reply_address(rival, game.phase), "")
    assert mail.reason == "null-sender"
    rival.refresh_from_db()
    assert rival.wants_mail and rival.email
    assert not OutboundMail.objects.filter(in_reply_to=mail).exists()
    assert inbox.own().domain and seat.wants_mail


class TestWebhook:
    @pytest.mark.parametrize("provider", ["postmark", "sendgrid", "mailgun", "mailjet", "sparkpost"])
    def test_nothing_is_taken_without_the_secret(self, client, settings, provider):
        settings.MAIL_WEBHOOKS = [provider]
        settings.ANYMAIL = {"WEBHOOK_SECRET": "hook:right", "MAILGUN_WEBHOOK_SIGNING_KEY": "k",
                            "MAILGUN_API_KEY": "k"}  # fmt: skip
        for body in ("", "{}", "[]", '{"RawEmail": "From: a@b\\n\\nMOVE"}', "\0", "[" * 5000):
            path = f"/anymail/{provider}/inbound/"
            answer = client.post(path, body, content_type="application/json")
            assert answer.status_code in (400, 403)
        assert not InboundMail.objects.exists()
