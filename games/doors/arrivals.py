"""Where every way in ends: a mail's raw bytes are stored, and a reader is rung for.

This is all that the processes which take mail do, so nothing here loads rules, reports or pictures;
games.gate.inbox reads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.clockwork.inserts import insert_once
from games.doors import rates
from games.models import NULL_SENDER, InboundMail, Purpose, ReplyToken
from games.seats import seats
from pbem.mail import limits
from pbem.mail.headers import Headers, clean, headers_of


def receive(
    raw: bytes,
    transport: str,
    envelope_from: str | None = None,
    recipients: Sequence[str] = (),
    *,
    transport_id: str = "",
    authentication: Mapping[str, Any] = MappingProxyType({}),
    payload: bytes = b"",
    bounded: bool = False,
) -> list[InboundMail]:
    """Store a mail, one row for each recipient, and ring for a reader. The same bytes to the same recipient
    are stored once. ``envelope_from`` is "" for a bounce's null sender, None if the transport does not know;
    without ``recipients`` the addresses in the headers count, each that opens a seat; for the rest see
    InboundMail. Raises rates.TooMuch if it is ``bounded`` and there is more such mail than we take; else only
    what the database raises."""
    headers = headers_of(raw)
    tokens = _tokens(recipients, headers)
    if bounded and (why := rates.refusal(headers.sender, tokens)):
        raise rates.TooMuch(why)
    digest = hashlib.sha256(raw).hexdigest()
    sent_from = "" if envelope_from is None else clean(envelope_from, 254) or NULL_SENDER
    stored = []
    for recipient, token in tokens.items():
        failpoint("arrivals.begins")
        arrived = InboundMail(
            sha256=digest,
            recipient=recipient,
            game_id=_game_meant(token),
            raw=raw[: limits.RAW_BYTES + 1],
            payload=payload[: limits.RAW_BYTES],
            transport=transport[:20],
            transport_id=clean(transport_id, 120),
            authentication=dict(authentication),
            envelope_from=sent_from,
            message_id=headers.message_id[:200],
            sender=headers.sender[:254],
        )
        mail, new = insert_once(arrived, "sha256", "recipient")
        failpoint("arrivals.stored")
        if new:
            doorbell.ring_mail(mail.pk)
        stored.append(mail)
    failpoint("arrivals.done")
    return stored


def _tokens(recipients: Sequence[str], headers: Headers) -> dict[str, ReplyToken | None]:
    """To whom a mail is, and what each address opens. If its transport does not tell, and it names several
    addresses that open a seat, it is to each of them."""
    named = recipients or (*headers.delivered, *headers.addressed)
    tokens = {
        address: seats.token_at(address) for address in dict.fromkeys(clean(name, 254) for name in named)
    }
    if recipients:
        return tokens
    ours = dict(named for named in tokens.items() if named[1])
    return ours if len(ours) > 1 else {"": None}


def _game_meant(token: ReplyToken | None) -> int | None:
    """The game that a mail to this address is for; None if only its content can tell."""
    return token.seat.game_id if token and token.purpose != Purpose.DAILY else None
