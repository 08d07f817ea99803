"""Mail in: stored first, read once, acted upon by whoever may act, answered at most once.

``receive`` is where every transport ends; it stores the raw bytes and rings. ``process`` does the rest, may run
twice or die anywhere, and leaves every mail in a state that says what became of it: that state, the answer and the
orders are written in one transaction. Three questions are asked apart: may orders in it be carried out, may anybody
be answered, and who.
"""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games import (
    announce,
    answers,
    correspondence,
    doorbell,
    post_answers,
    questions,
    receipts,
    seats,
    submissions,
    unsubscribing,
)
from games.addressees import Addressee, find_addressee, seat_of_player, writes_from
from games.eventlog import Conflict
from games.failpoints import failpoint
from games.models import InboundMail, InboundState, Purpose, Question, Seat
from games.order_words import looks_like_order
from games.reports import build
from games.submissions import Status, Submission
from pbem.mail import limits
from pbem.mail.automatic import Own
from pbem.mail.headers import Fields, Headers, clean, read_headers
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail, read
from rules import engine

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
PROBE_BYTES = 1 << 18  # more than any answer of ours
NULL_SENDER = "<>"


class Verdict(NamedTuple):
    """What becomes of a mail, and what owes the answer to it, if there is one."""

    state: InboundState
    reason: str = ""
    seat: Seat | None = None
    answer: Callable[[], object] | None = None


class AlreadyRead(Exception):
    """Somebody else has read this mail meanwhile."""


# storing


def receive(
    raw: bytes, transport: str, envelope_from: str | None = None, recipients: Sequence[str] = ()
) -> list[InboundMail]:
    """Store a mail, one row for each recipient, and ring for a reader. The same bytes to the same recipient are
    stored once. ``envelope_from`` is "" for a bounce's null sender, None if the transport does not know; without
    ``recipients`` the addresses in the headers count. Raises only what the database raises."""
    digest = hashlib.sha256(raw).hexdigest()
    headers = _headers(raw)
    sent_from = "" if envelope_from is None else clean(envelope_from, 254) or NULL_SENDER
    stored = []
    for recipient in dict.fromkeys(clean(r, 254) for r in recipients or ("",)):
        failpoint("inbox.arrives")
        mail, new = InboundMail.objects.get_or_create(
            sha256=digest,
            recipient=recipient,
            defaults={
                "raw": raw[: limits.RAW_BYTES + 1],
                "transport": transport[:20],
                "envelope_from": sent_from,
                "message_id": headers.message_id[:200],
                "sender": headers.sender[:254],
            },
        )
        failpoint("inbox.stored")
        if new:
            doorbell.ring_mail(mail.pk)
        stored.append(mail)
    failpoint("inbox.received")
    return stored


def _headers(raw: bytes) -> Headers:
    head = limits.plain_newlines(raw[: limits.HEADER_BLOCK_BYTES]).partition(b"\n\n")[0]
    return read_headers(Fields(head))


# reading


def process(inbound_id: int) -> None:
    """Read a stored mail and do what it asks for. Doing it twice changes nothing. Raises what will pass by itself
    (a busy log, a lost database); everything else ends in the row."""
    mail = InboundMail.objects.filter(pk=inbound_id, state=InboundState.UNREAD).first()
    if mail is None:
        return
    mail.attempts += 1
    failpoint("inbox.begins")
    InboundMail.objects.filter(pk=mail.pk).update(attempts=mail.attempts)
    failpoint("inbox.attempted")
    try:
        _process(mail)
    except AlreadyRead:
        logger.info("mail %s was read by somebody else", mail.pk)
    failpoint("inbox.done")


def _process(mail: InboundMail) -> None:
    if mail.attempts > MOST_ATTEMPTS:
        return _failed(mail, "Whoever began to read this mail never came to its end.")
    try:
        if verdict := _read(mail):
            _settle(mail, verdict)
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
    """Whether there is room for a mail and its answer. A full disk and a database that may only be read pass, and are
    no reason to put a mail aside."""
    try:
        with transaction.atomic():
            InboundMail.objects.create(sha256="probe", raw=bytes(PROBE_BYTES), transport="probe")
            transaction.set_rollback(True)
    except (OperationalError, InterfaceError):
        return False
    return True


