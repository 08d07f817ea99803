"""Mail in: stored first, read once, acted upon by whoever may act, answered at most once.

``receive`` is where every transport ends; it stores the raw bytes and rings. ``process`` does the rest, may run
twice, and leaves every mail in a state that says what became of it. Three questions are asked apart: may orders in
it be carried out, may anybody be answered, and who.
"""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games import announce, post_answers, queue, receipts, seats, submissions
from games.eventlog import Conflict
from games.models import Game, InboundMail, InboundState, OutboundMail, Purpose, Report, Seat
from games.order_words import looks_like_order
from games.reports import build, words
from games.submissions import Status
from pbem.mail import limits
from pbem.mail.automatic import Own
from pbem.mail.headers import Fields, Headers, read_headers
from pbem.mail.reader import ReadMail, read

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
OVERTAKEN = timedelta(minutes=5)  # an older Date than that of a mail already carried out
NULL_SENDER = "<>"


class Verdict(NamedTuple):
    """What became of a mail."""

    state: InboundState
    reason: str = ""
    seat: Seat | None = None


class Addressee(NamedTuple):
    """Whose mail it is: what its address or thread is worth, the seat, and the phase it is meant for."""

    standing: seats.Standing
    seat: Seat | None = None
    phase: int | None = None
    purpose: str = Purpose.ORDERS


# storing


def receive(
    raw: bytes, transport: str, envelope_from: str | None = None, recipients: Sequence[str] = ()
) -> list[InboundMail]:
    """Store a mail, one row for each recipient, and ring for a reader. The same bytes to the same recipient are
    stored once. ``envelope_from`` is "" for a bounce's null sender, None if the transport does not know; without
    ``recipients`` the addresses in the headers count. Raises only what the database raises."""
    digest = hashlib.sha256(raw).hexdigest()
    headers = _headers(raw)
    sent_from = "" if envelope_from is None else envelope_from.strip()[:254] or NULL_SENDER
    stored = []
    for recipient in dict.fromkeys(r.strip()[:254] for r in recipients or ("",)):
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
        if new:
            queue.ring_mail(mail.pk)
        stored.append(mail)
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
    InboundMail.objects.filter(pk=mail.pk).update(attempts=mail.attempts)
    try:
        verdict = _process(mail)
    except (Conflict, OperationalError, InterfaceError):
        if mail.attempts < MOST_ATTEMPTS:
            raise
        verdict = _failed(mail)
    except Exception:
        verdict = _failed(mail)
    seat = verdict.seat
    mail.state, mail.reason, mail.seat = verdict.state, verdict.reason[:60], seat
    mail.game = seat.game if seat else None
    mail.read_at = timezone.now()
    mail.save(
        update_fields=[
            "state",
            "reason",
            "detail",
            "seat",
            "game",
            "read_at",
            "parsed",
            "message_id",
            "sender",
        ]
    )


def _process(mail: InboundMail) -> Verdict:
    found = read(bytes(mail.raw), looks_like_order, own(), _envelope_from(mail))
    mail.message_id, mail.sender = found.headers.message_id[:200], found.headers.sender[:254]
    mail.parsed = _notes(found)
    if found.automatic:
        return Verdict(InboundState.IGNORED, found.automatic)
    addressee = find_addressee(mail, found.headers)
    known = addressee.seat is not None and found.headers.sender in addressee.seat.addresses
    if found.refused:
        return _refused(mail, found, addressee if known else None)
    if found.headers.sender_fault:
        return Verdict(InboundState.IGNORED, found.headers.sender_fault, addressee.seat)
    if found.away:
        state = InboundState.HELD if found.orders else InboundState.IGNORED
        return Verdict(state, "away-note", addressee.seat if known else None)
    if addressee.seat is None:
        return _without_seat(mail, found)
    if not known:
        return _stranger(mail, found, addressee)
    if addressee.standing in (seats.Standing.OLD, seats.Standing.REVOKED):
        return _old_address(mail, addressee)
    if addressee.purpose != Purpose.ORDERS:
        return Verdict(InboundState.HELD, "other-purpose", addressee.seat)
    return _act(mail, found, addressee.seat, addressee.phase)


def own() -> Own:
    """How our own mail is recognised when it comes back."""
    return Own(domain=settings.MAIL_DOMAIN, loop_id=build.loop_id())


def _envelope_from(mail: InboundMail) -> str | None:
    if not mail.envelope_from:
        return None
    return "" if mail.envelope_from == NULL_SENDER else mail.envelope_from


