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
from pbem.mail.limits import SMTP_BYTES

logger = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
IDLE_SECONDS = 120


class Postman:
    """What aiosmtpd asks: may this recipient have mail here, and is the mail safe with us now?"""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        domain = address.rpartition("@")[2].lower()
        if domain != settings.MAIL_DOMAIN.lower():
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
        controller = UnthreadedController(Postman(), loop=loop, **listener(host, port))
        server = await controller._create_server()
        self.stdout.write(f"Taking mail for {settings.MAIL_DOMAIN} at {host}:{port}")
        self.stdout.flush()
        async with server:
            await stop.wait()
