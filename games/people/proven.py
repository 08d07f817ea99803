"""When it is known that whoever plays a seat reads the mailbox that its mails go to.

Anybody can name an address. So a seat stands alone until something has come back that only its mails held:
the link in the mail that answers a request on the web, the seat's own link, or a mail to one of its reply
addresses. From then on it belongs to the player who reads that mailbox, with all his other proven seats
(games.seats.seats.of_same_reader), and what he has chosen for all his games holds for it too. A new address
at a seat is another mailbox, and begins anew.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.models import Proof, Seat
from games.seats import following, holding, seats

_NOTED = ("proven", "proof", "digest", "other_emails")


def prove(seat: Seat, proof: Proof) -> None:
    """Note the first proof of a seat; later ones change nothing, nor does one of an address that the seat
    has no more."""
    if seat.proven or not seat.email:
        return
    with transaction.atomic():
        [row] = holding.hold(lambda: Seat.objects.filter(pk=seat.pk))
        if row.email != seat.email:
            return
        if not row.proven:
            note(row, proof)
            row.save(update_fields=_NOTED)
            _prove_below(row)
    for name in _NOTED:
        setattr(seat, name, getattr(row, name))
    failpoint("proven.proven")


def _prove_below(seat: Seat) -> None:
    """The seats that stand for this one get their mails in the same mailbox."""
    for below in following.follow(seat):
        if below.email.lower() == seat.email.lower() and not below.proven:
            for name in _NOTED:
                setattr(below, name, getattr(seat, name))
            below.save(update_fields=_NOTED)


def note(seat: Seat, proof: Proof) -> None:
    """The same for a seat that the caller saves: his addresses, and one mail a day, are those of his
    other seats too."""
    seat.proven, seat.proof = timezone.now(), proof
    for other in seats.of_same_reader(seat).exclude(pk=seat.pk).order_by("pk"):
        seat.digest = seat.digest or other.digest
        seat.other_emails = list(dict.fromkeys([*seat.other_emails, *other.other_emails]))


def forget(seat: Seat) -> None:
    """Another mailbox: nobody is proven there yet. The caller saves."""
    seat.proven, seat.proof = None, Proof.NONE