def _notes(found: ReadMail) -> dict[str, object]:
    """What the game master sees of the reading, and what later mails are compared with."""
    said = hashlib.sha256("\n".join(found.orders or found.talk).encode(errors="replace")).hexdigest()
    return {
        "act": found.act,
        "answer": found.answer,
        "reason": found.reason,
        "subject": found.headers.subject,
        "date": found.headers.date.isoformat() if found.headers.date else "",
        "orders": list(found.orders[:200]),
        "quoted_orders": list(found.quoted_orders[:50]),
        "late_orders": list(found.late_orders[:50]),
        "warnings": list(found.warnings),
        "said": said[:32],
    }


# who


def find_addressee(mail: InboundMail, headers: Headers) -> Addressee:
    """The seat a mail is for: by the address it was delivered to; else by an address in its headers; else by the
    mail of ours that it answers."""
    best = Addressee(seats.Standing.NONE)
    for address in (mail.recipient, *headers.delivered, *headers.addressed):
        finding = seats.find(address)
        if finding.token is not None:
            token = finding.token
            return Addressee(finding.standing, token.seat, token.phase, token.purpose)
        if finding.standing is not seats.Standing.NONE:
            best = Addressee(finding.standing)
        if finding.standing is seats.Standing.WRONG and address == mail.recipient:
            return best
    return _by_thread(headers) or best


def _by_thread(headers: Headers) -> Addressee | None:
    """Our Message-IDs cannot be guessed, so an answer to a mail of ours is as good as its reply address."""
    for message_id in dict.fromkeys((headers.in_reply_to, *reversed(headers.references))):
        answered = OutboundMail.objects.select_related("seat__game").filter(message_id=message_id).first()
        if answered is None or answered.seat is None:
            continue
        phase = build.phase_of_key(answered.dedupe_key)
        if phase is not None:
            current = phase == answered.seat.game.phase
            return Addressee(seats.Standing.VALID if current else seats.Standing.OLD, answered.seat, phase)
    return None


def _without_seat(mail: InboundMail, found: ReadMail) -> Verdict:
    """No seat in its address: a player we know is told once a day where to write; strangers hear nothing."""
    seat = _seat_of_player(found.headers.sender)
    state = InboundState.HELD if found.orders else InboundState.IGNORED
    if seat is None:
        return Verdict(InboundState.IGNORED, "unknown-sender")
    post_answers.where_to_write(mail, seat)
    return Verdict(state, "no-seat-address", seat)


def _seat_of_player(address: str) -> Seat | None:
    """The newest seat in a game that is not over, of the player with this address."""
    seated = Seat.objects.select_related("game").filter(email__iexact=address).order_by("game__state", "-pk")
    return next((seat for seat in seated if seat.game.state != "over"), seated.first())


def _stranger(mail: InboundMail, found: ReadMail, addressee: Addressee) -> Verdict:
    """A right address, but not from one of the player's own: held, and only the player himself is told."""
    assert addressee.seat is not None
    if addressee.standing is not seats.Standing.VALID:
        return Verdict(InboundState.IGNORED, "stranger-old-address", addressee.seat)
    post_answers.somebody_else_wrote(mail, addressee.seat)
    return Verdict(InboundState.HELD, "other-sender", addressee.seat)


def _old_address(mail: InboundMail, addressee: Addressee) -> Verdict:
    assert addressee.seat is not None
    post_answers.phase_is_over(mail, addressee.seat, addressee.phase)
    return Verdict(InboundState.IGNORED, f"{addressee.standing.value}-address", addressee.seat)


def _refused(mail: InboundMail, found: ReadMail, addressee: Addressee | None) -> Verdict:
    seat = addressee.seat if addressee else None
    if seat and found.answer_refused:
        post_answers.could_not_read(mail, seat, found.refused)
    return Verdict(InboundState.FAILED, found.refused, seat)


# acting


def _act(mail: InboundMail, found: ReadMail, seat: Seat, phase: int | None) -> Verdict:
    """A person at this seat wrote to the right address."""
    if _answered_before(mail, seat):
        return Verdict(InboundState.IGNORED, "duplicate", seat)
    lines, notes = _lines(found, seat)
    if not lines:
        return _nothing_to_read(mail, found, seat)
    if found.block and not _block_fits(found.block, seat.game):
        post_answers.other_form(mail, seat, found.block)
        return Verdict(InboundState.HELD, "form-of-another-phase", seat)
    if _was_overtaken(mail, found, seat):
        post_answers.overtaken(mail, seat)
        return Verdict(InboundState.HELD, "overtaken", seat)
    command_id = submissions.command_of_mail(seat, mail.message_id, lines)
    submission = submissions.submit(
        seat,
        lines,
        command_id,
        phase=phase,
        answer=lambda done: receipts.receipt(mail, seat, done, found, notes),
    )
    mail.parsed = {**mail.parsed, "phase": submission.game.phase}
    if submission.status is Status.REPEATED:
        return Verdict(InboundState.IGNORED, "duplicate", seat)
    return Verdict(InboundState.DONE, submission.status.value, seat)


