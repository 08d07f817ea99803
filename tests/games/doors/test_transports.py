"""Every way in ends in the same inbox: SMTP, a pipe, a provider's webhook. And a whole exchange
over real SMTP."""

from __future__ import annotations

import base64
import io
import json
import smtplib
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import OperationalError

from games import queue
from games.demo.mailbox import Mailbox, post, reply, text_of
from games.doors import arrivals, listener
from games.gate import inbox
from games.models import Game, InboundMail, InboundState, OutboundMail, OutboundState
from games.seats import seats
from pbem.processes import free_port
from tests.games.post_kit import a_battle, battle_of, seat_on_move, some_orders
from tests.pbem.mail_kit import MAILS

MAIL = (
    b"From: a@example.org\r\nTo: x@in.example.org\r\nMessage-ID: <1@example.org>\r\n\r\nMOVE Drogo 0808\r\n"
)


class ThreadedListener(Controller):
    def factory(self) -> SMTP:
        return listener.Conversation(self.handler, **self.SMTP_kwargs)


@pytest.fixture
def listening():
    """The listener on a port of its own."""
    controller = ThreadedListener(
        listener.Postman(), hostname="127.0.0.1", port=free_port(), **listener.bounds()
    )
    controller.start()
    yield controller.port
    controller.stop()


def send(port, recipient="orders+x@in.example.org", data=MAIL):
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
        return smtp.sendmail("a@example.org", [recipient], data)


@pytest.mark.django_db(transaction=True)
class TestSmtp:
    def test_a_mail_is_stored_before_the_other_side_hears_yes(self, listening):
        send(listening)
        mail = InboundMail.objects.get()
        assert mail.state == InboundState.UNREAD
        assert (mail.recipient, mail.envelope_from, mail.transport) == (
            "orders+x@in.example.org",
            "a@example.org",
            "smtp",
        )
        assert b"MOVE Drogo 0808" in bytes(mail.raw)

    def test_nothing_is_relayed(self, listening):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(listening, "somebody@example.org")
        assert refused.value.recipients["somebody@example.org"][0] == 550
        assert not InboundMail.objects.exists()

    def test_the_null_sender_of_a_bounce_is_remembered(self, listening):
        with smtplib.SMTP("127.0.0.1", listening, timeout=10) as smtp:
            smtp.sendmail("", ["x@in.example.org"], MAIL)
        mail = InboundMail.objects.get()
        inbox.process(mail.pk)
        mail.refresh_from_db()
        assert (mail.state, mail.reason) == (InboundState.IGNORED, "null-sender")

    def test_what_cannot_be_stored_is_not_acknowledged(self, listening, monkeypatch):
        def fail(*_, **__):
            raise OperationalError("the disk is full")

        monkeypatch.setattr(arrivals, "receive", fail)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            send(listening)
        assert refused.value.smtp_code == 451

    def test_a_mail_that_is_too_large_is_refused_at_the_door(self, listening):
        with pytest.raises(smtplib.SMTPResponseException) as refused:
            send(listening, data=MAIL + b"x" * 76 + b"\r\n" * 3_300_000)
        assert refused.value.smtp_code == 552
        assert not InboundMail.objects.exists()

    def test_a_phase_is_played_by_mail_alone(self, listening, settings, tmp_path):
        """Report out, orders in, receipt out, adjudication, next reports out: all over sockets."""
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
        with Mailbox(tmp_path, settings.EMAIL_PORT) as mailbox:
            game = a_battle(mending_minutes=0, recall_minutes=0)
            queue.work_off()
            seat = seat_on_move(game)
            mails = [mailbox.arrived.get(timeout=10) for _ in range(2)]
            report = next(mail.message for mail in mails if mail.to == seat.email)
            assert f"#ORDERS {game.label}" in text_of(report)
            orders = some_orders(game, seat)
            post(reply(report, f"Anna <{seat.email}>", ["good morning", "", *orders]), "127.0.0.1", listening)
            queue.work_off()
            assert [(m.state, m.reason, m.detail) for m in InboundMail.objects.all()] == [
                ("done", "filed", "")
            ]
            queue.work_off()
            receipt = mailbox.arrived.get(timeout=10).message
            assert "orders received: 3 stand" in str(receipt["Subject"]).replace("\n", "")
            assert receipt["In-Reply-To"]
            queue.work_off()
            assert Game.objects.get(pk=game.pk).phase == game.phase + 1
            rival = game.seats.exclude(pk=seat.pk).get()
            assert mailbox.arrived.get(timeout=10).to == rival.email, "whose phase is next"
            assert battle_of(game).phase == game.phase + 1
            assert not OutboundMail.objects.exclude(state=OutboundState.ACCEPTED).exists()


@pytest.mark.django_db
class TestPipe:
    def run(self, monkeypatch, data, *arguments):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as ended:
            call_command("pipemail", *arguments, stderr=io.StringIO())
        return ended.value.code

    def test_a_mail_is_stored(self, monkeypatch):
        assert self.run(monkeypatch, MAIL, "x@in.example.org", "--sender", "a@example.org") == 0
        mail = InboundMail.objects.get()
        assert (mail.recipient, mail.envelope_from, mail.transport) == (
            "x@in.example.org",
            "a@example.org",
            "pipe",
        )

    def test_a_separator_line_of_a_mailbox_is_no_part_of_the_mail(self, monkeypatch):
        assert self.run(monkeypatch, b"From a@example.org Sun Nov 22 16:02:00 2026\n" + MAIL) == 0
        assert bytes(InboundMail.objects.get().raw) == MAIL

    def test_nothing_is_no_mail(self, monkeypatch):
        assert self.run(monkeypatch, b" \n") == 65

    def test_without_a_database_the_mail_server_comes_again(self, monkeypatch):
        def fail(*_, **__):
            raise OperationalError("away")

        monkeypatch.setattr(arrivals, "receive", fail)
        assert self.run(monkeypatch, MAIL) == 75


