"""Mails that could not be delivered: the game master is told, once a day for each seat, whatever the
number of mails.

Such mails are rows that nobody has told of yet, so nothing is lost when a worker dies, and what fails
later on the same day is told of on the next. A mail to the game master himself is told of to nobody: it
stands on his desk.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.models import OutboundMail, OutboundState, Seat
from games.outbox.outbox import UNDELIVERED
from games.reports import announce
from pbem.calling import PROGRAM

MOST_AT_ONCE = 500
MOST_NAMED = 10
_LONGEST_REASON = 200


def on_the_desk() -> QuerySet[OutboundMail]:
    """What the game master's desk shows: mails that failed, and those that go out with difficulty."""
    struggling = Q(state=OutboundState.PENDING, attempts__gt=0)
    wanted = struggling | Q(state__in=(*UNDELIVERED, OutboundState.UNKNOWN))
    return OutboundMail.objects.filter(wanted).select_related("game", "seat").defer("rendered")


def possibly_doubled() -> QuerySet[OutboundMail]:
    """Mails that went out again although an earlier attempt may have come through."""
    return OutboundMail.objects.filter(possible_duplicates__gt=0).defer("rendered")


def tell_game_master() -> int:
    """Owe the game master a note for every seat with mails that he does not know of; returns
    how many notes."""
    if not settings.GAME_MASTER:
        return 0
    untold = (
        OutboundMail.objects.filter(state__in=UNDELIVERED, told_at=None, game__isnull=False)
        .exclude(to=settings.GAME_MASTER)
        .select_related("game", "seat")
        .defer("rendered")
        .order_by("game_id", "seat_id", "pk")
    )
    groups = groupby(untold[:MOST_AT_ONCE], key=lambda mail: (mail.game_id, mail.seat_id))
    return sum(_tell(list(mails)) for _, mails in groups)


def _tell(mails: Sequence[OutboundMail]) -> bool:
    game, seat = mails[0].game, mails[0].seat
    assert game is not None
    key = f"undelivered:{seat.pk if seat else 0}:{timezone.now():%Y-%m-%d}"
    failpoint("undelivered.tells")
    if OutboundMail.objects.filter(dedupe_key=announce.game_master_key(game, key)).exists():
        return False
    with transaction.atomic():
        untold = OutboundMail.objects.filter(pk__in=[mail.pk for mail in mails], told_at=None)
        found = untold.update(told_at=timezone.now())
        failpoint("undelivered.marked")
        if found:
            announce.game_master(game, key, _subject(mails, seat), _text(mails, seat))
    failpoint("undelivered.told")
    return bool(found)


def _subject(mails: Sequence[OutboundMail], seat: Seat | None) -> str:
    whom = f"{seat.player or seat.title} ({seat.title})" if seat else mails[0].to
    return f"{len(mails)} mail{'s' if len(mails) > 1 else ''} to {whom} could not be delivered"


def _text(mails: Sequence[OutboundMail], seat: Seat | None) -> str:
    lines = []
    for mail in mails[:MOST_NAMED]:
        reason = " ".join(mail.last_error.split())[:_LONGEST_REASON]
        doubt = " It may have arrived all the same." if mail.in_doubt_since else ""
        lines += [f"* mail {mail.pk} to {mail.to}: {mail.subject}", f"  {mail.state}: {reason}{doubt}"]
    if len(mails) > MOST_NAMED:
        lines.append(f"and {len(mails) - MOST_NAMED} more.")
    numbers = " ".join(str(mail.pk) for mail in mails[:MOST_NAMED])
    lines += [
        "",
        "They are kept, and the seat stays as it is. When the cause is put right, send them again:",
        f"{PROGRAM} resend {numbers}",
        f"or by the buttons at {settings.BASE_URL}/gm",
    ]
    if seat is not None:
        lines += [
            "If the address is wrong, give the player another one; he is mailed how it stands:",
            f"{PROGRAM} seatplayer {seat.game.label} {seat.name} --email ...",
        ]
    lines.append("Of further mails to this seat you are told tomorrow.")
    return "\n".join(lines)
