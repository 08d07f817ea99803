"""What becomes of our mails after they left: noted, and drawn conclusions from.

A bounce that may pass counts 1, one for good 2, at most one of them a day, and none longer than thirty days.
At four, or at once when a player called our mail spam or the provider does not write to him any more, mail to
the seat is suspended: the seat stays in play, the game master is told, and what would have been sent is read
on the web. Only events of mails that we sent count, known by names that we or the provider gave them; nobody
can silence a rival.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.clockwork.failpoints import failpoint
from games.models import DeliveryEvent, DeliveryKind, InboundMail, OutboundMail, Seat
from games.outbox import outbox
from games.reports import announce
from games.seats import seats
from pbem.calling import PROGRAM
from pbem.mail.delivery_reports import read_report

DECAY = timedelta(days=30)
THRESHOLD = 4
_WEIGHTS = {DeliveryKind.SOFT: 1, DeliveryKind.HARD: 2}
_AT_ONCE = {
    DeliveryKind.COMPLAINED: gettext_noop("a mail of ours was reported as spam"),
    DeliveryKind.SUPPRESSED: gettext_noop("the mail provider does not write to this address any more"),
}
REPORT = "report"  # the source of events that came as a mail


class Happening(NamedTuple):
    """An event of one of our mails. ``key`` names it in its ``source``; ``said`` are words of the other side;
    ``provider_id`` is what the provider calls the mail."""

    source: str
    key: str
    kind: DeliveryKind
    mail: OutboundMail
    said: str = ""
    happened: datetime | None = None
    provider_id: str = ""


def find_mail(names: Iterable[str], recipient: str = "") -> OutboundMail | None:
    """Our mail that goes by one of these names: its Message-ID, with or without brackets, or what the
    provider called it; and went to this recipient, if he is named."""
    bare = {name.strip("<> ") for name in names} - {""}
    ours = Q(message_id__in=[f"<{name}>" for name in bare])
    theirs = Q(provider_id__in=[*bare, *(f"<{name}>" for name in bare)])
    mail = OutboundMail.objects.filter(ours | theirs).select_related("seat__game").defer("rendered").first()
    if mail is None or (recipient and recipient.lower() != mail.to.lower()):
        return None
    return mail


def note(event: Happening) -> bool:
    """Write down what happened, once, and suspend the seat's mail if that is too much. Whether it was new."""
    # a mail to somebody who has left the seat says nothing about who sits there now
    seat = event.mail.seat
    seat = seat if seat and seat.email.lower() == event.mail.to.lower() else None
    with transaction.atomic():
        _, new = DeliveryEvent.objects.get_or_create(
            source=event.source[:20],
            key=event.key[:64],
            defaults={
                "kind": event.kind,
                "mail": event.mail,
                "seat": seat,
                "said": event.said[:2000],
                "happened": event.happened or timezone.now(),
                "noted": timezone.now(),
            },
        )
        failpoint("deliveries.noted")
        if new and event.kind == DeliveryKind.DELIVERED:
            outbox.delivered(event.mail.message_id, event.provider_id)
        if new and seat and (reason := _too_much(seat, event)):
            _suspend(seat, reason, event.said)
    return new


def _too_much(seat: Seat, event: Happening) -> str:
    """Why no more should be mailed to a seat, or ""."""
    if event.kind in _AT_ONCE:
        return _AT_ONCE[event.kind]
    if event.kind in _WEIGHTS and score(seat) >= THRESHOLD:
        return gettext_noop("several mails could not be delivered")
    return ""


def score(seat: Seat) -> int:
    """How badly mail to a seat has gone lately: the worst of each day, summed up."""
    since = timezone.now() - DECAY
    if seat.mail_resumed:
        since = max(since, seat.mail_resumed)
    bounces = DeliveryEvent.objects.filter(seat=seat, kind__in=_WEIGHTS, noted__gte=since)
    days: dict[object, int] = {}
    for kind, noted in bounces.values_list("kind", "noted"):
        days[noted.date()] = max(days.get(noted.date(), 0), _WEIGHTS[DeliveryKind(kind)])
    return sum(days.values())


def _suspend(seat: Seat, reason: str, said: str) -> None:
    now = timezone.now()
    rows = Seat.objects.filter(pk=seat.pk, mail_suspended=None)
    if not rows.update(mail_suspended=now, mail_trouble=reason):
        return
    failpoint("deliveries.suspended")
    words = f"\n\nThe other side said: {said[:500]}" if said else ""
    announce.game_master(
        seat.game,
        f"mail-suspended:{seat.pk}:{now.isoformat(timespec='seconds')}",
        f"no mail to {seat.title} any more",
        f"{seat.player or seat.title} gets no more mail: {reason}.{words}\n\n"
        "The seat stays in play, and deadlines are as they were. What would have been mailed can be read "
        f"at {settings.BASE_URL}/g/{seat.game.number}/seat/{seat.name}/mail, where the player can turn "
        "mail on again. If his address is wrong, give the seat another one:\n\n"
        f"  {PROGRAM} seatplayer {seat.game.label} {seat.name} --email ADDRESS",
    )


def resume(seat: Seat) -> None:
    """Mail to a seat is on again; what went wrong before counts no more."""
    Seat.objects.filter(pk=seat.pk).update(mail_suspended=None, mail_trouble="", mail_resumed=timezone.now())
    failpoint("deliveries.resumed")


# reports that come as mail


def reported(mail: InboundMail, null_sender: bool) -> Happening | None:
    """What a mail to a bounce address of ours reports; None for any other mail."""
    about = seats.mail_of_bounce_address(mail.recipient)
    if about is None:
        return None
    report = read_report(bytes(mail.raw), null_sender)
    if report is None:
        return None
    # the same report twice is one mail twice; of one mail each kind of report counts once
    key = sha256(f"{about.pk}/{report.kind}".encode()).hexdigest()
    return Happening(REPORT, key, DeliveryKind(report.kind), about, report.said, mail.received_at)
