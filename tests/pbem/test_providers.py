"""What the table of providers says of them, beside the installed Anymail; and what their errors mean."""

from __future__ import annotations

import importlib
import re
import smtplib
import socket
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests
from anymail.exceptions import (
    AnymailAPIError,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
    AnymailUnsupportedFeature,
)
from anymail.webhooks.base import AnymailBaseWebhookView

from pbem.mail.outcome import Outcome, outcome
from pbem.mail.providers import PLAIN, PROVIDERS, key, provider_name, provider_of

RESEND, BREVO = PROVIDERS["resend"], PROVIDERS["brevo"]
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_webhooks_are_expected_from_whoever_takes_our_mail() -> None:
    """PBEM_MAIL_TRACKING follows from PBEM_MAIL_WEBHOOKS by this name."""
    assert provider_name("anymail.backends.amazon_ses.EmailBackend") == "amazon_ses"
    assert provider_name("django.core.mail.backends.smtp.EmailBackend") == ""


def test_a_provider_is_known_by_its_backend() -> None:
    assert provider_of("anymail.backends.resend.EmailBackend") is RESEND
    assert provider_of("anymail.backends.mailersend.EmailBackend") is PLAIN
    assert provider_of("django.core.mail.backends.smtp.EmailBackend") is PLAIN
    assert provider_of("somebody.backends.resend.EmailBackend") is PLAIN


@pytest.mark.parametrize("name", sorted(set(PROVIDERS) - {"test"}))
def test_whoever_is_said_to_track_takes_metadata_and_has_a_webhook(name: str) -> None:
    from anymail.backends.base import BasePayload

    backend = importlib.import_module(f"anymail.backends.{name}")
    payloads = [
        value
        for value in vars(backend).values()
        if isinstance(value, type) and issubclass(value, BasePayload)
    ]
    if name != "sendinblue":  # the former name of Brevo
        assert any(payload.set_metadata is not BasePayload.set_metadata for payload in payloads)
    # Mandrill has one webhook for all it tells
    webhook = importlib.import_module(f"anymail.webhooks.{name}")
    assert any(
        isinstance(value, type)
        and issubclass(value, AnymailBaseWebhookView)
        and re.search("Tracking|Combined", value.__name__)
        for value in vars(webhook).values()
    )


def test_a_key_is_known_again_within_its_window_alone() -> None:
    assert BREVO.knows_again(NOON, NOON + timedelta(minutes=14))
    assert not BREVO.knows_again(NOON, NOON + timedelta(minutes=15))
    assert not BREVO.knows_again(NOON + timedelta(hours=1), NOON), "a clock that went ahead"
    assert not BREVO.knows_again(None, NOON) and not PLAIN.knows_again(NOON, NOON)


def test_a_key_follows_from_the_message_id() -> None:
    assert key("<a@b>") == key("a@b") != key("<c@b>") and len(key("a@b")) == 36


def api_error(status: int, text: str) -> AnymailRequestsAPIError:
    response = requests.Response()
    response.status_code = status
    response._content = text.encode()
    return AnymailRequestsAPIError("no", response=response)


def amazon_error(status: int, code: str) -> AnymailAPIError:
    response = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return AnymailAPIError("no", response=response)


def never_connected() -> Exception:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    try:
        requests.post(f"http://127.0.0.1:{port}/")
    except requests.ConnectionError as error:
        return error
    raise AssertionError("somebody listens there")


ERRORS: list[tuple[Exception, Any, Outcome]] = [
    (api_error(400, '{"code": "duplicate_parameter"}'), BREVO, Outcome.TAKEN),
    (api_error(400, '{"code": "duplicate_parameter"}'), PLAIN, Outcome.REFUSED),
    (api_error(409, '{"name": "invalid_idempotent_request"}'), RESEND, Outcome.TAKEN),
    (api_error(409, '{"name": "concurrent_idempotent_requests"}'), RESEND, Outcome.UNKNOWN),
    (api_error(409, "conflict"), RESEND, Outcome.REFUSED),
    (api_error(403, "who are you?"), RESEND, Outcome.NOT_TAKEN),
    (api_error(429, "slowly"), RESEND, Outcome.NOT_TAKEN),
    (api_error(502, "gateway"), RESEND, Outcome.UNKNOWN),
    (amazon_error(400, "MessageRejected"), PROVIDERS["amazon_ses"], Outcome.REFUSED),
    (amazon_error(400, "ThrottlingException"), PROVIDERS["amazon_ses"], Outcome.NOT_TAKEN),
    (amazon_error(500, "InternalFailure"), PROVIDERS["amazon_ses"], Outcome.UNKNOWN),
    (AnymailRecipientsRefused(), RESEND, Outcome.REFUSED),
    (AnymailUnsupportedFeature("tables"), RESEND, Outcome.REFUSED),
    (never_connected(), RESEND, Outcome.NOT_TAKEN),
    (requests.ReadTimeout("silence"), RESEND, Outcome.UNKNOWN),
    (smtplib.SMTPDataError(451, b"later"), PLAIN, Outcome.NOT_TAKEN),
    (smtplib.SMTPDataError(554, b"spam"), PLAIN, Outcome.REFUSED),
    (smtplib.SMTPServerDisconnected("gone"), PLAIN, Outcome.UNKNOWN),
]


@pytest.mark.parametrize(("error", "provider", "meaning"), ERRORS, ids=lambda value: str(value)[:30])
def test_what_an_error_means(error: Exception, provider: Any, meaning: Outcome) -> None:
    assert outcome(error, provider) is meaning


def test_an_error_as_anymail_wraps_it() -> None:
    try:
        try:
            raise never_connected()
        except requests.ConnectionError as inner:
            raise AnymailRequestsAPIError("Error posting to ...") from inner
    except AnymailRequestsAPIError as error:
        assert outcome(error, RESEND) is Outcome.NOT_TAKEN
