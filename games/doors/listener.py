"""What listens for mail: SMTP for the world or for a mail server in front, LMTP for a mail server on
this machine.

Mail for our own domain is stored, and only then is 250 said. Nothing is relayed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import math
import signal
import socket
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

from games.clockwork import tallies
from games.doors import arrivals, rates
from pbem.mail.limits import LINES, SMTP_BYTES
from pbem.networks import network_of
from pbem.places import CannotListen, address

logger = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
MOST_CALLERS = 50  # at once; each may hold as much memory as its mail is large
MOST_OF_ONE = 20  # at once from one address: as many as mail servers usually open to one other
MOST_LINES = 2 * LINES  # a line costs much more memory than its bytes
MOST_BYTES = 2 * SMTP_BYTES
IDLE_SECONDS = 120
SILENT_SECONDS = 30  # from the first moment to the first word
MAIL_SECONDS = 180  # from one mail to the next: a call is for mails, whatever else is said in it
YIELDING_SECONDS = (
    10  # when all places are taken, whoever has been silent for so long makes room for the next
)
LAST_WORD_SECONDS = 5
LOOKS_SECONDS = 20  # from one look at the rest of the server to the next
CALL_SECONDS = 900  # however busily somebody sends
TRUST_SECONDS = 2  # a connection to the database that was good just now is used without asking
SOCKET_MODE = 0o660  # the mail server's group may write to it


class Conversation(SMTP):
    """SMTP with bounds where the library has none: callers at once, of one address and of all; the length of
    a call, with mail and without; and what is sent without ever coming to an end."""

    line_length_limit = 20_000  # many programs write lines longer than the 998 letters they should keep to
    heard = lines = 0
    caller = ""  # from where he calls; "" at a unix socket
    stirred = 0.0  # when something was heard last; without end while we are at work for him
    end: asyncio.TimerHandle | None = None
    patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        callers: set[Conversation] = self.event_handler.callers
        callers.add(self)
        peer = transport.get_extra_info("peername")
        self.caller = network_of(str(peer[0])) if isinstance(peer, tuple) else ""
        self.stirred = self.loop.time()
        self.end = self.loop.call_later(CALL_SECONDS, self.hang_up, b"421 4.4.2 that was long enough")
        self.wait_for_mail()
        self._reset_timeout(SILENT_SECONDS)
        staying = [one for one in callers if one.stays]
        if self.caller and sum(one.caller == self.caller for one in staying) > MOST_OF_ONE:
            self.hang_up(b"421 4.7.0 too many calls from your address, please come again")
        elif len(staying) > MOST_CALLERS and not self.somebody_yields(staying):
            self.hang_up(b"421 4.3.2 too many callers, please come again")

    @property
    def stays(self) -> bool:
        """Whether he has not been sent away."""
        return self.transport is not None and not self.transport.is_closing()

    def somebody_yields(self, staying: list[Conversation]) -> bool:
        """Send him away who has been silent longest, if it was long; whether there was such a one."""
        longest = min(staying, key=lambda one: one.stirred)
        if self.loop.time() - longest.stirred < YIELDING_SECONDS:
            return False
        longest.hang_up(b"421 4.3.2 others are waiting, please come again")
        return True

    def wait_for_mail(self, wait: bool = True) -> None:
        """Begin, or end, to wait for his next mail."""
        if self.patience:
            self.patience.cancel()
        if wait:
            words = b"421 4.4.2 no mail came, please come again with one"
            self.patience = self.loop.call_later(MAIL_SECONDS, self.hang_up, words)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.callers.discard(self)
        self.wait_for_mail(False)
        if self.end:
            self.end.cancel()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self.stirred = self.loop.time()
        self.heard += len(data)
        self.lines += data.count(b"\n")
        if self.heard > MOST_BYTES or self.lines > MOST_LINES:
            return self.hang_up(b"552 5.3.4 that is more than we read")
        super().data_received(data)

    async def smtp_DATA(self, arg: str) -> None:
        self.heard = self.lines = 0
        self.wait_for_mail(False)
        await super().smtp_DATA(arg)
        self.heard, self.lines, self.stirred = 0, 0, self.loop.time()
        self.wait_for_mail(self.stays)

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
    """What aiosmtpd asks: may this recipient have mail here, and is the mail safe with us now? ``transport``
    is what stored mails say they came by."""

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
        if isinstance(server, Conversation):
            server.stirred = math.inf
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
    """Close the connection if it has failed or is old enough; if it holds is asked before it is used next.
    That costs a question to the server, so not every mail asks: one that finds the server gone is put off."""
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
    host, port = address("PBEM_MAIL_LISTEN", place)
    return Listener(Postman(), hostname=host, port=port, loop=loop, **bounds())


def lmtp(place: str, loop: asyncio.AbstractEventLoop) -> Listening:
    """The LMTP listener at host:port, or at the path of a unix socket."""
    if "/" not in place:
        host, port = address("PBEM_MAIL_LMTP_LISTEN", place)
        return LocalListener(Postman("lmtp"), hostname=host, port=port, loop=loop, **bounds())
    if _somebody_listens(place):
        raise OSError(errno.EADDRINUSE, "in use")
    Path(place).unlink(missing_ok=True)  # left over from a process that was killed
    return SocketListener(Postman("lmtp"), unix_socket=place, loop=loop, **bounds())


def _somebody_listens(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


async def serve(
    make: Callable[[str, asyncio.AbstractEventLoop], Listening],
    place: str,
    tell: Callable[[str], object],
    look: Callable[[], object],
) -> None:
    """Listen until the process is told to end; ``look`` is called now and then meanwhile. Raises CannotListen
    where that cannot be."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    try:
        server = await make(place, loop)._create_server()
    except OSError as error:
        choice = "PBEM_MAIL_LMTP_LISTEN" if make is lmtp else "PBEM_MAIL_LISTEN"
        raise CannotListen(place, choice, error) from None
    if "/" in place:
        Path(place).chmod(SOCKET_MODE)
    tell(f"Taking mail for {settings.MAIL_DOMAIN} at {place}")
    async with server:
        while not stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOKS_SECONDS)
            await asyncio.to_thread(look)
    if "/" in place:
        Path(place).unlink(missing_ok=True)
