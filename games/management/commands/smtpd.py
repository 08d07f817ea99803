"""The SMTP listener: takes mail for our own domain, stores it, and says so. It relays nothing."""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import Any

from aiosmtpd.controller import UnthreadedController
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.core.management import BaseCommand, CommandParser
from django.db import close_old_connections

from games import inbox
from pbem.mail.limits import LINES, SMTP_BYTES

logger = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
MOST_CALLERS = 50  # at once; each may hold as much memory as its mail is large
MOST_LINES = 2 * LINES  # a line costs much more memory than its bytes
MOST_BYTES = 2 * SMTP_BYTES
IDLE_SECONDS = 120
LAST_WORD_SECONDS = 5
CALL_SECONDS = 900  # however busily somebody sends


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


class Postman:
    """What aiosmtpd asks: may this recipient have mail here, and is the mail safe with us now?"""

    def __init__(self) -> None:
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
        return await asyncio.to_thread(stored, raw, envelope.mail_from or "", list(envelope.rcpt_tos))


def stored(raw: bytes, mail_from: str, recipients: list[str]) -> str:
    """Store a mail; 250 only when it is safe. Otherwise the other side keeps it and comes again."""
    close_old_connections()
    try:
        inbox.receive(raw, "smtp", mail_from, recipients)
    except Exception:
        logger.exception("a mail could not be stored")
        return "451 4.3.0 not stored, please come again"
    finally:
        close_old_connections()
    return "250 2.6.0 stored"


class Listener(UnthreadedController):
    """The listener of the running server."""

    def factory(self) -> SMTP:
        return Conversation(self.handler, **self.SMTP_kwargs)


def listener(host: str, port: int, **more: Any) -> dict[str, Any]:
    """How aiosmtpd is set up, here and in the tests."""
    return {
        "hostname": host,
        "port": port,
        "data_size_limit": SMTP_BYTES,
        "ident": "pbem",
        "enable_SMTPUTF8": True,
        "timeout": IDLE_SECONDS,
        **more,
    }


class Command(BaseCommand):
    help = (
        "Listen for mail at PBEM_MAIL_LISTEN. Put a real mail server with TLS and spam checks in front of it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default=settings.MAIL_LISTEN, help="host:port")

    def handle(self, *_: Any, **options: Any) -> None:
        host, _colon, port = options["listen"].rpartition(":")
        asyncio.run(self._serve(host.strip("[]") or "127.0.0.1", int(port)))

    async def _serve(self, host: str, port: int) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, stop.set)
        controller = Listener(Postman(), loop=loop, **listener(host, port))
        server = await controller._create_server()
        self.stdout.write(f"Taking mail for {settings.MAIL_DOMAIN} at {host}:{port}")
        self.stdout.flush()
        async with server:
            await stop.wait()
