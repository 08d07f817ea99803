"""The webhooks of every provider: its documented calls are taken, others' are not, and none is taken twice."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from anymail import urls as anymail_urls
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError

from games import deliveries, inbox, outbox, receivers, tallies, webhooks
from games.models import (
    DeliveryEvent,
    DeliveryKind,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    SeenCall,
)
from pbem.webhooks import sns, table
from pbem.webhooks.table import PROVIDERS
from tests.games import providers
from tests.games.providers import (
    INBOUND,
    RAW,
    RECIPIENT,
    RIGHT,
    SENDER,
    TAKEN_APART,
    TRACKING,
    WRONG,
    Interfaces,
    Sent,
)
from tests.stopwatch import stopwatch

pytestmark = pytest.mark.django_db
SAID = "a bounce: 550"


@pytest.fixture(scope="module")
def interfaces() -> Iterator[Interfaces]:
    yield from providers.interfaces()


@pytest.fixture(autouse=True)
def every_provider(settings: Any, interfaces: Interfaces, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator expects the calls of all providers."""
    settings.MAIL_WEBHOOKS = list(PROVIDERS)
    settings.ANYMAIL = providers.settings_for(interfaces.url)
    monkeypatch.setattr(sns, "certificate", lambda url: providers.certificate(True))
    monkeypatch.setattr(interfaces, "down", False)


