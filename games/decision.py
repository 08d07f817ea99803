"""What becomes of a mail that was read: carried out, held, answered or passed over.

Three questions are asked apart: may orders in it be carried out, may anybody be answered, and who.
"""

from __future__ import annotations

import hashlib
from functools import partial

from games import correspondence, mailed_orders, post_answers, seats
from games.addressees import Addressee, find_addressee, seat_of_player, writes_from
from games.mailed_orders import Outcome, Settle
from games.models import InboundMail, InboundState, Purpose
from pbem.mail.reader import ReadMail


def decide(mail: InboundMail, found: ReadMail, settle: Settle) -> Outcome | None:
    """What becomes of a mail; None if it was carried out and is settled with that."""
    if found.automatic:
        return Outcome(InboundState.IGNORED, found.automatic)
    addressee = find_addressee(mail, found.headers)
    known = addressee.seat is not None and writes_from(addressee.seat, found.headers.sender)
    if found.refused:
        return _refused(mail, found, addressee if known else None)
    if found.headers.sender_fault:
        return Outcome(InboundState.IGNORED, found.headers.sender_fault, addressee.seat)
    if found.away:
        state = InboundState.HELD if found.orders else InboundState.IGNORED
        return Outcome(state, "away-note", addressee.seat if known else None)
    if addressee.seat is None:
        return _without_seat(mail, found)
    if not known:
        return _stranger(mail, addressee)
    waited = mail.reason == post_answers.KEPT and addressee.standing is not seats.Standing.REVOKED
    if addressee.standing in (seats.Standing.OLD, seats.Standing.REVOKED) and not waited:
        return _old_address(mail, addressee)
    if addressee.purpose == Purpose.ANSWER:
        return mailed_orders.answer_question(mail, found, addressee.seat, addressee.question, settle)
    if addressee.purpose != Purpose.ORDERS:
        return Outcome(InboundState.HELD, "other-purpose", addressee.seat)
    if (question := mailed_orders.answers_by_the_way(found, addressee.seat)) is not None:
        return mailed_orders.answer_question(mail, found, addressee.seat, question.pk, settle)
    return mailed_orders.carry_out(mail, found, addressee.seat, None if waited else addressee.phase, settle)


def notes(mail: InboundMail, found: ReadMail) -> dict[str, object]:
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


def _without_seat(mail: InboundMail, found: ReadMail) -> Outcome:
    """No seat in its address: a player we know is told once a day where to write; strangers hear nothing."""
    seat = seat_of_player(found.headers.sender)
    if seat is None:
        return Outcome(InboundState.IGNORED, "unknown-sender")
    state = InboundState.HELD if found.orders else InboundState.IGNORED
    return Outcome(state, "no-seat-address", seat, partial(post_answers.where_to_write, mail, seat))


def _stranger(mail: InboundMail, addressee: Addressee) -> Outcome:
    """A right address, but not from one of the player's own: held, and only the player himself is told."""
    seat = addressee.seat
    assert seat is not None
    if addressee.standing is not seats.Standing.VALID:
        return Outcome(InboundState.IGNORED, "stranger-old-address", seat)
    answer = partial(post_answers.somebody_else_wrote, mail, seat)
    return Outcome(InboundState.HELD, "other-sender", seat, answer)


def _old_address(mail: InboundMail, addressee: Addressee) -> Outcome:
    seat = addressee.seat
    assert seat is not None
    answer = partial(post_answers.phase_is_over, mail, seat, addressee.phase)
    return Outcome(InboundState.IGNORED, f"{addressee.standing.value}-address", seat, answer)


def _refused(mail: InboundMail, found: ReadMail, addressee: Addressee | None) -> Outcome:
    seat = addressee.seat if addressee else None
    if seat is None or not found.answer_refused:
        return Outcome(InboundState.FAILED, found.refused, seat)
    answer = partial(post_answers.could_not_read, mail, seat, found.refused)
    return Outcome(InboundState.FAILED, found.refused, seat, answer)
