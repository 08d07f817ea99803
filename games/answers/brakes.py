"""How much may be answered: brakes that hold whatever the mails look like, so that no conversation of
automata begins.

Answers to one address are counted. Those to mails that changed nothing (talk, TRY, HELP) end long before the
receipts of orders do, and the last one says so. Everything that is no receipt also waits for a day before it
is said in the same words again, and stops altogether while far more of it is said than usual.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.clockwork import moments
from games.models import Game, InboundMail, OutboundKind, OutboundMail, Seat, rows
from games.reports import notes
from games.seats import languages

QUESTIONS_PER_HOUR = 20  # answers to mails that changed nothing: talk, TRY, HELP
QUESTIONS_PER_DAY = 60
ANSWERS_PER_HOUR = 60  # receipts of mails that changed something too
ANSWERS_PER_DAY = 300
UNUSUAL = 5
"""So many times as many explanations as in the average hour of the last week are not said any more."""
LEAST_UNUSUAL = 100  # an hour: below that nothing is unusual
_KINDS = (OutboundKind.RECEIPT, OutboundKind.NOTICE)
ASKED = "confirm:"  # how the keys of requests for confirmation begin
CONFIRMATIONS_PER_DAY = 20
MOST_REPETITIONS = 2  # of a letter without any order, within a day
_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)


class Allowance(NamedTuple):
    """Whether one more answer may go to an address, and, if it is the last for a while, when the
    ``next`` may."""

    given: bool
    next: datetime | None = None


def allowance(address: str, said: str = "", *, changed: bool = False) -> Allowance:
    """May one more answer go to an address? ``said``: the fingerprint of an explanation; ``changed``: it
    answers a mail that changed something, which only the bounds of all answers hold back. Requests for
    confirmation do not count: strangers must not be able to use up a player's receipts."""
    sent = rows.rows(
        OutboundMail, _COUNTED, address, *_KINDS, *moments.bounds(_DAY), f"{ASKED}%", ANSWERS_PER_DAY + 1
    )
    everything = [mail.created for mail in sent]
    bounds = [(everything, ANSWERS_PER_HOUR, _HOUR), (everything, ANSWERS_PER_DAY, _DAY)]
    if not changed:
        idle = [mail.created for mail in sent if not mail.changed]
        bounds += [(idle, QUESTIONS_PER_HOUR, _HOUR), (idle, QUESTIONS_PER_DAY, _DAY)]
    now, opens = timezone.now(), None
    for answered, most, span in bounds:
        recent = [moment for moment in answered if moment > now - span]
        if len(recent) >= most:
            return Allowance(False)
        if len(recent) == most - 1:
            ends = (recent[0] if recent else now) + span
            opens = max(opens, ends) if opens else ends
    if said and (_answers(_DAY).filter(to=address, said=said).exists() or is_unusual()):
        return Allowance(False)
    return Allowance(True, opens)


_COUNTED = """
    SELECT id, created, changed FROM games_outboundmail
    WHERE "to" = %s AND kind IN (%s, %s) AND created > %s AND created <= %s AND dedupe_key NOT LIKE %s
    ORDER BY created LIMIT %s
"""


def may_ask(seat: Seat) -> bool:
    """Whether a player may be asked once more today to confirm a mail."""
    asked = OutboundMail.objects.filter(seat=seat, dedupe_key__startswith=ASKED)
    return asked.filter(moments.lately("created", _DAY)).count() < CONFIRMATIONS_PER_DAY


def is_unusual() -> bool:
    """The breaker: far more was explained within the last hour than is usual."""
    explained = _answers(timedelta(days=7)).exclude(said="")
    hour_ago = timezone.now() - _HOUR
    recent = explained.filter(created__gte=hour_ago).count()
    if recent < LEAST_UNUSUAL:
        return False
    usual = explained.filter(created__lt=hour_ago).count() / (7 * 24 - 1)
    return recent >= max(LEAST_UNUSUAL, UNUSUAL * usual)


def fingerprint(subject: str, texts: Sequence[str]) -> str:
    """Of what is said: the same words have the same."""
    return hashlib.sha256("\n".join((subject, *texts)).encode(errors="replace")).hexdigest()[:32]


def answers_an_answer(seat: Seat, message_ids: Sequence[str]) -> bool:
    """Whether a mail is a reply to an answer of ours to this seat."""
    ours = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.RECEIPT, message_id__in=message_ids)
    return ours.exists()


def says_the_same_again(mail: InboundMail, seat: Seat) -> bool:
    """Whether this seat has said just that several times within a day."""
    earlier = InboundMail.objects.filter(seat=seat, parsed__said=str(mail.parsed.get("said", "")))
    earlier = earlier.filter(moments.lately("received_at", _DAY), read_at__isnull=False)
    return earlier.exclude(pk=mail.pk).count() >= MOST_REPETITIONS


def _answers(within: timedelta) -> QuerySet[OutboundMail]:
    return OutboundMail.objects.filter(moments.lately("created", within), kind__in=_KINDS)


def tell_of_the_breaker(game: Game) -> None:
    """Where far more is answered than usual the game master is told, once a day."""
    if not settings.GAME_MASTER:
        return
    text = (
        "Mails without orders that can be read are not answered for now, until the hour is quieter; "
        "receipts for orders "
        f"go on. Perhaps two machines write to each other: see the mails at {settings.BASE_URL}/gm?state=done"
    )
    with languages.speaking(languages.ENGLISH):  # in the middle of answering a player in his own
        notes.owe(
            f"breaker:{timezone.now():%Y-%m-%d}",
            OutboundKind.NOTICE,
            to=settings.GAME_MASTER,
            subject="far more mails are answered than usual",
            text=text,
            game=game,
        )
