"""The outbox: what may go wrong between us and the mail server, and what becomes of the mail."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail as django_mail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from games import queue
from games.models import OutboundKind, OutboundMail, OutboundState
from games.outbox import outbox

pytestmark = pytest.mark.django_db


class Line(BaseEmailBackend):
    """A mail server that does what a test tells it to."""

    on_open: Callable[[], None] = staticmethod(lambda: None)
    on_send: Callable[[bytes], None] = staticmethod(lambda raw: None)

    def open(self) -> bool:
        type(self).on_open()
        return True

    def send_messages(self, email_messages: Any) -> int:
        for message in email_messages:
            type(self).on_send(message.message().as_bytes(linesep="\r\n"))
        return len(email_messages)


@pytest.fixture
def line(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Line]:
    settings.EMAIL_BACKEND = f"{__name__}.Line"
    monkeypatch.setattr(Line, "on_open", staticmethod(lambda: None))
    monkeypatch.setattr(Line, "on_send", staticmethod(lambda raw: None))
    return Line


def raising(error: Exception) -> Any:
    def fail(*_: Any) -> None:
        raise error

    return staticmethod(fail)


def owe(key: str = "report:1:1:normans") -> OutboundMail:
    message = EmailMessage()
    message["Subject"] = "[G1 T1] your orders, please"
    message["From"] = "The ford <games@in.example.org>"
    message["To"] = "anna@example.org"
    message["Reply-To"] = "orders+abc@in.example.org"
    message["Message-ID"] = outbox.message_id(key)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("The Normans hold the ford – sì.\n")
    message.add_alternative("<p>The Normans hold the ford.</p>", subtype="html")
    rendered = message.as_bytes()
    return outbox.enqueue(key, OutboundKind.REPORT, to="anna@example.org", subject="x", rendered=rendered)


def now(mail: OutboundMail) -> OutboundMail:
    return OutboundMail.objects.get(pk=mail.pk)


def make_due(mail: OutboundMail) -> None:
    OutboundMail.objects.filter(pk=mail.pk).update(due_at=timezone.now())


def test_one_key_owes_one_mail(line: type[Line]) -> None:
    first = owe()
    again = outbox.enqueue(
        "report:1:1:normans", OutboundKind.REPORT, to="x@y", subject="z", rendered=b"other"
    )
    assert again.pk == first.pk and bytes(again.rendered) == bytes(first.rendered)


def test_the_message_id_follows_from_the_key_alone() -> None:
    assert outbox.message_id("a") == outbox.message_id("a") != outbox.message_id("b")
    assert outbox.message_id("a").endswith("@in.example.org>")


def test_the_frozen_bytes_go_out_with_network_line_ends(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    monkeypatch.setattr(line, "on_send", staticmethod(sent.append))
    mail = owe()
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert sent == [bytes(mail.rendered).replace(b"\n", b"\r\n")]
    after = now(mail)
    assert (after.attempts, after.lease_token, after.last_error) == (1, "", "") and after.accepted_at


def test_a_sent_mail_is_not_sent_again(line: type[Line]) -> None:
    mail = owe()
    outbox.send(mail.pk)
    assert outbox.send(mail.pk) is None
    assert now(mail).attempts == 1


def test_the_attempt_is_on_record_before_a_byte_goes_out(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = owe()
    seen: list[tuple[str, int, bool]] = []

    def look(raw: bytes) -> None:
        row = now(mail)
        seen.append((row.state, row.attempts, bool(row.lease_until and row.lease_token)))

    monkeypatch.setattr(line, "on_send", staticmethod(look))
    outbox.send(mail.pk)
    assert seen == [(OutboundState.SENDING, 1, True)]


def test_a_second_worker_does_not_send_at_the_same_time(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = owe()
    others: list[Any] = []
    monkeypatch.setattr(line, "on_send", staticmethod(lambda raw: others.append(outbox.send(mail.pk))))
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert others == [None]


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (smtplib.SMTPRecipientsRefused({"anna@example.org": (550, b"no such user")}), OutboundState.REJECTED),
        (smtplib.SMTPRecipientsRefused({"anna@example.org": (450, b"greylisted")}), OutboundState.PENDING),
        (smtplib.SMTPDataError(554, b"spam"), OutboundState.REJECTED),
        (smtplib.SMTPDataError(451, b"later"), OutboundState.PENDING),
        (smtplib.SMTPSenderRefused(553, b"not you", "games@x"), OutboundState.REJECTED),
        (smtplib.SMTPServerDisconnected("gone"), OutboundState.UNKNOWN),
        (TimeoutError("silence"), OutboundState.UNKNOWN),
        (RuntimeError("a bug"), OutboundState.UNKNOWN),
    ],
)
def test_what_the_other_side_answers_decides(
    line: type[Line], monkeypatch: pytest.MonkeyPatch, error: Exception, state: OutboundState
) -> None:
    monkeypatch.setattr(line, "on_send", raising(error))
    mail = owe()
    assert outbox.send(mail.pk) == state
    after = now(mail)
    assert (after.state, after.lease_token) == (state, "")
    assert type(error).__name__ in after.last_error
    assert (after.in_doubt_since is not None) == (state == OutboundState.UNKNOWN)
    if state != OutboundState.REJECTED:
        assert after.due_at > timezone.now()
        assert outbox.send(mail.pk) is None, "not before it is due again"


@pytest.mark.parametrize(
    ("status", "state"),
    [
        (400, OutboundState.REJECTED),
        (401, OutboundState.PENDING),
        (408, OutboundState.UNKNOWN),
        (429, OutboundState.PENDING),
        (503, OutboundState.UNKNOWN),
    ],
)
def test_answers_of_a_provider(
    line: type[Line], monkeypatch: pytest.MonkeyPatch, status: int, state: OutboundState
) -> None:
    from anymail.exceptions import AnymailAPIError

    error = AnymailAPIError("no")
    error.status_code = status
    monkeypatch.setattr(line, "on_send", raising(error))
    assert outbox.send(owe().pk) == state


def test_a_server_that_cannot_be_reached_has_certainly_not_got_it(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "on_open", raising(ConnectionRefusedError("nobody home")))
    mail = owe()
    assert outbox.send(mail.pk) == OutboundState.PENDING
    assert now(mail).possible_duplicates == 0


def test_an_unknown_mail_is_sent_again_unchanged_and_counted(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail, sent = owe(), []

    def accept_and_vanish(raw: bytes) -> None:
        sent.append(raw)
        if len(sent) == 1:
            raise smtplib.SMTPServerDisconnected("after the last dot")

    monkeypatch.setattr(line, "on_send", staticmethod(accept_and_vanish))
    assert outbox.send(mail.pk) == OutboundState.UNKNOWN
    make_due(mail)
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert sent[0] == sent[1]
    assert now(mail).possible_duplicates == 1


def test_a_worker_that_died_while_sending_leaves_an_unknown_mail(line: type[Line]) -> None:
    mail = owe()
    assert outbox._claim(mail.pk)
    assert outbox.send(mail.pk) is None, "the lease still runs"
    OutboundMail.objects.filter(pk=mail.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert list(queue.unsent_mail()) == [mail]
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert (now(mail).possible_duplicates, now(mail).attempts) == (1, 2)


def test_a_worker_whose_lease_was_taken_over_has_no_say(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = owe()

    def too_slow(raw: bytes) -> None:
        OutboundMail.objects.filter(pk=mail.pk).update(state=OutboundState.ACCEPTED, lease_token="another")
        raise TimeoutError("at last")

    monkeypatch.setattr(line, "on_send", staticmethod(too_slow))
    outbox.send(mail.pk)
    assert now(mail).state == OutboundState.ACCEPTED


def test_pauses_grow_and_end(line: type[Line], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "on_open", raising(ConnectionRefusedError("nobody home")))
    mail, pauses = owe(), []
    for _ in range(outbox.MOST_ATTEMPTS - 1):
        assert outbox.send(mail.pk) == OutboundState.PENDING
        pauses.append(round((now(mail).due_at - timezone.now()).total_seconds()))
        make_due(mail)
    assert pauses == sorted(pauses) and max(pauses) <= outbox.LONGEST_PAUSE.total_seconds()
    assert sum(pauses) > 4 * 24 * 3600, "a mail server may be away for days"
    assert outbox.send(mail.pk) == OutboundState.GIVEN_UP
    assert "nobody home" in now(mail).last_error
    assert list(queue.unsent_mail()) == []


def test_a_provider_gets_text_html_and_headers(settings: Any) -> None:
    """Web interfaces take a mail apart; nothing of it may be lost."""
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    mail = owe()
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    message = django_mail.outbox[0]
    given = message.anymail_test_params  # type: ignore[attr-defined]
    assert "hold the ford – sì." in given["text_body"] and "<p>The Normans" in given["html_body"]
    assert given["subject"] == "[G1 T1] your orders, please"
    assert [str(a) for a in given["reply_to"]] == ["orders+abc@in.example.org"]
    assert given["extra_headers"]["Message-ID"] == outbox.message_id("report:1:1:normans")
    assert given["extra_headers"]["Auto-Submitted"] == "auto-generated"


def test_pictures_reach_a_provider_with_their_content_id(settings: Any) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    message = message_from_bytes(bytes(owe("a").rendered), policy=policy.default)
    html = message.get_body(("html",))
    html.add_related(b"\x89PNG", maintype="image", subtype="png", cid="<map@pbem>")
    mail = outbox.enqueue(
        "b", OutboundKind.REPORT, to="anna@example.org", subject="", rendered=message.as_bytes()
    )
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    [picture] = django_mail.outbox[0].anymail_test_params["attachments"]  # type: ignore[attr-defined]
    assert (picture.content, picture.cid, picture.inline) == (b"\x89PNG", "map@pbem", True)


def test_a_key_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError):
        owe("x" * 201)


def test_where_nothing_is_sent_every_mail_becomes_a_file(settings: Any, tmp_path: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = "pbem.mail_to_files.EmailBackend", tmp_path / "sent"
    mails = [owe(key) for key in ("a", "b", "c")]
    for mail in mails:
        assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    files = sorted((tmp_path / "sent").glob("*-anna-*.eml"))
    assert [path.read_bytes() for path in files] == [bytes(mail.rendered) for mail in mails]