def _settle(mail: InboundMail, verdict: Verdict) -> None:
    """Write what becomes of a mail together with the answer to it, both or neither. Raises AlreadyRead."""
    seat = verdict.seat
    failpoint("inbox.settles")
    with transaction.atomic():
        ours = InboundMail.objects.filter(pk=mail.pk, state=InboundState.UNREAD).update(
            state=verdict.state,
            reason=verdict.reason[:60],
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
        if verdict.answer:
            verdict.answer()
        failpoint("inbox.answered")
    failpoint("inbox.settled")


def _read(mail: InboundMail) -> Verdict | None:
    """What a mail says and what becomes of it; None if it was carried out and is settled with that."""
    found = read(bytes(mail.raw), looks_like_order, own(), _envelope_from(mail))
    mail.message_id, mail.sender = found.headers.message_id[:200], found.headers.sender[:254]
    mail.parsed = _notes(mail, found)
    failpoint("inbox.read")
    if found.automatic:
        return Verdict(InboundState.IGNORED, found.automatic)
    addressee = find_addressee(mail, found.headers)
    known = addressee.seat is not None and writes_from(addressee.seat, found.headers.sender)
    if found.refused:
        return _refused(mail, found, addressee if known else None)
    if found.headers.sender_fault:
        return Verdict(InboundState.IGNORED, found.headers.sender_fault, addressee.seat)
    if found.away:
        state = InboundState.HELD if found.orders else InboundState.IGNORED
        return Verdict(state, "away-note", addressee.seat if known else None)
    if addressee.seat is None:
        return _without_seat(mail, found)
    if addressee.purpose == Purpose.UNSUBSCRIBE and addressee.standing is seats.Standing.VALID:
        seat = addressee.seat  # whoever wrote it: the address is the proof, as it is on the page
        return Verdict(InboundState.DONE, "unsubscribed", seat, partial(unsubscribing.stop, seat))
    if not known:
        return _stranger(mail, addressee)
    waited = mail.reason == post_answers.KEPT and addressee.standing is not seats.Standing.REVOKED
    if addressee.standing in (seats.Standing.OLD, seats.Standing.REVOKED) and not waited:
        return _old_address(mail, addressee)
    if addressee.purpose == Purpose.ANSWER:
        return _answer(mail, found, addressee.seat, addressee.question)
    if addressee.purpose != Purpose.ORDERS:
        return Verdict(InboundState.HELD, "other-purpose", addressee.seat)
    if (question := _answers_by_the_way(found, addressee.seat)) is not None:
        return _answer(mail, found, addressee.seat, question.pk)
    return _act(mail, found, addressee.seat, None if waited else addressee.phase)


def own() -> Own:
    """How our own mail is recognised when it comes back."""
    return Own(domain=settings.MAIL_DOMAIN, loop_id=build.loop_id())


def _envelope_from(mail: InboundMail) -> str | None:
    if not mail.envelope_from:
        return None
    return "" if mail.envelope_from == NULL_SENDER else mail.envelope_from


def _notes(mail: InboundMail, found: ReadMail) -> dict[str, object]:
    """What the game master sees of the reading, and what later mails are compared with."""
    said = hashlib.sha256("\n".join(found.orders or found.talk).encode(errors="replace")).hexdigest()
    written = correspondence.written_at(mail, found)
    return {
        "act": found.act,
        "answer": found.answer,
        "reason": found.reason,
        "subject": found.headers.subject,
        "date": written.isoformat() if written else "",
        "orders": list(found.orders[:200]),
        "quoted_orders": list(found.quoted_orders[:50]),
        "late_orders": list(found.late_orders[:50]),
        "warnings": list(found.warnings),
        "said": said[:32],
    }


# not for us to carry out


def _without_seat(mail: InboundMail, found: ReadMail) -> Verdict:
    """No seat in its address: a player we know is told once a day where to write; strangers hear nothing."""
    seat = seat_of_player(found.headers.sender)
    if seat is None:
        return Verdict(InboundState.IGNORED, "unknown-sender")
    state = InboundState.HELD if found.orders else InboundState.IGNORED
    return Verdict(state, "no-seat-address", seat, partial(post_answers.where_to_write, mail, seat))


def _stranger(mail: InboundMail, addressee: Addressee) -> Verdict:
    """A right address, but not from one of the player's own: held, and only the player himself is told."""
    seat = addressee.seat
    assert seat is not None
    if addressee.standing is not seats.Standing.VALID:
        return Verdict(InboundState.IGNORED, "stranger-old-address", seat)
    answer = partial(post_answers.somebody_else_wrote, mail, seat)
    return Verdict(InboundState.HELD, "other-sender", seat, answer)


def _old_address(mail: InboundMail, addressee: Addressee) -> Verdict:
    seat = addressee.seat
    assert seat is not None
    answer = partial(post_answers.phase_is_over, mail, seat, addressee.phase)
    return Verdict(InboundState.IGNORED, f"{addressee.standing.value}-address", seat, answer)


def _refused(mail: InboundMail, found: ReadMail, addressee: Addressee | None) -> Verdict:
    seat = addressee.seat if addressee else None
    if seat is None or not found.answer_refused:
        return Verdict(InboundState.FAILED, found.refused, seat)
    answer = partial(post_answers.could_not_read, mail, seat, found.refused)
    return Verdict(InboundState.FAILED, found.refused, seat, answer)


# acting


def _act(mail: InboundMail, found: ReadMail, seat: Seat, phase: int | None) -> Verdict | None:
    """A person at this seat wrote to the right address."""
    if correspondence.answered_before(mail, seat):
        return Verdict(InboundState.IGNORED, "duplicate", seat)
    if correspondence.says_nothing_new(mail, found, seat):
        return Verdict(InboundState.IGNORED, "nothing-new", seat)
    lines, notes = _lines(found, seat)
    if not lines:
        return _nothing_to_read(mail, found, seat)
    if found.block and not correspondence.block_fits(found.block, seat.game):
        answer = partial(post_answers.other_form, mail, seat, found.block)
        return Verdict(InboundState.HELD, "form-of-another-phase", seat, answer)
    if correspondence.was_overtaken(mail, found, seat):
        answer = partial(post_answers.overtaken, mail, seat)
        return Verdict(InboundState.HELD, correspondence.OVERTAKEN_REASON, seat, answer)
    return _carry_out(mail, found, seat, phase, lines, notes)


def _carry_out(
    mail: InboundMail, found: ReadMail, seat: Seat, phase: int | None, lines: list[str], notes: list[str]
) -> Verdict | None:
    """File the orders; the receipt and the mail's state are written in the same transaction."""

    def settle(done: Submission) -> None:
        if done.status is Status.BEING_PLAYED:
            answer = partial(post_answers.being_played, mail, seat)
            return _settle(mail, Verdict(InboundState.KEPT, post_answers.KEPT, seat, answer))
        mail.parsed = {**mail.parsed, "phase": done.game.phase}
        answer = partial(receipts.receipt, mail, seat, done, found, notes)
        _settle(mail, Verdict(InboundState.DONE, done.status.value, seat, answer))

    command_id = submissions.command_of_mail(seat, mail.message_id, lines)
    submission = submissions.submit(seat, lines, command_id, phase=phase, answer=settle)
    if submission.status is Status.REPEATED:
        return Verdict(InboundState.IGNORED, "duplicate", seat)
    return None


def _answer(mail: InboundMail, found: ReadMail, seat: Seat, question_id: int) -> Verdict | None:
    """A mail to the address of a question: its first line that names a choice is the answer."""
    question = Question.objects.filter(pk=question_id, seat=seat).first()
    if question is None:
        return Verdict(InboundState.HELD, "no-such-question", seat)
    if correspondence.answered_before(mail, seat):
        return Verdict(InboundState.IGNORED, "duplicate", seat)
    line = _answering_line(found, question)
    mail.parsed = {**mail.parsed, "answered": line}

    def settle(done: questions.Answered) -> None:
        answer = partial(answers.receipt, mail, seat, done, found)
        _settle(mail, Verdict(InboundState.DONE, done.status.value, seat, answer))

    questions.answer(question_id, line, settle)
    return None


def _answering_line(found: ReadMail, question: Question) -> str:
    """The first line that can be read as an answer, else the first line at all."""
    said = [line for line in found.of(LineClass.TALK, LineClass.ORDER) if line.strip()]
    request = questions.request_of(question)
    clear = (line for line in said if engine.read_reply(request, line).key)
    return next(clear, said[0] if said else "")


def _answers_by_the_way(found: ReadMail, seat: Seat) -> Question | None:
    """The open question of a seat, if a mail to another address of its says a number and nothing else."""
    said = [line.strip(" .#!") for line in found.of(LineClass.TALK, LineClass.ORDER)]
    return questions.open_for(seat) if len(said) == 1 and said[0].isdigit() and len(said[0]) < 3 else None


def _lines(found: ReadMail, seat: Seat) -> tuple[list[str], list[str]]:
    """(the lines to be read as orders, notes for the receipt)."""
    notes = []
    if len(found.all_addressed) > 1:
        notes.append("Your mail went to other addresses too. Whoever got it can read your orders.")
    if found.block is not None and found.late_orders and correspondence.is_untouched_form(found, seat):
        notes.append(
            "The order form below your lines came back unchanged and was taken for the quoted report."
        )
        return list(found.late_orders), notes
    if found.orders:
        return list(found.orders), notes
    quoted = bool(found.quoted_orders) and bool(correspondence.edited_quotes(found, seat))
    return ([] if quoted else list(found.talk[: limits.ORDER_LINES])), notes


def _nothing_to_read(mail: InboundMail, found: ReadMail, seat: Seat) -> Verdict:
    edited = correspondence.edited_quotes(found, seat)
    if edited:
        answer = partial(post_answers.orders_in_the_quote, mail, seat, edited)
        return Verdict(InboundState.HELD, "orders-in-quote", seat, answer)
    return Verdict(InboundState.DONE, "empty", seat, partial(post_answers.empty, mail, seat, found))


# trouble


def _failed(mail: InboundMail, detail: str) -> None:
    """Something nobody foresaw: the mail is kept for the game master, and a known sender is told once."""
    mail.detail = detail[-8000:]
    logger.error("mail %s cannot be read: %s", mail.pk, detail)
    try:
        headers = _headers(bytes(mail.raw))
        seat = find_addressee(mail, headers).seat
        if seat is not None and writes_from(seat, headers.sender):
            answer = partial(_tell_of_trouble, mail, seat)
            return _settle(mail, Verdict(InboundState.FAILED, "trouble", seat, answer))
    except (AlreadyRead, OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("telling about mail %s", mail.pk)
    _settle(mail, Verdict(InboundState.FAILED, "trouble"))


def _tell_of_trouble(mail: InboundMail, seat: Seat) -> None:
    post_answers.trouble(mail, seat)
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