def _answered_before(mail: InboundMail, seat: Seat) -> bool:
    """The same letter came by another way or was sent again by a program."""
    key = receipts.answer_key(mail, seat, str(mail.parsed.get("said", "")))
    return OutboundMail.objects.filter(dedupe_key=key).exclude(in_reply_to=mail).exists()


def _lines(found: ReadMail, seat: Seat) -> tuple[list[str], list[str]]:
    """(the lines to be read as orders, notes for the receipt)."""
    notes = []
    if len(found.all_addressed) > 1:
        notes.append("Your mail went to other addresses too. Whoever got it can read your orders.")
    if found.block is not None and found.late_orders and _is_untouched_form(found, seat):
        notes.append(
            "The order form below your lines came back unchanged and was taken for the quoted report."
        )
        return list(found.late_orders), notes
    if found.orders:
        return list(found.orders), notes
    quoted = bool(found.quoted_orders) and bool(edited_quotes(found, seat))
    return ([] if quoted else list(found.talk[: limits.ORDER_LINES])), notes


def _nothing_to_read(mail: InboundMail, found: ReadMail, seat: Seat) -> Verdict:
    edited = edited_quotes(found, seat)
    if edited:
        post_answers.orders_in_the_quote(mail, seat, edited)
        return Verdict(InboundState.HELD, "orders-in-quote", seat)
    post_answers.empty(mail, seat, found)
    return Verdict(InboundState.DONE, "empty", seat)


def edited_quotes(found: ReadMail, seat: Seat) -> list[str]:
    """Quoted lines that look like orders and did not stand like that in the report: the player changed them there."""
    sent = _sent_lines(seat)
    bare = [line.lstrip("> |\t").strip() for line in found.quoted_orders]
    return [line for line in bare if _squashed(line) not in sent] if sent else []


def _is_untouched_form(found: ReadMail, seat: Seat) -> bool:
    sent = _sent_lines(seat)
    return bool(sent) and all(_squashed(line) in sent for line in found.orders)


def _sent_lines(seat: Seat) -> set[str]:
    """Every line of the seat's last two reports, blanks removed, since mail programs wrap what they quote."""
    texts = Report.objects.filter(seat=seat).order_by("-pk").values_list("text", flat=True)[:2]
    return {_squashed(line) for text in texts for line in text.split("\n")}


def _squashed(line: str) -> str:
    return "".join(line.split()).casefold()


def _block_fits(label: str, game: Game) -> bool:
    """Whether #ORDERS names this game and its open phase; a label that says nothing fits."""
    return not label.strip() or _squashed(label).replace("-", "") in (
        _squashed(words.tag(game)).replace("-", ""),
        _squashed(game.label),
    )


def _was_overtaken(mail: InboundMail, found: ReadMail, seat: Seat) -> bool:
    """Whether a mail written later was carried out before this one, in the same phase."""
    if found.headers.date is None:
        return False
    earlier = InboundMail.objects.filter(
        seat=seat, state=InboundState.DONE, reason=Status.FILED.value, parsed__phase=seat.game.phase
    ).exclude(pk=mail.pk)
    dates = [str(parsed.get("date") or "") for parsed in earlier.values_list("parsed", flat=True)]
    return any(datetime.fromisoformat(date) > found.headers.date + OVERTAKEN for date in dates if date)


# trouble


def _failed(mail: InboundMail) -> Verdict:
    """Something nobody foresaw: the mail is kept for the game master, and a known sender is told once."""
    mail.detail = traceback.format_exc()[-8000:]
    logger.exception("mail %s cannot be read", mail.pk)
    try:
        with transaction.atomic():
            headers = _headers(bytes(mail.raw))
            addressee = find_addressee(mail, headers)
            seat = addressee.seat
            if seat is None or headers.sender not in seat.addresses:
                return Verdict(InboundState.FAILED, "trouble")
            post_answers.trouble(mail, seat)
            announce.game_master(
                seat.game,
                f"mail:{mail.pk}",
                "a mail could not be read",
                f"Mail {mail.pk} waits for you.\n\n{mail.detail}",
            )
            return Verdict(InboundState.FAILED, "trouble", seat)
    except Exception:
        logger.exception("telling about mail %s", mail.pk)
        return Verdict(InboundState.FAILED, "trouble")


def redeliver(mail: InboundMail) -> None:
    """A person wants a mail to be read again: after a mistake was mended, or to let a held one through."""
    InboundMail.objects.filter(pk=mail.pk).update(state=InboundState.UNREAD, attempts=0, reason="", detail="")
    queue.ring_mail(mail.pk)
