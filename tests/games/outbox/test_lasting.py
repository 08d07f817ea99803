"""Several mails over one connection to the mail server, and none over a connection that is dead."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from games.models import OutboundKind, OutboundState
from games.outbox import outbox
from pbem.mail import lasting
from pbem.processes import free_port

pytestmark = pytest.mark.django_db
MAIL = b"From: game-1@in.example.org\r\nTo: anna@example.org\r\nSubject: A turn\r\n\r\nText.\r\n"


class MailServer:
    """Counts who calls, and the mails of each call."""

    def __init__(self) -> None:
        self.calls: list[int] = []
        self.hangs_up = self.refuses = False
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.calls.append(0)
        session.host_name = hostname
        return responses

    async def handle_NOOP(self, server: SMTP, session: Session, envelope: Envelope, arg: str) -> str:
        if self.hangs_up:
            assert server.transport
            server.transport.close()
        return "250 here"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refuses:
            return "451 later"
        self.calls[-1] += 1
        return "250 kept"


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    server = MailServer()
    server.controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.controller.port
    yield server
    lasting.hang_up()
    server.controller.stop()


@pytest.fixture
def send() -> Callable[[], OutboundState | None]:
    keys = iter("abcdefgh")

    def send() -> OutboundState | None:
        key = next(keys)
        mail = outbox.enqueue(
            key, OutboundKind.NOTICE, to="anna@example.org", subject="A turn", rendered=MAIL
        )
        return outbox.send(mail.pk)

    return send


def test_mails_that_follow_each_other_share_a_call(server: MailServer, send: Any) -> None:
    assert [send(), send(), send()] == [OutboundState.ACCEPTED] * 3
    assert server.calls == [3]


def test_nothing_is_begun_on_a_dead_line(server: MailServer, send: Any) -> None:
    assert send() == OutboundState.ACCEPTED
    server.hangs_up = True
    assert send() == OutboundState.ACCEPTED, "over a new call"
    assert server.calls == [1, 1]


def test_after_a_failure_the_next_mail_calls_anew(server: MailServer, send: Any) -> None:
    send()
    server.refuses = True
    assert send() == OutboundState.PENDING
    server.refuses = False
    assert send() == OutboundState.ACCEPTED
    assert server.calls == [1, 1]


def test_a_call_carries_so_many_mails_and_no_more(
    server: MailServer, send: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting, "MOST_MAILS", 2)
    for _ in range(5):
        send()
    assert server.calls == [2, 2, 1]


def test_a_line_that_rests_is_hung_up(server: MailServer, send: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "REST_SECONDS", 0.05)
    send()
    deadline = time.monotonic() + 20
    while lasting._rest._line and time.monotonic() < deadline:
        time.sleep(0.02)
    send()
    assert server.calls == [1, 1]


def test_settings_that_name_another_server_count_at_once(
    server: MailServer, send: Any, settings: Any
) -> None:
    send()
    settings.EMAIL_PORT = free_port()
    assert send() == OutboundState.PENDING, "nobody is there"
    assert server.calls == [1]


def test_a_line_of_the_parent_is_not_used_by_a_fork(
    server: MailServer, send: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    send()
    monkeypatch.setattr(lasting._rest, "_owner", 1)
    send()
    assert server.calls == [1, 1]
