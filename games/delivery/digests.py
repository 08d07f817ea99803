"""One mail a day for all games of a player: what was gathered since, in full, in one text.

A reply to it may give orders for one of the games: the #ORDERS line of its form says for which.
"""

from __future__ import annotations

import hashlib
import logging
import re
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.clockwork.failpoints import failpoint
from games.clockwork.moments import FAR_AHEAD
from games.models import GameState, OutboundKind, OutboundMail, OutboundState, Purpose, Seat
from games.outbox import outbox
from games.outbox.frozen import texts_of
from games.record import numbers
from games.reports import daily, leaving
from games.reports.build import loop_id
from games.reports.layout import harmless, wrapped
from games.seats import seats
from games.seats.languages import in_language_of
from pbem.mail.writer import Letter, compose

logger = logging.getLogger(__name__)

MOST_READERS = 500  # looked at in one sweep
_LABEL = re.compile(rf"\s*G({numbers.NUMBER})\b", re.IGNORECASE)


def send_due() -> int:
    """Owe the daily mails whose time has come; returns how many readers were looked at."""
    gathered = _gathered()
    oldest = gathered.values("to").annotate(first=Min("created"), sits=Min("seat")).order_by("first")
    looked_at = list(oldest[:MOST_READERS])
    for reader in looked_at:
        seat = Seat.objects.get(pk=reader["sits"])
        if _waits(seat, reader["first"]):
            continue
        try:
            with in_language_of(seat):
                _send(reader["to"], seat)
        except Exception:  # one broken mail must not keep the others from their readers
            logger.exception("the daily mail of %s", seat)
    return len(looked_at)


def _waits(seat: Seat, first: datetime) -> bool:
    """Whether the daily mail is for later. What was gathered under a clock that had gone ahead goes
    out at once."""
    now = timezone.now()
    return first <= now + FAR_AHEAD and daily.next_time(seat, first) > now


def _send(to: str, seat: Seat) -> None:
    """Owe one reader's daily mail, and note what it encloses, both or neither."""
    failpoint("digests.begins")
    with transaction.atomic():
        rows = _gathered().filter(to=to)
        # who does not want it any more finds it on his page
        rows.filter(seat__wants_mail=False).update(state=OutboundState.WITHHELD)
        failpoint("digests.withheld")
        mails = list(
            rows.select_for_update(of=("self",)).select_related("seat", "game").order_by("created", "pk")
        )
        if not mails:
            return
        day = timezone.now().date().isoformat()
        key = f"digest:{hashlib.sha256(to.encode()).hexdigest()[:24]}:{day}:{mails[-1].pk}"
        token = seats.token_for(seat, timezone.now().toordinal(), Purpose.DAILY)
        failpoint("digests.token_made")
        subject = ngettext(
            "{number} mail of your games: {games}", "{number} mails of your games: {games}", len(mails)
        )
        subject = subject.format(number=len(mails), games=", ".join(_labels(mails)))
        letter = Letter(
            message_id=outbox.message_id(key),
            to=to,
            sender_name=gettext("Your games by mail"),
            sender=f"games@{settings.MAIL_DOMAIN}",
            subject=subject,
            date=timezone.now(),
            text=harmless(_text(mails)),
            reply_to=seats.address_of(token),
            loop_id=loop_id(),
            headers=leaving.headers(seat, everywhere=True),
        )
        outbox.enqueue(key, OutboundKind.DIGEST, to=to, subject=subject, rendered=compose(letter), seat=seat)
        OutboundMail.objects.filter(pk__in=[mail.pk for mail in mails]).update(state=OutboundState.ENCLOSED)
        failpoint("digests.enclosed")
    failpoint("digests.owed")


def _gathered() -> QuerySet[OutboundMail]:
    """What waits for a daily mail: for readers who have shown that they read the mailbox it goes to,
    and no others."""
    waiting = OutboundMail.objects.filter(state=OutboundState.GATHERED)
    return waiting.filter(seat__proven__isnull=False, to__iexact=F("seat__email"))


def _labels(mails: list[OutboundMail]) -> list[str]:
    return list(dict.fromkeys(mail.game.label for mail in mails if mail.game))


def _text(mails: list[OutboundMail]) -> str:
    """What it holds, and then everything in full."""
    opening = gettext(
        "Here is everything since yesterday; what was due sooner came by itself. To send orders, reply for "
        "one game at a time and keep the #ORDERS line of its form, which says for which. DIGEST OFF in a "
        "line of its own ends these daily mails."
    )
    contents = [line for n, mail in _numbered(mails) for line in wrapped(mail.subject, f"  {n}  ")]
    parts = ["\n".join(wrapped(opening)), "\n".join(contents)]
    for n, mail in _numbered(mails):
        body = texts_of(mail)[0].strip("\n")
        heading = gettext("{n} OF {count}: {subject}").format(n=n, count=len(mails), subject=mail.subject)
        parts.append("\n".join([*wrapped(heading), "", body]))
    return "\n\n\n".join(parts) + "\n"


def _numbered(mails: list[OutboundMail]) -> list[tuple[int, OutboundMail]]:
    return list(enumerate(mails, start=1))


def seat_meant(seat: Seat, label: str | None) -> Seat | None:
    """The seat that a reply to a daily mail is for: that of the game named behind #ORDERS, or the only
    one there is."""
    own = seats.of_same_reader(seat).select_related("game")
    own = own.exclude(game__state__in=(GameState.OVER, GameState.MOVED))
    if match := _LABEL.match(label or ""):
        return own.filter(game_id=numbers.key_of(match[1])).first()
    return own[0] if own.count() == 1 else None
