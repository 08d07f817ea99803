"""The frozen bytes of an owed mail, as Django's mail backends want them: as they are, and signed, for SMTP;
in parts for a provider's interface."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.encoders import encode_base64
from email.message import EmailMessage as StandardMessage
from email.message import Message
from email.mime.base import MIMEBase
from email.parser import BytesHeaderParser
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends import smtp

from games.models import OutboundMail
from pbem import mail_to_files

TAKES_BYTES = (smtp.EmailBackend, mail_to_files.EmailBackend)  # the others take a mail apart
_HEADER = BytesHeaderParser()
_HEADER_END = re.compile(rb"\r?\n\r?\n")


def _head(frozen: bytes) -> bytes:
    """A mail's header: the parser would read the whole of a large mail to find its end."""
    return _HEADER_END.split(frozen, maxsplit=1)[0] + b"\r\n\r\n"


class FrozenMime(Message):
    """A message that gives out the stored bytes and nothing else."""

    frozen: bytes = b""

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "\n") -> bytes:
        return b"\n".join(self.frozen.splitlines()).replace(b"\n", linesep.encode()) + linesep.encode()

    def as_string(self, unixfrom: bool = False, maxheaderlen: int = 0, policy: Any = None, **_: Any) -> str:
        return self.as_bytes().decode("utf-8", "replace")


class FrozenMessage(EmailMultiAlternatives):
    """A mail as Django sends it: SMTP gets the stored bytes; a provider's interface gets their parts."""

    frozen: bytes = b""

    def message(self, **_: Any) -> Any:
        mime = BytesHeaderParser(FrozenMime).parsebytes(_head(self.frozen))
        mime.frozen = self.frozen
        return mime


_TAKEN_APART = {
    "from",
    "to",
    "subject",
    "reply-to",
    "content-type",
    "content-transfer-encoding",
    "mime-version",
}


def message_for(mail: OutboundMail, connection: Any) -> FrozenMessage:
    """A row of the outbox as a backend wants it: in parts, or as its bytes, signed. Raises
    pbem.mail.signing.BadKey."""
    if not isinstance(connection, TAKES_BYTES):
        return frozen_message(mail)
    frozen = bytes(mail.rendered)
    sender = str(_HEADER.parsebytes(_head(frozen))["from"] or settings.DEFAULT_FROM_EMAIL)
    message = FrozenMessage(from_email=sender, to=[mail.to])  # its envelope; the rest is in the bytes
    message.frozen = _signed(frozen) if settings.DKIM_KEY else frozen
    return message


def _signed(frozen: bytes) -> bytes:
    from pbem.mail import signing  # which loads much; many servers leave it to whoever relays their mail

    return signing.signed(frozen)


def texts_of(mail: OutboundMail) -> tuple[str, str]:
    """The words of a row of the outbox: its text, and its HTML, empty where there is none."""
    leaves = list(_leaves(bytes(mail.rendered)))
    return _first(leaves, "text/plain"), _first(leaves, "text/html")


def _first(leaves: Iterable[Message], kind: str) -> str:
    """The content of the first part of a kind; empty where there is none."""
    part = next((part for part in leaves if part.get_content_type() == kind), None)
    if part is None:
        return ""
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode(part.get_content_charset("ascii"), "replace")


def _leaves(frozen: bytes) -> Iterator[Message]:
    """The parts of a mail that we wrote. The library's parser looks at every line of a mail, which takes many
    times as long as to cut it up where its parts begin."""
    head, *body = _HEADER_END.split(frozen, maxsplit=1)
    part = _HEADER.parsebytes(head + b"\r\n\r\n")
    boundary = part.get_boundary()
    if boundary is None:
        part.set_payload(b"".join(body).decode("ascii", "surrogateescape"))
        yield part
        return
    for inner in (b"\n" + b"".join(body)).split(b"\n--" + boundary.encode())[1:-1]:
        yield from _leaves(inner.partition(b"\n")[2].removesuffix(b"\r"))


def frozen_message(mail: OutboundMail) -> FrozenMessage:
    """A row of the outbox in parts."""
    frozen = bytes(mail.rendered)
    parsed: Any = message_from_bytes(frozen, policy=policy.default)
    message = FrozenMessage(
        subject=str(parsed["subject"] or ""),
        body=_content(parsed, "plain"),
        from_email=str(parsed["from"] or settings.DEFAULT_FROM_EMAIL),
        to=[mail.to],
        reply_to=[str(parsed["reply-to"])] if parsed["reply-to"] else None,
        headers={name: str(value) for name, value in parsed.items() if name.lower() not in _TAKEN_APART},
    )
    message.frozen = frozen
    _attach_parts(message, parsed)
    return message


def _attach_parts(message: FrozenMessage, parsed: StandardMessage) -> None:
    if html := _content(parsed, "html"):
        message.attach_alternative(html, "text/html")
    for part in _others(parsed):
        message.attach(part)


def _content(parsed: StandardMessage, kind: str) -> str:
    part = parsed.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part else ""


def _others(parsed: StandardMessage) -> Iterator[MIMEBase]:
    """Pictures and attachments."""
    for part in parsed.walk():
        if part.is_multipart() or part.get_content_type() in ("text/plain", "text/html"):
            continue
        attachment = MIMEBase(part.get_content_maintype(), part.get_content_subtype())
        attachment.set_payload(part.get_payload(decode=True))
        encode_base64(attachment)
        for name in ("Content-ID", "Content-Disposition"):
            if value := part[name]:
                attachment[name] = str(value)
        yield attachment
