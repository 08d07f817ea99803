"""What keeps others out of the webhooks: signatures that serve once, Amazon's topics, and what the
operator is told."""

from __future__ import annotations

import json
import time
from io import StringIO

import pytest
import requests
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError

from games.doors import receivers
from games.models import DeliveryKind, InboundMail, SeenCall
from pbem.webhooks import sns, table
from pbem.webhooks.table import PROVIDERS
from tests.games import provider_mail, providers
from tests.games.provider_mail import INBOUND
from tests.games.provider_tracking import TRACKING, sent
from tests.games.providers import RAW, RIGHT, WRONG, every_provider, interfaces

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("every_provider")]
__all__ = ["every_provider", "interfaces"]  # fixtures


class TestMailgunSignature:
    """It covers a time and a token, not the body."""  # attack 28

    def test_a_captured_signature_serves_no_other_mail(self, client):
        signature = providers.mailgun_signature(RIGHT)
        assert provider_mail.mailgun(RIGHT, signature=signature).make(client).status_code == 200
        forged = provider_mail.mailgun(RIGHT, raw=RAW.replace("0808", "0909"), signature=signature)
        assert forged.make(client).status_code == 400
        assert b"0808" in bytes(InboundMail.objects.get().raw)

    @pytest.mark.parametrize("seconds", [-400, 400])
    def test_an_old_or_future_one_serves_none(self, client, seconds):
        signature = providers.mailgun_signature(RIGHT, time.time() + seconds)
        assert provider_mail.mailgun(RIGHT, signature=signature).make(client).status_code == 400
        assert not InboundMail.objects.exists()
        assert not SeenCall.objects.exists()

    def test_the_operator_may_widen_the_window(self, client, settings):
        settings.WEBHOOK_WINDOW_SECONDS = 36_000
        signature = providers.mailgun_signature(RIGHT, time.time() - 400)
        assert provider_mail.mailgun(RIGHT, signature=signature).make(client).status_code == 200

    def test_a_call_that_was_not_stored_may_come_again(self, client, monkeypatch):
        call = provider_mail.mailgun(RIGHT)
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
            {"SigningCertURL": ("https://sns.eu-west-1.amazonaws.com.evil.example/"
                                "SimpleNotificationService-0123456789.pem")},
            {"SigningCertURL": "https://evil.s3.amazonaws.com/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": ("https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789."
                                "pem")},
            {"SigningCertURL": "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789.pem"},
            {"SigningCertURL": ("https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-"
                                "0123456789.pem")},
            {"SigningCertURL": ("https://sns.eu-west-1.amazonaws.com@evil.example/"
                                "SimpleNotificationService-0123456789.pem")},
            {"SigningCertURL": ("https://sns.eu-west-1.amazonaws.com/?x=/SimpleNotificationService-"
                                "0123456789.pem")},
            {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com/../evil.pem"},
            {"SignatureVersion": "3"},
        ],
        ids=str,
    )  # fmt: skip
    def test_anything_else_is_refused(self, client, changes):
        call = providers.sns("amazon_ses/inbound", {"notificationType": "Received"}, **changes)
        assert call.make(client).status_code == 400
        assert not InboundMail.objects.exists()

    def test_a_certificate_that_cannot_be_had_now_makes_amazon_come_again(self, client, monkeypatch):
        """It never comes again after a refusal."""

        def fail(url: str) -> bytes:
            raise requests.ConnectionError("no network")

        monkeypatch.setattr(sns, "certificate", fail)
        assert INBOUND["amazon_ses"](RIGHT).make(client).status_code == 503

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
        url = (
            f"https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn={providers.TOPIC}&"
            "Token=t"
        )
        assert self.subscription(url, WRONG).make(client).status_code == 400
        assert asked == []
        assert self.subscription(url).make(client).status_code == 200
        assert asked == [url]

    @pytest.mark.parametrize(
        "url",
        [
            f"https://evil.example/?Action=ConfirmSubscription&TopicArn={providers.TOPIC}",
            f"https://sns.eu-west-1.amazonaws.com/?Action=Publish&TopicArn={providers.TOPIC}",
            (
                "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&"
                "TopicArn=arn:aws:sns:eu-west-1:1:x"
            ),
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
