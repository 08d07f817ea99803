"""A mail from this server to itself: does it go out, does it come in, and is it signed as
receivers want it?"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from email import message_from_bytes

import dkim
from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from games.models import InboundMail, OutboundMail
from games.outbox.frozen import message_for
from pbem.calling import PROGRAM
from pbem.domain.findings import Line, Mark
from pbem.domain.records import Records, Unreachable
from pbem.mail.writer import Letter, compose

TOPIC = "ROUND TRIP"
PAUSE = 0.5


def travel(records: Records, patience: float) -> Iterator[Line]:
    """Send a mail to an address of our own and wait so many seconds until it is in the inbox."""
    if settings.MAIL_BACKEND in ("file", "console"):
        yield Line(
            TOPIC,
            Mark.MEND,
            "this server only writes its mails down",
            "set PBEM_MAIL_HOST or PBEM_MAIL_BACKEND",
        )
        return
    to = f"roundtrip-{secrets.token_hex(8)}@{settings.MAIL_DOMAIN}"
    begun = time.monotonic()
    try:
        _send(to)
    except Exception as error:  # whatever a backend raises, the operator should read it
        yield Line(
            TOPIC, Mark.MEND, f"the mail did not go out: {type(error).__name__}: {error}", "see PBEM_MAIL_..."
        )
        return
    mail = _wait(to, begun + patience)
    if mail is None:
        yield Line(
            TOPIC,
            Mark.MEND,
            f"a mail to {to} went out and did not come in within {patience:g} seconds",
            (
                "see that the server runs, where MX leads, and whether port 25 or the provider's webhook "
                "reaches it"
            ),
        )
        return
    took = time.monotonic() - begun
    yield Line(TOPIC, Mark.OK, f"a mail to ourselves was back after {took:.1f} seconds, by {mail.transport}")
    yield _signature(bytes(mail.raw), records)


def _send(to: str) -> None:
    letter = Letter(
        message_id=f"<{to}>",
        to=to,
        sender_name="Play by mail",
        sender=f"games@{settings.MAIL_DOMAIN}",
        subject="A round trip",
        date=timezone.now(),
        text=f"This mail was sent by {PROGRAM} mailcheck to see whether it comes back.\n",
    )
    connection = get_connection()
    message = message_for(OutboundMail(to=to, rendered=compose(letter)), connection)
    message.connection = connection
    message.send()


def _wait(to: str, until: float) -> InboundMail | None:
    while True:
        if mail := InboundMail.objects.filter(recipient=to).first():
            return mail
        if time.monotonic() > until:
            return None
        time.sleep(PAUSE)


def _signature(raw: bytes, records: Records) -> Line:
    """Whether a signature of our own domain, or of one above or below it, is on the mail as it came
    in, and holds."""
    signatures = message_from_bytes(raw).get_all("DKIM-Signature") or []

    def txt(name: bytes, timeout: int = 5) -> bytes | None:
        return next((text.encode() for text in records.find(name.decode().rstrip("."), "TXT")), None)

    why = []
    for number in range(len(signatures)):
        signer = dkim.DKIM(raw)
        try:
            good = signer.verify(idx=number, dnsfunc=txt)
        except (dkim.DKIMException, Unreachable) as error:
            why.append(str(error))
            continue
        domain = (signer.domain or b"").decode()
        if good and _aligned(domain, settings.MAIL_DOMAIN):
            return Line("DKIM", Mark.OK, f"it arrived with a good signature of {domain}")
        why.append(f"that of {domain} {'belongs to another domain' if good else 'does not hold'}")
    if not signatures:
        return Line(
            "DKIM",
            Mark.MEND,
            "it arrived without a signature",
            "let it be signed: PBEM_DKIM_KEY, or your provider",
        )
    return Line(
        "DKIM", Mark.MEND, f"no signature on it counts: {'; '.join(why)}", "publish the key, and look again"
    )


def _aligned(one: str, other: str) -> bool:
    one, other = f".{one.lower()}", f".{other.lower()}"
    return one.endswith(other) or other.endswith(one)
