"""The outbox: every mail is owed by a row before anybody tries to send it.

Its bytes and its Message-ID are frozen in that row (``pending``). -> ``sending`` (the attempt is committed
before a byte goes out) -> ``accepted``, ``rejected`` for good, or ``unknown`` when the line broke and nobody
can tell; or ``withheld`` where mail to the seat is suspended (to be read on the web). What becomes of an
unknown mail depends on what the provider can do (pbem.mail.providers):

- it knows our key again: the mail is sent again with the same key, and goes out once;
- it tells by webhook what it has (``delivered``): we wait for that, and send it again if nothing comes;
- a plain mail server: it is sent again, the same bytes and Message-ID, and counted as a possible duplicate.

After ``MOST_POSSIBLE_DUPLICATES`` such attempts, or ``MOST_ATTEMPTS`` of any kind, it is ``given up``: the
game master is told (games.delivery.undelivered) and may send it again. Never lost, never two different mails
for one key.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.clockwork.inserts import insert_once
from games.models import Game, InboundMail, OutboundKind, OutboundMail, OutboundState, Seat, rows
from games.outbox.frozen import message_for
from games.record import marks, seals
from games.seats import seats
from pbem.mail import lasting
from pbem.mail.outcome import Outcome, outcome
from pbem.mail.providers import Provider, provider_of

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=6)  # longer than a task may live
MOST_ATTEMPTS = 36  # more than four days
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=4)
# of a mail that may have gone out
MOST_POSSIBLE_DUPLICATES = 3
FIRST_DOUBTFUL_PAUSE = timedelta(minutes=5)
EVIDENCE_PAUSE = timedelta(hours=1)  # so long a provider may take to tell what it has

UNDELIVERED = (OutboundState.REJECTED, OutboundState.GIVEN_UP)


def message_id(dedupe_key: str, game: Game | None = None) -> str:
    """The Message-ID of the mail with this key, angle brackets included: always the same one, as long as the
    ``game`` that it is about has shown no further secret (games.record.marks)."""
    digest = hashlib.sha256(f"{settings.SECRET_KEY}/{dedupe_key}".encode()).hexdigest()
    mark = f".{marks.mark(game)}" if game else ""
    return f"<{digest[:32]}{mark}@{settings.MAIL_DOMAIN}>"


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
    said: str = "",
    changed: bool = False,
    state: OutboundState = OutboundState.PENDING,
) -> OutboundMail:
    """Owe a mail, inside the caller's transaction. ``rendered`` are its final bytes, whose Message-ID must be
    ``message_id(dedupe_key, game)``. A key that is known already owes nothing new: the first mail is
    returned. ``said``, ``changed``: see games.answers.brakes; ``state``: GATHERED for the daily mail of
    games.delivery.digests."""
    if len(dedupe_key) > 200:
        raise ValueError(f"the key of a mail has at most 200 characters: {dedupe_key}")
    failpoint("outbox.owes")
    owed = OutboundMail(
        dedupe_key=dedupe_key,
        kind=kind,
        game=game,
        seat=seat,
        to=to,
        subject=subject[:200],
        message_id=message_id(dedupe_key, game),
        rendered=rendered,
        in_reply_to=in_reply_to,
        said=said,
        changed=changed,
        state=state,
    )
    owed.seal = seals.of_mail(owed)
    mail, new = insert_once(owed, "dedupe_key")
    failpoint("outbox.owed")
    if new and state == OutboundState.PENDING:
        doorbell.ring_outbox(mail.pk)
    return mail


# sending


def waiting(now: datetime) -> Q:
    """Mail whose next attempt is due. A moment further ahead than any pause is one that a wrong
    clock wrote."""
    due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_PAUSE + LEASE)
    return Q(state__in=(OutboundState.PENDING, OutboundState.UNKNOWN)) & due


def abandoned(now: datetime) -> Q:
    """Mail whose sender has vanished in the middle; a lease that is too long is one that a wrong
    clock wrote."""
    return Q(state=OutboundState.SENDING) & (Q(lease_until__lte=now) | Q(lease_until__gt=now + 2 * LEASE))


def send(outbound_id: int) -> OutboundState | None:
    """Try to send a mail that is due. Returns its new state, or None when there was nothing to do."""
    failpoint("outbox.begins")
    mail = _claim(outbound_id)
    if mail is None:
        return None
    token = mail.lease_token
    failpoint("outbox.claimed")
    if mail.seat and mail.seat.mail_suspended and mail.to.lower() == mail.seat.email.lower():
        return _record(mail, token, OutboundState.WITHHELD)
    if mail.attempts > MOST_ATTEMPTS:
        return _record(
            mail, token, OutboundState.GIVEN_UP, last_error="Whoever began to send it never came to its end."
        )
    provider = provider_of(settings.EMAIL_BACKEND)
    try:
        line = lasting.take()
        connection = line.connection
        message = message_for(mail, connection)
        if settings.MAIL_BOUNCES:  # the envelope alone; From stands in the frozen bytes
            message.from_email = seats.bounce_address(mail)
        failpoint("outbox.signed")
        message.connection = connection
        connection.open()
        provider.mark(message, connection, mail.message_id)
        failpoint("outbox.connected")
    except Exception as error:  # nothing has gone out yet
        return _not_taken(mail, token, error)
    try:
        message.send()
        failpoint("outbox.sent")
    except Exception as error:
        failpoint("outbox.failed")
        line.hang_up()
        return _after_failure(mail, token, error, provider)
    status = getattr(message, "anymail_status", None)
    state = _accepted(mail, token, str(getattr(status, "message_id", None) or ""))
    lasting.give_back(line)
    failpoint("outbox.given_back")
    return state


# due as ``waiting`` says
_CLAIM = """
    UPDATE games_outboundmail SET state = %s, attempts = attempts + 1, lease_until = %s, lease_token = %s
    WHERE id = %s AND state = %s AND (due_at <= %s OR due_at > %s) RETURNING *
