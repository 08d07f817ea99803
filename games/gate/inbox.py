"""Mail in: stored first (games.doors.arrivals), read once, acted upon by whoever may act, answered
at most once.

``process`` may run twice or die anywhere, and leaves every mail in a state that says what became of it: that
state, the answer and the orders are written in one transaction. What becomes of a mail is decided in
games.gate.decision.
"""

from __future__ import annotations

import logging
import traceback
from functools import partial

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games.answers import not_carried_out
from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.clockwork.flushing import unflushed
from games.delivery import deliveries
from games.gate import decision
from games.gate.orders import Outcome
from games.gate.whose import find_addressee, writes_from
from games.models import NULL_SENDER, InboundMail, InboundState, Seat, rows
from games.record.eventlog import Conflict
from games.reports import announce, build
from games.seats.languages import in_language_of
from pbem.mail.authentication import NOBODY_ASKED, Sources, authenticate
from pbem.mail.automatic import Own
from pbem.mail.child import read_safely
from pbem.mail.headers import headers_of

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
PROBE_BYTES = 1 << 18  # more than any answer of ours
ORDER_TEST = "games.answers.order_words:looks_like_order"


class AlreadyRead(Exception):
    """Somebody else has read this mail meanwhile."""


# reading


def process(inbound_id: int) -> None:
    """Read a stored mail and do what it asks for. Doing it twice changes nothing. Raises what will pass by
    itself (a busy log, a lost database); everything else ends in the row."""
    failpoint("inbox.begins")
    mail = _begun(inbound_id)
    if mail is None:
        return
    failpoint("inbox.attempted")
    try:
        _process(mail)
    except AlreadyRead:
        logger.info("mail %s was read by somebody else", mail.pk)
    failpoint("inbox.done")


def _begun(inbound_id: int) -> InboundMail | None:
    """A mail that waits to be read, with one more attempt counted: looked up and noted in one go. The count
    is for mails on which our process dies; after a loss of power they may be read once more."""
    with unflushed():
        begun = rows.rows(InboundMail, _BEGINS, inbound_id, InboundState.UNREAD)
    return begun[0] if begun else None


_BEGINS = "UPDATE games_inboundmail SET attempts = attempts + 1 WHERE id = %s AND state = %s RETURNING *"


def _process(mail: InboundMail) -> None:
    if mail.attempts > MOST_ATTEMPTS:
        return _failed(mail, "Whoever began to read this mail never came to its end.")
    try:
        if outcome := _read(mail):
            _settle(mail, outcome)
    except AlreadyRead:
        raise
    except (Conflict, OperationalError, InterfaceError) as error:
        if isinstance(error, OperationalError) and not database_takes_writes():
            InboundMail.objects.filter(pk=mail.pk).update(attempts=mail.attempts - 1)  # not the mail's fault
            raise
        if mail.attempts < MOST_ATTEMPTS:
            raise
        _failed(mail, traceback.format_exc())
    except Exception:
        _failed(mail, traceback.format_exc())


def database_takes_writes() -> bool:
    """Whether there is room for a mail and its answer. A full disk and a database that may only be read pass,
    and are no reason to put a mail aside."""
    try:
        with transaction.atomic():
            InboundMail.objects.create(sha256="probe", raw=bytes(PROBE_BYTES), transport="probe")
            transaction.set_rollback(True)
    except (OperationalError, InterfaceError):
        return False
    return True


def _settle(mail: InboundMail, outcome: Outcome) -> None:
    """Write what becomes of a mail together with the answer to it, in its writer's language: both or neither.
    Raises AlreadyRead."""
    seat = outcome.seat
    failpoint("inbox.settles")
    with transaction.atomic(savepoint=False):  # inside of an append: both or neither with that
        ours = InboundMail.objects.filter(pk=mail.pk, state=InboundState.UNREAD).update(
            state=outcome.state,
            reason=outcome.reason[:60],
            detail=mail.detail,
            seat=seat,
            game=seat.game if seat else None,
            read_at=timezone.now(),
            parsed=mail.parsed,
            message_id=mail.message_id,
            sender=mail.sender,
        )
        if not ours:
            raise AlreadyRead(mail.pk)
        failpoint("inbox.marked")
        if outcome.answer:
            with in_language_of(seat):
                outcome.answer()
        failpoint("inbox.answered")
    failpoint("inbox.settled")


def _read(mail: InboundMail) -> Outcome | None:
    """What a mail says and what becomes of it; None if it was carried out and is settled with that."""
    if event := deliveries.reported(mail, null_sender=mail.envelope_from == NULL_SENDER):
        noted = partial(deliveries.note, event)
        return Outcome(InboundState.IGNORED, "delivery-report", event.mail.seat, noted)
    found = read_safely(bytes(mail.raw), ORDER_TEST, own(), _envelope_from(mail))
    mail.message_id, mail.sender = found.headers.message_id[:200], found.headers.sender[:254]
    failpoint("inbox.read")
    sources = Sources(told=mail.authentication, authserv_id=settings.AUTHSERV_ID, check=settings.MAIL_VERIFY)
    verdict = NOBODY_ASKED if found.automatic else authenticate(bytes(mail.raw), mail.sender, sources)
    failpoint("inbox.authenticated")
    mail.parsed = decision.notes(mail, found, verdict)
    return decision.decide(mail, found, verdict, partial(_settle, mail))


def own() -> Own:
    """How our own mail is recognised when it comes back."""
    return Own(domain=settings.MAIL_DOMAIN, loop_id=build.loop_id())


def _envelope_from(mail: InboundMail) -> str | None:
    if not mail.envelope_from:
        return None
    return "" if mail.envelope_from == NULL_SENDER else mail.envelope_from


# trouble


def _failed(mail: InboundMail, detail: str) -> None:
    """Something nobody foresaw: the mail is kept for the game master, and a known sender is told once."""
    mail.detail = detail[-8000:]
    logger.error("mail %s cannot be read: %s", mail.pk, detail)
    try:
        headers = headers_of(bytes(mail.raw))
        seat = find_addressee(mail, headers).seat
        if seat is not None and writes_from(seat, headers.sender):
            answer = partial(_tell_of_trouble, mail, seat)
            return _settle(mail, Outcome(InboundState.FAILED, "trouble", seat, answer))
    except (AlreadyRead, OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("telling about mail %s", mail.pk)
    _settle(mail, Outcome(InboundState.FAILED, "trouble"))


def _tell_of_trouble(mail: InboundMail, seat: Seat) -> None:
    not_carried_out.trouble(mail, seat)
    failpoint("inbox.sender_told_of_trouble")
    announce.game_master(
        seat.game,
        f"mail:{mail.pk}",
        "a mail could not be read",
        f"Mail {mail.pk} waits for you.\n\n{mail.detail}",
    )


def redeliver(mail: InboundMail) -> None:
    """A person wants a mail to be read again: after a mistake was mended, or to let a held one through."""
    InboundMail.objects.filter(pk=mail.pk).update(state=InboundState.UNREAD, attempts=0, reason="", detail="")
    failpoint("inbox.to_be_read_again")
    doorbell.ring_mail(mail.pk)
