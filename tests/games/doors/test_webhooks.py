"""The webhooks of every provider: mail in its documented calls is taken, others' is not, and none is
taken twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anymail import urls as anymail_urls
from django.db import OperationalError

from games.clockwork import tallies
from games.delivery import deliveries
from games.doors import arrivals, receivers, webhooks
from games.gate import inbox
from games.models import DeliveryEvent, InboundMail, InboundState
from pbem.mail.child import read_safely
from pbem.webhooks.table import PROVIDERS
from tests.games import provider_mail
from tests.games.provider_mail import INBOUND, TAKEN_APART
from tests.games.provider_tracking import TRACKING, sent
from tests.games.providers import RAW, RECIPIENT, RIGHT, SENDER, WRONG, every_provider, interfaces
from tests.stopwatch import stopwatch

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("every_provider")]
__all__ = ["every_provider", "interfaces"]  # fixtures


def test_every_webhook_of_anymail_has_a_test_here() -> None:
    """Whatever a new version of Anymail brings is missed here."""
    names = {str(route.name).removesuffix("_webhook") for route in anymail_urls.urlpatterns}
    both = {f"{name}_{door}" for name, provider in PROVIDERS.items() for door in provider.doors}
    left_out = {
        "mandrill",
        "sendinblue_inbound",
        "sendinblue_tracking",
    }  # the one door of two; Brevo's old name
    assert names - left_out == both - {"mandrill_inbound"}
    tested = {f"{name.partition('_parsed')[0].partition('_in_s3')[0]}_inbound" for name in INBOUND}
    assert tested | {f"{name}_tracking" for name in TRACKING} == both


class TestMailIn:
    @pytest.mark.parametrize("name", INBOUND)
    def test_a_mail_is_stored(self, client, name):
        assert INBOUND[name](RIGHT).make(client).status_code == 200
        mail = InboundMail.objects.get()
        assert mail.state == InboundState.UNREAD
        assert mail.transport.startswith("webhook ")
        assert mail.sender == SENDER
        assert mail.message_id == "<letter-1@players.example.org>"
        assert mail.recipient == RECIPIENT or name in ("mailtrap", "resend", "resend_parsed")
        if name in TAKEN_APART:
            assert b"MOVE Drogo 0808" in bytes(mail.payload) or name == "resend_parsed"
        else:
            assert bytes(mail.raw) == RAW.encode()
            assert bytes(mail.payload) == b""

    @pytest.mark.parametrize("name", INBOUND)
    def test_its_orders_are_found(self, client, name):
        """Also where the provider has taken the mail apart and it was put together again."""
        INBOUND[name](RIGHT).make(client)
        found = read_safely(bytes(InboundMail.objects.get().raw), inbox.ORDER_TEST, inbox.own())
        assert found.orders == ("MOVE Drogo 0808",)
        assert RECIPIENT in (*found.headers.addressed, *found.headers.delivered)

    @pytest.mark.parametrize("name", INBOUND)
    def test_a_replay_has_no_effect(self, client, name):  # attack 29
        call = INBOUND[name](RIGHT)
        assert [call.make(client).status_code for _ in range(3)] == [200, 200, 200]
        assert InboundMail.objects.count() == 1

    @pytest.mark.parametrize("name", INBOUND)
    def test_a_wrong_secret_is_refused(self, client, name):  # attack 27
        assert INBOUND[name](WRONG).make(client).status_code == 400
        assert not InboundMail.objects.exists()
        [(what, count)] = tallies.today().items()
        assert (what.partition(":")[0], count) == ("refused", 1)

    @pytest.mark.parametrize("name", INBOUND)
    def test_no_secret_is_refused(self, client, name):  # attack 27
        call = INBOUND[name](RIGHT)
        form = call.data
        if isinstance(form, dict):
            form = {k: v for k, v in form.items() if k != "signature"}
        assert call._replace(headers={}, data=form).make(client).status_code in (400, 401)
        assert not InboundMail.objects.exists()

    @pytest.mark.parametrize("name", INBOUND)
    def test_who_is_not_expected_finds_no_door(self, client, settings, name):
        settings.MAIL_WEBHOOKS = []
        assert INBOUND[name](RIGHT).make(client).status_code == 404
        assert not InboundMail.objects.exists()

    @pytest.mark.parametrize("name", INBOUND)
    def test_an_absent_database_makes_the_provider_come_again(self, client, name, monkeypatch):
        def fail(*_: Any, **__: Any) -> None:
            raise OperationalError("away")

        with monkeypatch.context() as patch:
            patch.setattr(arrivals, "receive", fail)
            call = INBOUND[name](RIGHT)
            assert call.make(client).status_code == 503
        assert call.make(client).status_code == 200
        assert InboundMail.objects.count() == 1

    @pytest.mark.parametrize("name", ["amazon_ses_in_s3", "brevo", "mailtrap", "resend", "resend_parsed"])
    def test_an_absent_interface_too(self, client, name, interfaces):
        interfaces.down = True
        assert INBOUND[name](RIGHT).make(client).status_code == 503
        assert not InboundMail.objects.exists()

    @pytest.mark.parametrize(
        ("name", "verdict"),
        [
            ("amazon_ses", {"by": "amazon_ses", "spf": "pass", "dkim": "pass", "dmarc": "pass"}),
            ("amazon_ses_in_s3", {"by": "amazon_ses", "spf": "pass", "dkim": "pass", "dmarc": "pass"}),
            ("mailersend", {"by": "mailersend", "spf": "pass"}),
            ("mandrill", {"by": "mandrill", "spf": "pass", "dkim": "pass"}),
            (
                "sendgrid",
                {"by": "sendgrid", "spf": "pass", "dkim": "pass", "dkim_domain": "players.example.org"},
            ),
            ("postmark", {}),
        ],
    )
    def test_a_verdict_on_the_sender_is_kept(self, client, name, verdict):
        INBOUND[name](RIGHT).make(client)
        assert InboundMail.objects.get().authentication == verdict

    def test_all_recipients_get_it(self, client):
        other = RECIPIENT.replace("k7qd2m", "zzzzzz")
        call = INBOUND["sendgrid"](RIGHT)
        call.data["envelope"] = json.dumps({"to": [RECIPIENT, other], "from": SENDER})
        assert call.make(client).status_code == 200
        assert set(InboundMail.objects.values_list("recipient", flat=True)) == {RECIPIENT, other}

    def test_a_provider_looks_whether_anybody_is_at_home(self, client):
        assert client.head("/anymail/mandrill/").status_code == 200
        assert client.get("/anymail/unisender_go/tracking/").status_code == 200
        assert client.put("/anymail/postmark/inbound/").status_code == 405
        assert client.post("/anymail/nobody/inbound/").status_code == 404


class TestStrangePayloads:
    """Whatever is in a call, it must not come back for days."""  # attack 31

    @pytest.mark.parametrize(
        "payload", [b"", b"null", b"[]", b"{}", b"7", b'"x"', b"\xff\xfe", b'{"RawEmail": 7}',
                    b'{"Headers": [1]}',
                    b'{"RawEmail": null, "Headers": {}}', b"[" * 100_000]
    )  # fmt: skip
    @pytest.mark.parametrize("door", ["inbound", "tracking"])
    def test_it_is_answered_and_kept(self, client, payload, door):
        call = INBOUND["postmark"](RIGHT)._replace(data=payload, path=f"/anymail/postmark/{door}/")
        assert call.make(client).status_code in (200, 400)
        kept = InboundMail.objects.filter(reason="provider-call")
        assert all(mail.state == InboundState.FAILED and payload in bytes(mail.raw) for mail in kept)
        assert kept or door == "tracking" or InboundMail.objects.exists() or tallies.today()

    @pytest.mark.parametrize(
        "raw", ["\x00", "a" * 3_000_000, "Content-Type: multipart/mixed; boundary=a\r\n\r\n" * 2_000]
    )
    def test_a_strange_mail_is_stored_like_any_other(self, client, raw):
        assert provider_mail.postmark(RIGHT, raw=RAW + raw).make(client).status_code == 200
        assert bytes(InboundMail.objects.get().raw) == (RAW + raw).encode()

    @pytest.mark.parametrize("door", ["inbound", "tracking"])
    def test_a_mistake_of_ours_does_not_bring_it_back(self, client, seat, door, monkeypatch):
        def fail(*_: Any) -> None:
            raise RuntimeError("a mistake with \0 and \ud800 in its words")

        monkeypatch.setattr(
            webhooks.logger, "disabled", True
        )  # pytest-xdist carries no surrogates in captured logs
        monkeypatch.setattr(receivers, "take_in", fail)
        monkeypatch.setattr(deliveries, "note", fail)
        call = INBOUND["postmark"](RIGHT) if door == "inbound" else TRACKING["postmark"](RIGHT, sent(seat)[1])
        assert [call.make(client).status_code for _ in range(2)] == [200, 200]
        mail = InboundMail.objects.get()
        assert (mail.state, mail.reason) == (InboundState.FAILED, "provider-call")
        assert "a mistake" in mail.detail
        assert call.data in bytes(mail.raw)

    @pytest.mark.parametrize(
        "moment", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00", "2026-11-22T12:00:00", "x"]
    )
    def test_a_strange_clock(self, client, seat, moment):
        call = TRACKING["postmark"](RIGHT, sent(seat)[1])
        payload = {**json.loads(call.data), "BouncedAt": moment, "Details": "\0 550 \u202e"}
        assert call._replace(data=json.dumps(payload).encode()).make(client).status_code == 200
        assert DeliveryEvent.objects.get().said == "550"

    def test_lone_surrogates(self, client):
        assert provider_mail.postmark(RIGHT, raw=RAW + "\ud800").make(client).status_code == 200
        assert InboundMail.objects.get().state == InboundState.UNREAD

    def test_a_call_beyond_all_bounds_is_let_go(self, client, settings):  # attack 21
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
        assert provider_mail.postmark(RIGHT, raw=RAW + "x" * 20_000).make(client).status_code == 200
        assert not InboundMail.objects.exists()
        assert tallies.today() == {"too large: postmark": 1}

    def test_a_header_cannot_hold_another_one(self, client):  # attack 16
        call = INBOUND["mailjet"](RIGHT)
        payload = json.loads(call.data)
        payload["Headers"]["Subject"] = "hello\r\nFrom: eve@example.org\r\n\r\nMOVE Drogo 9999"
        assert call._replace(data=json.dumps(payload).encode()).make(client).status_code == 200
        mail = InboundMail.objects.get()
        assert (mail.state, mail.reason) == (InboundState.FAILED, "provider-call")
        found = read_safely(bytes(mail.raw), inbox.ORDER_TEST, inbox.own())
        assert (found.headers.sender, found.orders) == ("", ())

    @pytest.mark.parametrize("name", sorted(TAKEN_APART - {"resend_parsed"}))
    def test_headers_beyond_all_bounds_cost_no_time(self, client, name):  # attack 20
        call = INBOUND[name](RIGHT)
        long = "(" * 400_000
        if isinstance(call.data, bytes):
            data: Any = call.data.replace(b"Re: orders", long.encode()).replace(
                b"<letter-1@", f"<{long}@".encode()
            )
        else:
            data = {name: str(value).replace("Re: orders", long) for name, value in call.data.items()}
        with stopwatch() as took:
            assert call._replace(data=data).make(client).status_code == 200
        assert took.seconds < 1
        assert InboundMail.objects.get().reason == "provider-call"

    def test_the_wrong_door_is_told_to_the_operator(self, client, caplog):
        call = INBOUND["postmark"](RIGHT)._replace(path="/anymail/postmark/tracking/")
        assert call.make(client).status_code == 400
        assert "*inbound* webhook" in caplog.text

    def test_more_than_the_world_may_send_is_counted_and_let_go(self, client, settings):
        settings.RATE_ADDRESS = 2
        for number in range(4):
            raw = RAW.replace("letter-1", f"letter-{number}")
            assert provider_mail.postmark(RIGHT, raw=raw).make(client).status_code == 200
        assert InboundMail.objects.count() == 2
        assert tallies.today() == {"turned away: address": 2}


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("resend", "RESEND_SIGNING_SECRET", "whsec_no secret"),
        ("sendgrid", "SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY", "no key"),
        ("postal", "POSTAL_WEBHOOK_KEY", "no key"),
    ],
)
def test_a_secret_that_is_none_opens_no_door(client, settings, seat, name, setting, value):
    """Nothing is kept of a call that could not be checked."""
    settings.ANYMAIL = {**settings.ANYMAIL, setting: value}
    assert TRACKING[name](RIGHT, sent(seat, "1")[1]).make(client).status_code in (400, 503)
    assert not InboundMail.objects.exists() and not DeliveryEvent.objects.exists()