@pytest.mark.django_db
class TestWebhook:
    """With the payload that Postmark documents for raw mail."""

    URL = "/anymail/postmark/inbound/"
    SECRET = "ANYMAIL_WEBHOOK_SECRET"

    def call(self, client, settings, password="right"):
        settings.MAIL_WEBHOOKS = ["postmark"]
        settings.ANYMAIL = {"WEBHOOK_SECRET": "hook:right"}
        login = base64.b64encode(f"hook:{password}".encode()).decode()
        payload = {"OriginalRecipient": "orders+x@in.example.org", "RawEmail": MAIL.decode(), "Headers": [],
                   "MessageID": "1", "FromFull": {"Email": "a@example.org"}, "Attachments": []}  # fmt: skip
        return client.post(
            self.URL,
            json.dumps(payload),
            content_type="application/json",
            HTTP_AUTHORIZATION=f"Basic {login}",
        )

    def test_a_mail_is_stored(self, client, settings):
        assert self.call(client, settings).status_code == 200
        mail = InboundMail.objects.get()
        assert mail.transport == "webhook postmark"
        assert mail.recipient == "orders+x@in.example.org"
        assert b"MOVE Drogo 0808" in bytes(mail.raw)

    def test_a_replay_has_no_effect(self, client, settings):
        assert [self.call(client, settings).status_code for _ in range(3)] == [200, 200, 200]
        assert InboundMail.objects.count() == 1

    def test_a_wrong_secret_is_refused(self, client, settings):
        assert self.call(client, settings, "wrong").status_code == 400
        assert not InboundMail.objects.exists()


class TestReadmail:
    def read(self, file):
        out = io.StringIO()
        call_command("readmail", str(file), "--json", stdout=out)
        return json.loads(out.getvalue())

    @pytest.mark.parametrize("file", sorted(MAILS.glob("*.eml"))[::7], ids=lambda path: path.stem)
    def test_any_mail_is_read_without_a_database(self, file):
        found = self.read(file)
        assert set(found) >= {"act", "answer", "reason", "text", "quoted_orders", "lines", "warnings"}
        assert all(set(line) == {"line", "class", "verdict"} for line in found["lines"])

    def test_any_bytes_whatsoever_are_read(self, tmp_path):
        for number, data in enumerate((b"", b"\0" * 999, bytes(range(256)) * 99, b"From: \xff\n\n\xff")):
            file = tmp_path / str(number)
            file.write_bytes(data)
            assert self.read(file)["lines"] is not None


def test_one_thing_reads_well_for_people(capsys):
    call_command("readmail", str(MAILS / "gmail-phone.eml"))
    assert "order  MOVE Drogo 0808 0908" in capsys.readouterr().out


def test_the_reply_of_the_demo_is_a_mail_like_a_players():
    report = EmailMessage()
    report["From"], report["Subject"], report["Date"], report["Message-ID"] = "g@x.org", "s", "d", "<1@x>"
    report.set_content("one\ntwo\n")
    assert "> one" in reply(report, "a@x.org", ["MOVE Drogo stay"]).get_content()


@pytest.mark.django_db
class TestUpload:
    """A mail from a file, on the game master's desk."""

    def upload(self, client, data, **more):
        file = SimpleUploadedFile("mail.eml", data)
        return client.post("/gm/upload", {"mail": file, **more})

    def test_it_is_read_like_any_other(self, admin_client, seat):
        raw = (
            f"From: {seat.email}\nTo: {seats.reply_address(seat, seat.game.phase)}\nMessage-ID: <1@x.org>\n\n"
        ).encode()
        response = self.upload(admin_client, raw + "\n".join(some_orders(seat.game, seat)).encode())
        mail = InboundMail.objects.get()
        assert response["Location"] == f"/gm/mail/{mail.pk}"
        assert (mail.state, mail.reason, mail.transport, mail.seat) == ("done", "filed", "upload", seat)

    def test_the_game_master_may_say_whose_it_is(self, admin_client, seat):
        raw = f"From x\nFrom: {seat.email}\nTo: games@in.example.org\nMessage-ID: <1@x.org>\n\n".encode()
        to = seats.reply_address(seat, seat.game.phase)
        self.upload(admin_client, raw + "\n".join(some_orders(seat.game, seat)).encode(), recipient=to)
        mail = InboundMail.objects.get()
        assert (mail.state, mail.recipient) == ("done", to)
        assert bytes(mail.raw).startswith(b"From: ")

    @pytest.mark.parametrize(
        "data", [b"", b" \n", b"x" * (6 * 1024 * 1024 + 1)], ids=["empty", "blank", "huge"]
    )
    def test_what_is_no_mail_is_refused(self, admin_client, data):
        response = self.upload(admin_client, data)
        assert response["Location"] == "/gm"
        assert not InboundMail.objects.exists()

    def test_nobody_else_may(self, client, admin_client):
        assert self.upload(client, MAIL)["Location"].startswith("/admin/login")
        assert admin_client.get("/gm/upload").status_code == 405
        assert not InboundMail.objects.exists()
