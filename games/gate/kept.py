"""What players write while a phase is being played: kept, and read when it is over. Mails are kept by the
inbox; a sheet from the desk becomes the mail that the player might have sent instead."""

from __future__ import annotations

import hashlib
from email import policy
from email.message import EmailMessage

from games.answers import not_carried_out
from games.clockwork.failpoints import failpoint
from games.models import InboundMail, InboundState, Seat
from games.seats import seats

DESK = "desk"


def keep_sheet(seat: Seat, written: str, nonce: str) -> InboundMail | None:
    """Keep what a player wrote on his desk; the same sheet, named by its ``nonce``, is kept once. None for a
    seat without an address, to which no receipt could be sent."""
    if not seat.email:
        return None
    raw = _as_mail(seat, written, nonce)
    mail, _ = InboundMail.objects.get_or_create(
        sha256=hashlib.sha256(raw).hexdigest(),
        recipient=seats.reply_address(seat, seat.game.phase),
        defaults={
            "raw": raw,
            "transport": DESK,
            "envelope_from": seat.email,
            "sender": seat.email,
            "state": InboundState.KEPT,
            "reason": not_carried_out.KEPT,
            "seat": seat,
            "game": seat.game,
        },
    )
    return mail


def _as_mail(seat: Seat, written: str, nonce: str) -> bytes:
    """The same bytes each time: without a Date, so that it is never taken for older than what
    arrived before it."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"] = seat.email, seats.reply_address(seat, seat.game.phase)
    mail["Subject"] = "Orders from the desk"
    mail["Message-ID"] = f"<{DESK}-{seat.pk}-{nonce}@desk.invalid>"
    mail.set_content("\n".join(written.splitlines()), cte="base64")
    return mail.as_bytes()


def waiting(seat: Seat) -> int:
    """How many letters and sheets of a seat are kept."""
    return InboundMail.objects.filter(seat=seat, state=InboundState.KEPT).count()


def take_up() -> int:
    """What was kept while a phase was being played, or a game held since its dice are known, is due when that
    is over; returns how many."""
    kept = InboundMail.objects.filter(state=InboundState.KEPT, game__played_from=0, game__burnt=0)
    failpoint("kept.over")
    taken = kept.update(state=InboundState.UNREAD, attempts=0)
    failpoint("kept.taken_up")
    return taken
