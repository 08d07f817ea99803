"""Mails of which nobody knows whether they went out: what becomes of them with each kind of provider. The
providers' web interfaces are played by a server on loopback; everything on our side is real."""

from __future__ import annotations

import json
import smtplib
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.utils import timezone

from games import queue
from games.models import OutboundMail, OutboundState
from games.outbox import outbox
from pbem.mail.providers import METADATA, key
from tests.games.outbox.test_outbox import Line, line, make_due, now, owe, raising

__all__ = ["line"]
pytestmark = pytest.mark.django_db


class Api:
    """A provider. ``answers`` is worked off from the front: a status and what is said, or None to hang up."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, Any]] | None] = []
        self.requests: list[tuple[dict[str, str], dict[str, Any]]] = []
        api = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                api.requests.append((dict(self.headers), body))
                answer = api.answers.pop(0)
                if answer is None:
                    return self.connection.close()
                self.send_response(answer[0])
                self.end_headers()
                self.wfile.write(json.dumps(answer[1]).encode())

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()


@pytest.fixture
def api() -> Iterator[Api]:
    api = Api()
    yield api
    api.server.shutdown()
    api.server.server_close()


@pytest.fixture
def resend(api: Api, settings: Any) -> Api:
    settings.EMAIL_BACKEND = "anymail.backends.resend.EmailBackend"
    settings.ANYMAIL = {**settings.ANYMAIL, "RESEND_API_KEY": "key", "RESEND_API_URL": api.url}
    return api


@pytest.fixture
def brevo(api: Api, settings: Any) -> Api:
    settings.EMAIL_BACKEND = "anymail.backends.brevo.EmailBackend"
    settings.ANYMAIL = {**settings.ANYMAIL, "BREVO_API_KEY": "key", "BREVO_API_URL": api.url}
    return api


@pytest.fixture
def postmark(api: Api, settings: Any) -> Api:
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {**settings.ANYMAIL, "POSTMARK_SERVER_TOKEN": "key", "POSTMARK_API_URL": api.url}
    settings.MAIL_TRACKING = True
    return api


def minutes_left(mail: OutboundMail) -> float:
    return (now(mail).due_at - timezone.now()).total_seconds() / 60


# providers that know a key again


def test_resend_gets_the_same_key_again_and_nothing_is_doubled(resend: Api) -> None:
    mail = owe()
    resend.answers = [None, (200, {"id": "49a3"})]
    assert outbox.send(mail.pk) == OutboundState.UNKNOWN
    assert len(resend.requests) == 1, "nobody underneath tried again by himself"
    assert minutes_left(mail) < 1
    make_due(mail)
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    (first_head, first), (second_head, second) = resend.requests
    assert first_head["Idempotency-Key"] == second_head["Idempotency-Key"] == key(mail.message_id)
    assert first == second
    after = now(mail)
    assert (after.possible_duplicates, after.provider_id, after.attempts) == (0, "49a3", 2)


def test_brevo_that_has_the_mail_already_says_so_and_that_is_good(brevo: Api) -> None:
    mail = owe()
    brevo.answers = [None, (400, {"code": "duplicate_parameter", "message": "idempotencyKey"})]
    assert outbox.send(mail.pk) == OutboundState.UNKNOWN
    make_due(mail)
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    keys = [body["headers"]["idempotencyKey"] for _, body in brevo.requests]
    assert keys == [key(mail.message_id)] * 2
    assert now(mail).possible_duplicates == 0


def test_after_the_window_of_the_key_it_is_a_possible_duplicate(brevo: Api) -> None:
    mail = owe()
    brevo.answers = [None, (201, {"messageId": "<x>"})]
    outbox.send(mail.pk)
    OutboundMail.objects.update(in_doubt_since=timezone.now() - timedelta(minutes=16), due_at=timezone.now())
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert now(mail).possible_duplicates == 1


def test_a_worker_that_died_with_a_keyed_mail_doubles_nothing(resend: Api) -> None:
    mail = owe()
    assert outbox._claim(mail.pk)
    lease_until = timezone.now() - timedelta(seconds=1)
    OutboundMail.objects.update(lease_until=lease_until)
    resend.answers = [(200, {"id": "1"})]
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    after = now(mail)
    assert (after.possible_duplicates, after.in_doubt_since) == (0, lease_until - outbox.LEASE)


# providers that tell by webhook


def test_where_the_provider_tells_us_we_wait_for_it(postmark: Api) -> None:
    mail = owe()
    postmark.answers = [None]
    assert outbox.send(mail.pk) == OutboundState.UNKNOWN
    [(_, body)] = postmark.requests
    told = body["Metadata"][METADATA]
    assert f"<{told}>" == mail.message_id
    assert minutes_left(mail) == pytest.approx(60, abs=1)
    assert outbox.delivered(told, "pm-7")
    after = now(mail)
    assert (after.state, after.provider_id, after.possible_duplicates) == (OutboundState.ACCEPTED, "pm-7", 0)
    assert list(queue.unsent_mail()) == []
    assert not outbox.delivered(told, "pm-7"), "a webhook comes twice"
    assert len(postmark.requests) == 1


def test_where_the_provider_says_nothing_it_is_sent_again_and_counted(postmark: Api) -> None:
    mail = owe()
    postmark.answers = [None, (200, {"ErrorCode": 0, "MessageID": "pm-8", "To": mail.to, "Message": "OK"})]
    outbox.send(mail.pk)
    make_due(mail)
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert (now(mail).possible_duplicates, now(mail).provider_id) == (1, "pm-8")


def test_after_the_last_attempt_there_is_still_an_hour_for_evidence(postmark: Api) -> None:
    mail = owe()
    postmark.answers = [None] * (1 + outbox.MOST_POSSIBLE_DUPLICATES)
    while postmark.answers:
        assert outbox.send(mail.pk) == OutboundState.UNKNOWN
        assert minutes_left(mail) > 59
        make_due(mail)
    assert outbox.send(mail.pk) is None
    assert now(mail).state == OutboundState.GIVEN_UP
    assert outbox.delivered(mail.message_id) and now(mail).state == OutboundState.ACCEPTED


def test_a_worker_that_died_leaves_time_for_evidence(postmark: Api) -> None:
    mail = owe()
    assert outbox._claim(mail.pk)
    OutboundMail.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert outbox.send(mail.pk) is None
    assert now(mail).state == OutboundState.UNKNOWN and minutes_left(mail) > 59


def test_evidence_that_comes_before_the_answer_settles_it(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = owe()

    def told_and_silent(raw: bytes) -> None:
        assert outbox.delivered(mail.message_id, "early")
        raise TimeoutError("no answer")

    monkeypatch.setattr(line, "on_send", staticmethod(told_and_silent))
    outbox.send(mail.pk)
    after = now(mail)
    assert (after.state, after.provider_id, after.lease_token) == (OutboundState.ACCEPTED, "early", "")


def test_evidence_of_nothing_we_sent_settles_nothing(line: type[Line]) -> None:
    mail = owe()
    assert not outbox.delivered("another@example.org")
    assert not outbox.delivered(mail.message_id), (
        "it has not been tried yet: somebody else's mistake, or worse"
    )
    assert now(mail).state == OutboundState.PENDING


# a plain mail server


def test_a_server_that_always_breaks_the_line_gets_no_more_than_a_few_copies(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "on_send", raising(smtplib.SMTPServerDisconnected("after the last dot")))
    mail, pauses = owe(), []
    while outbox.send(mail.pk) == OutboundState.UNKNOWN:
        pauses.append(round(minutes_left(mail)))
        make_due(mail)
    assert pauses == [5, 30, 180]
    after = now(mail)
    assert (after.state, after.attempts) == (OutboundState.GIVEN_UP, 1 + outbox.MOST_POSSIBLE_DUPLICATES)
    assert after.possible_duplicates == outbox.MOST_POSSIBLE_DUPLICATES
    assert list(queue.unsent_mail()) == []


# sent again by a person


@pytest.mark.parametrize(
    ("state", "in_doubt", "copies"),
    [
        (OutboundState.REJECTED, False, 0),
        (OutboundState.GIVEN_UP, False, 0),
        (OutboundState.GIVEN_UP, True, 1),
        (OutboundState.UNKNOWN, True, 1),
    ],
)
def test_sending_again_counts_what_may_be_there_already(
    line: type[Line], state: OutboundState, in_doubt: bool, copies: int
) -> None:
    mail = owe()
    since = timezone.now() - timedelta(hours=1) if in_doubt else None
    OutboundMail.objects.update(state=state, in_doubt_since=since, attempts=7, told_at=timezone.now())
    assert outbox.send_again(mail)
    assert now(mail).told_at is None
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    assert (now(mail).attempts, now(mail).possible_duplicates) == (1, copies)


@pytest.mark.parametrize("state", [OutboundState.PENDING, OutboundState.SENDING, OutboundState.ACCEPTED])
def test_what_goes_out_or_has_gone_out_is_not_sent_again(line: type[Line], state: OutboundState) -> None:
    mail = owe()
    OutboundMail.objects.update(state=state)
    assert not outbox.send_again(mail) and now(mail).state == state