def sent(seat: Any, provider_id: str = "<1234@provider.example.com>") -> tuple[OutboundMail, Sent]:
    """A mail that a provider took from us."""
    key = f"test:{OutboundMail.objects.count()}"
    mail = outbox.enqueue(
        key,
        OutboundKind.NOTICE,
        to=seat.email,
        subject="s",
        rendered=b"Subject: s\n\nt\n",
        game=seat.game,
        seat=seat,
    )
    OutboundMail.objects.filter(pk=mail.pk).update(provider_id=provider_id)
    return mail, Sent(provider_id, mail.message_id.strip("<>"), seat.email)


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
        found = inbox.read(bytes(InboundMail.objects.get().raw), inbox.looks_like_order, inbox.own())
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
            patch.setattr(inbox, "receive", fail)
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
        "payload", [b"", b"null", b"[]", b"{}", b"7", b'"x"', b"\xff\xfe", b'{"RawEmail": 7}', b'{"Headers": [1]}',
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
        assert providers.postmark(RIGHT, raw=RAW + raw).make(client).status_code == 200
        assert bytes(InboundMail.objects.get().raw) == (RAW + raw).encode()

    @pytest.mark.parametrize("door", ["inbound", "tracking"])
    def test_a_mistake_of_ours_does_not_bring_it_back(self, client, seat, door, monkeypatch):
        def fail(*_: Any) -> None:
            raise RuntimeError("a mistake with \0 and \ud800 in its words")

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
        assert providers.postmark(RIGHT, raw=RAW + "\ud800").make(client).status_code == 200
        assert InboundMail.objects.get().state == InboundState.UNREAD

    def test_a_call_beyond_all_bounds_is_let_go(self, client, settings):  # attack 21
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
        assert providers.postmark(RIGHT, raw=RAW + "x" * 20_000).make(client).status_code == 200
        assert not InboundMail.objects.exists()
        assert tallies.today() == {"too large: postmark": 1}

    def test_a_header_cannot_hold_another_one(self, client):  # attack 16
        call = INBOUND["mailjet"](RIGHT)
        payload = json.loads(call.data)
        payload["Headers"]["Subject"] = "hello\r\nFrom: eve@example.org\r\n\r\nMOVE Drogo 9999"
        assert call._replace(data=json.dumps(payload).encode()).make(client).status_code == 200
        mail = InboundMail.objects.get()
        assert (mail.state, mail.reason) == (InboundState.FAILED, "provider-call")
        found = inbox.read(bytes(mail.raw), inbox.looks_like_order, inbox.own())
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
            assert providers.postmark(RIGHT, raw=raw).make(client).status_code == 200
        assert InboundMail.objects.count() == 2
        assert tallies.today() == {"turned away: address": 2}


class TestMailgunSignature:
    """It covers a time and a token, not the body."""  # attack 28

    def test_a_captured_signature_serves_no_other_mail(self, client):
        signature = providers.mailgun_signature(RIGHT)
        assert providers.mailgun(RIGHT, signature=signature).make(client).status_code == 200
        forged = providers.mailgun(RIGHT, raw=RAW.replace("0808", "0909"), signature=signature)
        assert forged.make(client).status_code == 400
        assert b"0808" in bytes(InboundMail.objects.get().raw)

    @pytest.mark.parametrize("seconds", [-400, 400])
    def test_an_old_or_future_one_serves_none(self, client, seconds):
        signature = providers.mailgun_signature(RIGHT, time.time() + seconds)
        assert providers.mailgun(RIGHT, signature=signature).make(client).status_code == 400
        assert not InboundMail.objects.exists()
        assert not SeenCall.objects.exists()

    def test_the_operator_may_widen_the_window(self, client, settings):
        settings.WEBHOOK_WINDOW_SECONDS = 36_000
        signature = providers.mailgun_signature(RIGHT, time.time() - 400)
        assert providers.mailgun(RIGHT, signature=signature).make(client).status_code == 200

    def test_a_call_that_was_not_stored_may_come_again(self, client, monkeypatch):
        call = providers.mailgun(RIGHT)
        with monkeypatch.context() as patch:
            patch.setattr(receivers, "take_in", lambda *_: (_ for _ in ()).throw(OperationalError("away")))
            assert call.make(client).status_code == 503
        assert not SeenCall.objects.exists()
        assert call.make(client).status_code == 200
        assert InboundMail.objects.count() == 1

    def test_nor_an_event(self, client, seat):
        mail, name = sent(seat)
        call = TRACKING["mailgun"](RIGHT, name)
        assert call.make(client).status_code == 200
        payload = json.loads(call.data)
        payload["event-data"]["event"] = "complained"
        assert call._replace(data=json.dumps(payload).encode()).make(client).status_code == 400
        assert [event.kind for event in mail.deliveries.all()] == [DeliveryKind.HARD]


class TestAmazon:
    """The topic must be ours, the signature Amazon's, and its certificate from nowhere else."""  # attack 30

    @pytest.mark.parametrize(
        "changes",
        [
            {"TopicArn": "arn:aws:sns:eu-west-1:999999999999:mail"},
            {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "https://evil.s3.amazonaws.com/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com/?x=/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com/../evil.pem"},
            {"SignatureVersion": "3"},
        ],
        ids=str,
    )  # fmt: skip
    def test_anything_else_is_refused(self, client, changes):
        call = providers.sns("amazon_ses/inbound", {"notificationType": "Received"}, **changes)
        assert call.make(client).status_code == 400
        assert not InboundMail.objects.exists()

    def test_a_changed_message_is_refused(self, client):
        call = INBOUND["amazon_ses"](RIGHT)
        changed = call.data.replace(b"players.example.org", b"playerz.example.org")
        assert changed != call.data
        assert call._replace(data=changed).make(client).status_code == 400

    def test_the_older_signature_is_known_too(self, client):
        message = json.loads(json.loads(INBOUND["amazon_ses"](RIGHT).data)["Message"])
        call = providers.sns("amazon_ses/inbound", message, SignatureVersion="1", Subject="Amazon SES")
        assert call.make(client).status_code == 200
        assert InboundMail.objects.exists()

    def subscription(self, url: str, secret: providers.Secret = RIGHT) -> providers.Call:
        return providers.sns(
            "amazon_ses/inbound",
            "You have chosen ...",
            secret,
            Type="SubscriptionConfirmation",
            Token="t",
            SubscribeURL=url,
        )

    def test_a_subscription_of_ours_is_confirmed(self, client, monkeypatch):
        asked: list[str] = []
        monkeypatch.setattr(sns, "fetch", asked.append)
        url = f"https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn={providers.TOPIC}&Token=t"
        assert self.subscription(url, WRONG).make(client).status_code == 400
        assert asked == []
        assert self.subscription(url).make(client).status_code == 200
        assert asked == [url]

    @pytest.mark.parametrize(
        "url",
        [
            f"https://evil.example/?Action=ConfirmSubscription&TopicArn={providers.TOPIC}",
            f"https://sns.eu-west-1.amazonaws.com/?Action=Publish&TopicArn={providers.TOPIC}",
            "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:1:x",
        ],
    )
    def test_no_other_address_is_ever_fetched(self, client, monkeypatch, url):
        asked: list[str] = []
        monkeypatch.setattr(sns, "fetch", asked.append)
        assert self.subscription(url).make(client).status_code == 400
        assert asked == []

    def test_sns_is_asked_for_its_password(self, client):
        response = INBOUND["amazon_ses"](WRONG)._replace(headers={}).make(client)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"].startswith("Basic")


class TestTracking:
    @pytest.mark.parametrize("name", TRACKING)
    def test_a_bounce_of_our_mail_is_noted(self, client, seat, name):
        mail, known = sent(seat, "233843" if name == "postal" else "<1234@provider.example.com>")
        assert TRACKING[name](RIGHT, known).make(client).status_code == 200
        event = DeliveryEvent.objects.get()
        assert (event.mail, event.seat, event.source, event.kind) == (mail, seat, name, DeliveryKind.HARD)

    @pytest.mark.parametrize("name", TRACKING)
    def test_a_replay_has_no_effect(self, client, seat, name):  # attack 29
        _, known = sent(seat, "233843")
        call = TRACKING[name](RIGHT, known)
        assert [call.make(client).status_code for _ in range(3)] == [200, 200, 200]
        assert DeliveryEvent.objects.count() == 1

    @pytest.mark.parametrize("name", TRACKING)
    def test_a_wrong_secret_is_refused(self, client, seat, name):  # attack 27
        _, known = sent(seat, "233843")
        assert TRACKING[name](WRONG, known).make(client).status_code == 400
        assert not DeliveryEvent.objects.exists()
        assert tallies.today() == {f"refused: {name}": 1}

    @pytest.mark.parametrize("name", TRACKING)
    def test_a_mail_that_is_not_ours_is_only_counted(self, client, seat, name):  # attack 33
        known = Sent("999", "nobody@example.org", seat.email)
        assert TRACKING[name](RIGHT, known).make(client).status_code == 200
        assert not DeliveryEvent.objects.exists()
        assert tallies.today() == {f"of a mail not ours: {name}": 1}

    @pytest.mark.parametrize("name", TRACKING)
    def test_nor_does_another_recipient_count(self, client, seat, name):
        _, known = sent(seat, "233843")
        assert TRACKING[name](RIGHT, known._replace(to="else@example.org")).make(client).status_code == 200
        assert not DeliveryEvent.objects.exists()

    @pytest.mark.parametrize(
        ("change", "kind"),
        [
            ({"Type": "SoftBounce"}, DeliveryKind.SOFT),
            ({"Type": "Transient"}, DeliveryKind.DEFERRED),
            ({"RecordType": "SpamComplaint", "Type": "SpamComplaint"}, DeliveryKind.COMPLAINED),
            ({"RecordType": "Delivery"}, DeliveryKind.DELIVERED),
            ({"RecordType": "SubscriptionChange", "SuppressionReason": "HardBounce"}, DeliveryKind.HARD),
            ({"RecordType": "SubscriptionChange", "SuppressionReason": "ManualSuppression"}, DeliveryKind.SUPPRESSED),
            ({"RecordType": "Open"}, None),
            ({"RecordType": "Click"}, None),
        ],
        ids=str,
    )  # fmt: skip
    def test_every_kind_of_event(self, client, seat, change, kind):
        _, known = sent(seat)
        call = TRACKING["postmark"](RIGHT, known)
        payload = {**json.loads(call.data), **change}
        assert call._replace(data=json.dumps(payload).encode()).make(client).status_code == 200
        assert [event.kind for event in DeliveryEvent.objects.all()] == ([kind] if kind else [])

    def test_our_own_name_for_the_mail_is_enough(self, client, seat):
        """Before the provider's name for it was written down, or where it has none."""
        mail, known = sent(seat, "")
        assert TRACKING["mailjet"](RIGHT, known).make(client).status_code == 200
        assert DeliveryEvent.objects.get().mail == mail


class TestChecks:
    def check(self) -> str:
        try:
            call_command("check", stderr=StringIO(), stdout=StringIO())
        except SystemCheckError as error:
            return str(error)
        return ""

    def test_all_is_well_here(self):
        assert self.check() == ""

    @pytest.mark.parametrize("name", PROVIDERS)
    def test_a_provider_without_a_secret_is_an_error(self, settings, client, name):
        settings.MAIL_WEBHOOKS, settings.ANYMAIL = [name], {}
        assert "could be anybody's: set PBEM_ANYMAIL_" in self.check()
        assert client.post(f"/anymail/{name}/tracking/").status_code == 404

    @pytest.mark.parametrize(("name", "package"), [("amazon_ses", "boto3"), ("resend", "svix")])
    def test_a_missing_package_is_an_error(self, settings, name, package, monkeypatch):
        monkeypatch.setattr(table, "find_spec", lambda wanted: None)
        settings.MAIL_WEBHOOKS = [name]
        assert f"needs the package {package}" in self.check()

    def test_a_door_that_lacks_something_is_named(self, settings):
        settings.MAIL_WEBHOOKS, settings.ANYMAIL = ["brevo"], {"WEBHOOK_SECRET": "hook:right"}
        assert table.faults() == []
        assert table.closed_doors() == [
            "/anymail/brevo/inbound/ stays closed without PBEM_ANYMAIL_BREVO_API_KEY"
        ]

    def test_an_unknown_provider_is_an_error(self, settings):
        settings.MAIL_WEBHOOKS = ["pigeon"]
        assert "no provider is called pigeon" in self.check()


def test_mistakes_of_the_operator_do_not_lose_mail(client, settings):
    """A secret that is no key: the provider comes again until it is mended."""
    settings.ANYMAIL = {**settings.ANYMAIL, "RESEND_INBOUND_SECRET": "whsec_no secret"}
    assert INBOUND["resend"](RIGHT).make(client).status_code in (400, 503)
    assert webhooks and not InboundMail.objects.exists()