"""


def _claim(outbound_id: int) -> OutboundMail | None:
    """Take the lease on a mail that is due, and commit that before anything goes out."""
    now = timezone.now()
    mails = OutboundMail.objects.filter(pk=outbound_id)
    with transaction.atomic(durable=True):
        claimed = _lease(outbound_id, OutboundState.PENDING, now)
        doubtful = mails.filter(state__in=(OutboundState.SENDING, OutboundState.UNKNOWN))
        if not claimed and doubtful.exists():  # mostly it has gone out, and somebody rang once more
            _resolve(mails, now)
            claimed = _lease(outbound_id, OutboundState.UNKNOWN, now)
    return claimed


def _lease(outbound_id: int, state: OutboundState, now: datetime) -> OutboundMail | None:
    """The mail with its new lease, if it is in this state and ``waiting``."""
    lease = (OutboundState.SENDING, now + LEASE, secrets.token_hex(16))
    due = (now, now + LONGEST_PAUSE + LEASE)
    claimed = rows.rows(OutboundMail, _CLAIM, *lease, outbound_id, state, *due)
    failpoint("outbox.leased")
    return claimed[0] if claimed else None


def _resolve(mails: QuerySet[OutboundMail], now: datetime) -> None:
    """A mail that may have gone out already: whether it may be sent again, and whether that may
    make it two."""
    provider = provider_of(settings.EMAIL_BACKEND)
    # a worker vanished in the middle: it may have gone out
    mails.filter(abandoned(now)).update(
        state=OutboundState.UNKNOWN,
        in_doubt_since=Coalesce("in_doubt_since", F("lease_until") - LEASE),
        lease_token="",
        due_at=now + (EVIDENCE_PAUSE if tells_us(provider) and not provider.remembers else timedelta()),
    )
    failpoint("outbox.abandoned")
    doubtful = mails.filter(waiting(now), state=OutboundState.UNKNOWN).exclude(
        in_doubt_since__gt=now - provider.remembers, in_doubt_since__lte=now
    )
    doubtful.filter(possible_duplicates__gte=MOST_POSSIBLE_DUPLICATES).update(state=OutboundState.GIVEN_UP)
    failpoint("outbox.given_up")
    doubtful.update(possible_duplicates=F("possible_duplicates") + 1)
    failpoint("outbox.counted")


def tells_us(provider: Provider) -> bool:
    """Whether the provider tells this server what becomes of its mails."""
    return bool(provider.tracks and settings.MAIL_TRACKING)


def _after_failure(mail: OutboundMail, token: str, error: Exception, provider: Provider) -> OutboundState:
    match outcome(error, provider):
        case Outcome.TAKEN:
            return _accepted(mail, token, last_error=_words(error))
        case Outcome.REFUSED:
            return _record(mail, token, OutboundState.REJECTED, last_error=_words(error))
        case Outcome.NOT_TAKEN:
            return _not_taken(mail, token, error)
        case Outcome.UNKNOWN:
            return _in_doubt(mail, token, error, provider)


def _not_taken(mail: OutboundMail, token: str, error: Exception) -> OutboundState:
    """Another attempt later, unless there were enough."""
    if mail.attempts >= MOST_ATTEMPTS:
        return _record(mail, token, OutboundState.GIVEN_UP, last_error=_words(error))
    due_at = timezone.now() + _pause(mail)
    return _record(mail, token, OutboundState.PENDING, due_at=due_at, last_error=_words(error))


def _in_doubt(mail: OutboundMail, token: str, error: Exception, provider: Provider) -> OutboundState:
    """It may have gone out: when to try again depends on what the provider can do."""
    now = timezone.now()
    since = mail.in_doubt_since or now
    pause, enough = _pause(mail), mail.attempts >= MOST_ATTEMPTS
    if not provider.knows_again(since, now + pause):
        pause = min(FIRST_DOUBTFUL_PAUSE * 6**mail.possible_duplicates, LONGEST_PAUSE)
        if tells_us(provider):
            pause = max(pause, EVIDENCE_PAUSE)
        else:
            enough |= mail.possible_duplicates >= MOST_POSSIBLE_DUPLICATES
    state = OutboundState.GIVEN_UP if enough else OutboundState.UNKNOWN
    return _record(mail, token, state, due_at=now + pause, in_doubt_since=since, last_error=_words(error))


def _pause(mail: OutboundMail) -> timedelta:
    return min(FIRST_PAUSE * (1 << mail.attempts - 1), LONGEST_PAUSE)


def _accepted(mail: OutboundMail, token: str, provider_id: str = "", last_error: str = "") -> OutboundState:
    return _record(
        mail,
        token,
        OutboundState.ACCEPTED,
        accepted_at=timezone.now(),
        provider_id=provider_id[:200],
        last_error=last_error,
    )


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


# what others say of a mail


def delivered(message_id: str, provider_id: str = "") -> bool:
    """The provider has this mail: its tracking webhook says so. ``message_id`` is what
    ``pbem.mail.providers.METADATA`` names in the event, with or without angle brackets. Whether that settled
    a mail of which we did not know it."""
    failpoint("outbox.evidence")
    tried = OutboundMail.objects.filter(message_id=f"<{message_id.strip('<>')}>", attempts__gt=0)
    settled = tried.exclude(state=OutboundState.ACCEPTED).update(
        state=OutboundState.ACCEPTED,
        accepted_at=timezone.now(),
        provider_id=provider_id[:200],
        lease_token="",
        lease_until=None,
    )
    failpoint("outbox.delivered")
    return bool(settled)


def send_again(mail: OutboundMail) -> bool:
    """A person wants a mail to be sent that is not going out by itself. It counts as a possible duplicate
    where an earlier attempt may have come through. Whether there was anything to send."""
    failpoint("outbox.again")
    mails = OutboundMail.objects.filter(pk=mail.pk).exclude(
        rendered=b""
    )  # the words of a deleted letter are gone
    fresh = {"attempts": 0, "due_at": timezone.now(), "told_at": None}
    with transaction.atomic():
        sure = mails.filter(state__in=UNDELIVERED, in_doubt_since=None)
        found = sure.update(state=OutboundState.PENDING, **fresh)
        failpoint("outbox.pending_again")
        found += mails.filter(state__in=(*UNDELIVERED, OutboundState.UNKNOWN)).update(
            state=OutboundState.PENDING, possible_duplicates=F("possible_duplicates") + 1, **fresh
        )
        failpoint("outbox.to_be_sent_again")
        if found:
            doorbell.ring_outbox(mail.pk)
    return bool(found)
