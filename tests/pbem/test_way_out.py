"""What keeps mail from leaving is found without sending any."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.domain.findings import Mark
from pbem.mail import way_out
from tests.pbem.signing_keys import PRIVATE_2048


def found() -> list[tuple[str, Mark]]:
    return [(line.topic, line.mark) for line in way_out.examine()]


def test_a_key_that_cannot_be_read_is_named(settings: Any) -> None:
    settings.DKIM_KEY = PRIVATE_2048.decode()
    assert found() == []
    settings.DKIM_KEY = "/nowhere/dkim.pem"
    assert found() == [("signing", Mark.MEND)]


def test_a_mail_server_that_does_not_answer_is_named(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    (line,) = way_out.examine()
    assert line.mark is Mark.MEND and "127.0.0.1:1 does not take mail from here" in line.found
    assert "refused" in line.found and "waits in the outbox" in line.do


@pytest.mark.parametrize("backend", ["carrier.pigeon.EmailBackend", "pigeon"])
def test_a_way_that_is_none_is_named(settings: Any, backend: str) -> None:
    settings.EMAIL_BACKEND = backend
    assert found() == [("mail server", Mark.MEND)]


def test_a_provider_without_its_settings_is_named(settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.ANYMAIL = "anymail.backends.postmark.EmailBackend", {}
    assert found() == [("mail server", Mark.MEND)]


def test_mail_whose_readers_cannot_answer_is_noted(settings: Any) -> None:
    assert found() == [], "as long as mails go to files nobody is meant to"
    settings.MAIL_BACKEND = "smtp"
    assert found() == [("links", Mark.NOTE), ("replies", Mark.NOTE)]
    settings.BASE_URL, settings.MAIL_DOMAIN = "https://games.example.net", "in.example.net"
    assert found() == []
