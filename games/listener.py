"""What listens for mail: SMTP for the world or for a mail server in front, LMTP for a mail server on this machine.

Mail for our own domain is stored, and only then is 250 said. Nothing is relayed.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, AnyStr

from aiosmtpd.controller import UnixSocketUnthreadedController, UnthreadedController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import close_old_connections

from games import arrivals, rates, tallies
from pbem.mail.limits import LINES, SMTP_BYTES

logger = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
MOST_CALLERS = 50  # at once; each may hold as much memory as its mail is large
MOST_LINES = 2 * LINES  # a line costs much more memory than its bytes
MOST_BYTES = 2 * SMTP_BYTES
IDLE_SECONDS = 120
LAST_WORD_SECONDS = 5
CALL_SECONDS = 900  # however busily somebody sends
TRUST_SECONDS = 2  # a connection to the database that was good just now is used without asking
SOCKET_MODE = 0o660  # the mail server's group may write to it


class Conversation(SMTP):
    """SMTP with bounds where the library has none: callers at once, the length of a call, and what is sent without
    ever coming to an end."""

    line_length_limit = 20_000  # many programs write lines longer than the 998 letters they should keep to
    heard = lines = 0
    end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        callers: set[Conversation] = self.event_handler.callers
        callers.add(self)
        self.end = self.loop.call_later(CALL_SECONDS, self.hang_up, b"421 4.4.2 that was long enough")
        if len(callers) > MOST_CALLERS:
            self.hang_up(b"421 4.3.2 too many callers, please come again")

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.callers.discard(self)
        if self.end:
            self.end.cancel()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)
        self.lines += data.count(b"\n")
        if self.heard > MOST_BYTES or self.lines > MOST_LINES:
            return self.hang_up(b"552 5.3.4 that is more than we read")
        super().data_received(data)

    async def smtp_DATA(self, arg: str) -> None:
        self.heard = self.lines = 0
        await super().smtp_DATA(arg)
        self.heard = self.lines = 0

    def hang_up(self, words: bytes) -> None:
        """Say a last word and close the line."""
        transport = self.transport
        if isinstance(transport, asyncio.WriteTransport) and not transport.is_closing():
            transport.write(words + b"\r\n")
            transport.close()
            self.loop.call_later(LAST_WORD_SECONDS, transport.abort)


class LocalConversation(Conversation, LMTP):
    """The same in LMTP, which wants an answer to the mail for every recipient of it."""

    answers = 0

    async def push(self, status: AnyStr) -> None:
        begins = status[:3] in ("354", b"354")
        times, self.answers = (1 if begins else max(self.answers, 1)), 0
        if begins and self.envelope:
            self.answers = len(self.envelope.rcpt_tos)
        for _ in range(times):
            await super().push(status)


class Postman:
    """What aiosmtpd asks: may this recipient have mail here, and is the mail safe with us now? ``transport`` is what
    stored mails say they came by."""

    def __init__(self, transport: str = "smtp") -> None:
        self.transport = transport
        self.callers: set[Conversation] = set()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        local, _, domain = address.rpartition("@")
        if not local or domain.lower() != settings.MAIL_DOMAIN.lower():
            return "550 5.7.1 we take mail for our own games only"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content or b""
        raw = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        recipients = list(envelope.rcpt_tos)
        return await asyncio.to_thread(stored, raw, envelope.mail_from or "", recipients, self.transport)


def stored(raw: bytes, mail_from: str, recipients: list[str], transport: str = "smtp") -> str:
    """Store a mail; 250 only when it is safe. Otherwise the other side keeps it and comes again."""
    if time.monotonic() > _connection.trusted_until:
        _look_after_connection()
    try:
        return _taken(raw, mail_from, recipients, transport)
    except Exception:
        logger.exception("a mail could not be stored")
        _look_after_connection()
        return "451 4.3.0 not stored, please come again"


def _taken(raw: bytes, mail_from: str, recipients: list[str], transport: str) -> str:
    try:
        arrivals.receive(raw, transport, mail_from, recipients, bounded=True)
    except rates.TooMuch as bound:
        tallies.count(f"put off: {bound}")
        return "451 4.7.1 too much mail within an hour, please come again"
    return "250 2.6.0 stored"


class _Connection(threading.local):
    """Of the present thread to the database."""

    trusted_until = 0.0


_connection = _Connection()


def _look_after_connection() -> None:
    """Close the connection if it has failed or is old enough; if it holds is asked before it is used next. That costs a
    question to the server, so not every mail asks: one that finds the server gone is put off."""
    close_old_connections()
    _connection.trusted_until = time.monotonic() + TRUST_SECONDS


# running


class Listener(UnthreadedController):
    """At a host and port."""

    conversation: type[Conversation] = Conversation

    def factory(self) -> SMTP:
        return self.conversation(self.handler, **self.SMTP_kwargs)


class LocalListener(Listener):
    """LMTP at a host and port, which should be this machine's own."""

    conversation = LocalConversation


class SocketListener(UnixSocketUnthreadedController):
    """LMTP at a unix socket."""

    def factory(self) -> SMTP:
        return LocalConversation(self.handler, **self.SMTP_kwargs)


Listening = UnthreadedController | UnixSocketUnthreadedController


def bounds(**more: Any) -> dict[str, Any]:
    """How aiosmtpd is set up, here and in the tests."""
    return {
        "data_size_limit": SMTP_BYTES,
        "ident": "pbem",
        "enable_SMTPUTF8": True,
        "timeout": IDLE_SECONDS,
        **more,
    }


def smtp(place: str, loop: asyncio.AbstractEventLoop) -> Listening:
    """The SMTP listener at host:port."""
    host, port = _host_and_port(place)
    return Listener(Postman(), hostname=host, port=port, loop=loop, **bounds())


def lmtp(place: str, loop: asyncio.AbstractEventLoop) -> Listening:
    """The LMTP listener at host:port, or at the path of a unix socket."""
    if "/" not in place:
        host, port = _host_and_port(place)
        return LocalListener(Postman("lmtp"), hostname=host, port=port, loop=loop, **bounds())
    Path(place).unlink(missing_ok=True)  # left over from a process that was killed
    return SocketListener(Postman("lmtp"), unix_socket=place, loop=loop, **bounds())


def _host_and_port(place: str) -> tuple[str, int]:
    host, _colon, port = place.rpartition(":")
    return host.strip("[]") or "127.0.0.1", int(port)


async def serve(
    make: Callable[[str, asyncio.AbstractEventLoop], Listening], place: str, tell: Callable[[str], object]
) -> None:
    """Listen until the process is told to end."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    server = await make(place, loop)._create_server()
    if "/" in place:
        Path(place).chmod(SOCKET_MODE)
    tell(f"Taking mail for {settings.MAIL_DOMAIN} at {place}")
    async with server:
        await stop.wait()
    if "/" in place:
        Path(place).unlink(missing_ok=True)
