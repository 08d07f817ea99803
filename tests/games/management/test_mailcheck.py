"""manage.py mailcheck and dkimkey: over real SMTP, with the records of an invented domain."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import mailcheck
from games.models import InboundMail
from pbem.mail import signing
from pbem.processes import free_port
from tests.games.doors.test_transports import listening
from tests.pbem.zone import ADDRESS, DOMAIN, Zone

__all__ = ["listening"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def signing_server(settings: Any, tmp_path: Path) -> Any:
    settings.MAIL_DOMAIN, settings.DKIM_SELECTOR = DOMAIN, "pbem"
    path = tmp_path / "dkim.pem"
    told = io.StringIO()
    call_command("dkimkey", str(path), stdout=told)
    settings.DKIM_KEY = str(path)
    assert f"PBEM_DKIM_KEY={path}" in told.getvalue()
    assert signing.public_key(str(path))[:200] in told.getvalue()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return settings


@pytest.fixture
def sending_to_itself(signing_server: Any, listening: int) -> Any:
    signing_server.EMAIL_BACKEND, signing_server.MAIL_BACKEND = (
        "django.core.mail.backends.smtp.EmailBackend",
        "smtp",
    )
    signing_server.EMAIL_HOST, signing_server.EMAIL_PORT = "127.0.0.1", listening
    return signing_server


def key_record(settings: Any) -> tuple[str, str, list[str]]:
    public = signing.public_key(settings.DKIM_KEY)
    return f"pbem._domainkey.{DOMAIN}", "TXT", [f"v=DKIM1; k=rsa; p={public}"]


def run(monkeypatch: pytest.MonkeyPatch, zone: Zone, *options: str) -> tuple[str, str]:
    """(what was said, how it ended)."""
    monkeypatch.setattr(mailcheck.Command, "records", staticmethod(lambda: zone))
    told, ended = io.StringIO(), ""
    try:
        call_command("mailcheck", "--address", ADDRESS, "--patience", "5", *options, stdout=told)
    except CommandError as error:
        assert error.returncode == 1
        ended = str(error)
    return told.getvalue(), ended


def test_all_is_well(sending_to_itself: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told, ended = run(monkeypatch, Zone(key_record(sending_to_itself)))
    assert ended == "", told
    assert "ok    ROUND TRIP" in told and "by smtp" in told
    assert f"it arrived with a good signature of {DOMAIN}" in told
    assert told.endswith("Nothing to mend.\n")


def test_a_key_that_nobody_published_shows_twice(
    sending_to_itself: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, ended = run(monkeypatch, Zone())
    assert ended == "2 things to mend"
    assert f"mend  DKIM        no key is published at pbem._domainkey.{DOMAIN}" in told


def test_what_goes_out_and_does_not_come_in(sending_to_itself: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    zone = Zone(key_record(sending_to_itself))
    monkeypatch.setattr("games.doors.arrivals.receive", lambda *mail, **more: [])
    told, ended = run(monkeypatch, zone, "--patience", "1")
    assert ended == "1 thing to mend" and "did not come in within 1 seconds" in told


def test_what_does_not_even_go_out(sending_to_itself: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sending_to_itself.EMAIL_PORT = free_port()
    told, ended = run(monkeypatch, Zone(key_record(sending_to_itself)))
    assert ended == "1 thing to mend" and "the mail did not go out: ConnectionRefusedError" in told


def test_records_alone_need_no_mail(signing_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told, ended = run(monkeypatch, Zone(key_record(signing_server)), "--no-mail")
    assert ended == "" and "ROUND TRIP" not in told
    assert not InboundMail.objects.exists()


def test_an_existing_key_is_not_overwritten(signing_server: Any) -> None:
    with pytest.raises(CommandError, match="not written"):
        call_command("dkimkey", signing_server.DKIM_KEY)
