"""How much mail the world may send: so many mails an hour to one seat, and fewer from those whom we
do not know.

Counted from the mails that are stored, so every way in counts, and a restart forgets nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.clockwork.moments import lately
from games.models import InboundMail, InboundState, ReplyToken
from games.seats import seats
from pbem.mail.mailboxes import mailbox_of

HOUR = timedelta(hours=1)
LOOKED_AT = 1000  # mails of one domain, for other spellings of an address


class TooMuch(Exception):
    """More mail than is taken within an hour; says what there is too much for, as ``refusal`` does."""


def refusal(sender: str, tokens: Mapping[str, ReplyToken | None]) -> str:
    """Why no more of such mail is taken for now ("seat", "address", "domain"), or "". ``sender`` is the
    address in From, ``tokens`` the recipients and what seat each opens. Mail to the reply address of a seat
    counts for that seat alone, since many players share a domain; reports of deliveries, which mail servers
    send in numbers, do not count."""
    if tokens and all(seats.mail_of_bounce_address(recipient) for recipient in tokens):
        return ""
    if any(tokens.values()):
        full = (
            _reached(_to_seat(token.seat_id, to), settings.RATE_SEAT) for to, token in tokens.items() if token
        )
        return "seat" if any(full) else ""
    domain = sender.rpartition("@")[2]
    strangers = _lately().filter(seat=None, sender__endswith=f"@{domain}")
    if 0 < settings.RATE_ADDRESS <= _from_mailbox(sender, strangers):
        return "address"
    return "domain" if _reached(strangers, settings.RATE_DOMAIN) else ""


def _from_mailbox(sender: str, mails: QuerySet[InboundMail]) -> int:
    """How many of these mails came from the sender's mailbox, however he has spelt it."""
    likely = mails.filter(sender__startswith=sender[:1]).order_by().values_list("sender", flat=True)
    return sum(mailbox_of(one) == mailbox_of(sender) for one in likely[:LOOKED_AT])


def _lately() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(lately("received_at", HOUR))


def _to_seat(seat: int, recipient: str) -> QuerySet[InboundMail]:
    return _lately().filter(Q(seat=seat) | Q(state=InboundState.UNREAD, recipient=recipient))


def _reached(mails: QuerySet[InboundMail], most: int) -> bool:
    """Whether there are so many; 0 means without bound."""
    return 0 < most <= len(mails.order_by().values_list("pk")[:most])
