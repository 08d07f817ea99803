"""The outbox: every mail is owed by a row before anybody tries to send it.

``pending`` -> ``sending`` (the attempt is committed before a byte goes out) -> ``accepted`` or ``rejected``, or
``unknown`` when the line broke and nobody can tell, or ``withheld`` where mail to the seat is suspended (to be read on
the web). An unknown mail is sent again with the same bytes and the same Message-ID and counted as a possible duplicate:
never lost, never two different mails for one key.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.encoders import encode_base64
from email.message import EmailMessage as StandardMessage
from email.message import Message
from email.mime.base import MIMEBase
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games import doorbell, seats
from games.failpoints import failpoint
from games.models import Game, InboundMail, OutboundKind, OutboundMail, OutboundState, Seat

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=6)  # longer than a task may live
MOST_ATTEMPTS = 10
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=4)


def message_id(dedupe_key: str) -> str:
    """The Message-ID of the mail with this key, angle brackets included: always the same one."""
    digest = hashlib.sha256(f"{settings.SECRET_KEY}/{dedupe_key}".encode()).hexdigest()
    return f"<{digest[:32]}@{settings.MAIL_DOMAIN}>"


def enqueue(
    dedupe_key: str,
    kind: OutboundKind,
    *,
    to: str,
    subject: str,
    rendered: bytes,
    game: Game | None = None,
    seat: Seat | None = None,
    in_reply_to: InboundMail | None = None,
) -> OutboundMail:
    """Owe a mail, inside the caller's transaction. ``rendered`` are its final bytes, whose Message-ID must be
    ``message_id(dedupe_key)``. A key that is known already owes nothing new: the first mail is returned."""
    if len(dedupe_key) > 200:
        raise ValueError(f"the key of a mail has at most 200 characters: {dedupe_key}")
    failpoint("outbox.owes")
    mail, new = OutboundMail.objects.get_or_create(
        dedupe_key=dedupe_key,
        defaults={
            "kind": kind,
            "game": game,
            "seat": seat,
            "to": to,
            "subject": subject[:200],
            "message_id": message_id(dedupe_key),
            "rendered": rendered,
            "in_reply_to": in_reply_to,
        },
    )
    failpoint("outbox.owed")
    if new:
        doorbell.ring_outbox(mail.pk)
    return mail


# sending


def waiting(now: datetime) -> Q:
    """Mail whose next attempt is due. A moment further ahead than any pause is one that a wrong clock wrote."""
    due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_PAUSE + LEASE)
    return Q(state__in=(OutboundState.PENDING, OutboundState.UNKNOWN)) & due


def abandoned(now: datetime) -> Q:
    """Mail whose sender has vanished in the middle; a lease that is too long is one that a wrong clock wrote."""
    return Q(state=OutboundState.SENDING) & (Q(lease_until__lte=now) | Q(lease_until__gt=now + 2 * LEASE))


def send(outbound_id: int) -> OutboundState | None:
    """Try to send a mail that is due. Returns its new state, or None when there was nothing to do."""
    failpoint("outbox.begins")
    token = _claim(outbound_id)
    if token is None:
        return None
    failpoint("outbox.claimed")
    mail = OutboundMail.objects.select_related("seat").get(pk=outbound_id)
    if mail.seat and mail.seat.mail_suspended and mail.to.lower() == mail.seat.email.lower():
        return _record(mail, token, OutboundState.WITHHELD)
    if mail.attempts > MOST_ATTEMPTS:
        return _record(
            mail, token, OutboundState.REJECTED, last_error="Whoever began to send it never came to its end."
        )
    try:
        message = frozen_message(mail)
        if settings.MAIL_BOUNCES:  # the envelope alone; From stands in the frozen bytes
            message.from_email = seats.bounce_address(mail)
        message.connection = connection = get_connection()
        connection.open()
        failpoint("outbox.connected")
    except Exception as error:  # nothing has gone out yet
        return _later(mail, token, error)
    try:
        message.send()
        failpoint("outbox.sent")
    except Exception as error:
        failpoint("outbox.failed")
        return _after_failure(mail, token, error)
    finally:
        _close(connection)
    failpoint("outbox.disconnected")
    status = getattr(message, "anymail_status", None)
    return _record(
        mail,
        token,
        OutboundState.ACCEPTED,
        accepted_at=timezone.now(),
        provider_id=str(getattr(status, "message_id", None) or "")[:200],
    )


def _claim(outbound_id: int) -> str | None:
    """Take the lease on a mail that is due, and commit that before anything goes out."""
    now, token = timezone.now(), secrets.token_hex(16)
    due = waiting(now)
    rows = OutboundMail.objects.filter(pk=outbound_id)
    with transaction.atomic(durable=True):
        # a worker vanished in the middle, or the line broke: it may have gone out
        rows.filter(abandoned(now)).update(state=OutboundState.UNKNOWN, lease_token="", due_at=now)
        failpoint("outbox.abandoned")
        rows.filter(due, state=OutboundState.UNKNOWN).update(possible_duplicates=F("possible_duplicates") + 1)
        claimed = rows.filter(due).update(
            state=OutboundState.SENDING,
            attempts=F("attempts") + 1,
            lease_until=now + LEASE,
            lease_token=token,
        )
        failpoint("outbox.leased")
    return token if claimed else None


def _after_failure(mail: OutboundMail, token: str, error: Exception) -> OutboundState:
    match _verdict(error):
        case OutboundState.REJECTED:
            return _record(mail, token, OutboundState.REJECTED, last_error=_words(error))
        case state:
            return _later(mail, token, error, state)


def _verdict(error: Exception) -> OutboundState:
    """What a failed attempt means: refused for good, not taken yet, or nobody can tell."""
    web = getattr(error, "status_code", None)  # a provider's web interface
    if isinstance(web, int):
        if web == 429:
            return OutboundState.PENDING
        return OutboundState.REJECTED if 400 <= web < 500 else OutboundState.UNKNOWN
    refused = getattr(error, "recipients", None)  # smtplib.SMTPRecipientsRefused
    codes = [int(code) for code, _ in refused.values()] if isinstance(refused, dict) else []
    code = max(codes, default=getattr(error, "smtp_code", None))
    if not isinstance(code, int) or code <= 0:
        return OutboundState.UNKNOWN
    return OutboundState.REJECTED if code >= 500 else OutboundState.PENDING


def _later(
    mail: OutboundMail, token: str, error: Exception, state: OutboundState = OutboundState.PENDING
) -> OutboundState:
    if mail.attempts >= MOST_ATTEMPTS:
        return _record(mail, token, OutboundState.REJECTED, last_error=f"given up: {_words(error)}")
    pause = min(FIRST_PAUSE * 2 ** (mail.attempts - 1), LONGEST_PAUSE)
    return _record(mail, token, state, due_at=timezone.now() + pause, last_error=_words(error))


def _record(mail: OutboundMail, token: str, state: OutboundState, **changes: Any) -> OutboundState:
    """Write down what became of an attempt, unless somebody else has taken the mail over meanwhile."""
    OutboundMail.objects.filter(pk=mail.pk, lease_token=token).update(
        state=state, lease_token="", lease_until=None, **changes
    )
    failpoint("outbox.recorded")
    if state != OutboundState.ACCEPTED:
        logger.warning("mail %s: %s %s", mail.dedupe_key, state, changes.get("last_error", ""))
    return state


def _words(error: Exception) -> str:
    try:
        said = str(error)
    except Exception:  # some errors cannot even be told
        said = "without words"
    return f"{type(error).__name__}: {said}"[:1000]


def _close(connection: Any) -> None:
    try:
        connection.close()
    except Exception as error:
        logger.info("closing the mail connection: %s", error)


# the frozen bytes, as Django's mail backends want them


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
        mime = message_from_bytes(self.frozen, _class=FrozenMime)
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


def frozen_message(mail: OutboundMail) -> FrozenMessage:
    """A row of the outbox as a message for Django's mail backends."""
    parsed = message_from_bytes(bytes(mail.rendered), policy=policy.default)
    message = FrozenMessage(
        subject=str(parsed["subject"] or ""),
        body=_content(parsed, "plain"),
        from_email=str(parsed["from"] or settings.DEFAULT_FROM_EMAIL),
        to=[mail.to],
        reply_to=[str(parsed["reply-to"])] if parsed["reply-to"] else None,
        headers={name: str(value) for name, value in parsed.items() if name.lower() not in _TAKEN_APART},
    )
    if html := _content(parsed, "html"):
        message.attach_alternative(html, "text/html")
    for part in _others(parsed):
        message.attach(part)
    message.frozen = bytes(mail.rendered)
    return message


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
