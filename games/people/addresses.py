"""Further addresses that a player writes from: asked for by mail or on his page, and confirmed from the
new address."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext

from games.clockwork.failpoints import failpoint
from games.clockwork.moments import lately
from games.models import NewAddress, OutboundKind, Purpose, Seat
from games.reports import notes
from games.seats import seats
from games.seats.languages import in_language_of
from pbem.mail.headers import normal_address
from pbem.mail.mailboxes import mailbox_of
from rules import engine

MOST_ADDRESSES = 5
ASKED_PER_DAY = 3
"""By one seat, and for one address: nobody may fill a stranger's mailbox through us."""


def ask(seat: Seat, address: str) -> str:
    """Ask at a new address whether its owner wants to write for this seat; what is told to the player, in the
    language spoken."""
    address = normal_address(address)
    if trouble := _too_many(seat) or unusable(seat, address):
        return gettext("{trouble} No address was added.").format(trouble=trouble)
    new = NewAddress.objects.create(seat=seat, address=address)
    failpoint("addresses.noted")
    with in_language_of(seat):
        _ask_there(new)
    failpoint("addresses.asked")
    return gettext(
        "A mail to {address} asks there for a line CONFIRM; from then on orders are taken from it too. "
        "Reports and receipts still go to {email}. If it was not you who asked for this, reply NEW ADDRESS "
        "to this mail."
    ).format(address=address, email=seat.email)


def _ask_there(new: NewAddress) -> None:
    """The mail to the new address."""
    seat, game = new.seat, new.seat.game
    title = engine.named(seat.title)
    text = gettext(
        "Somebody who plays {seat} in {label}, {title}, wants to send orders from this address as well. If "
        "that is you, reply to this mail with the line CONFIRM. If it is not, do nothing: without your word "
        "no mail of the game will come here, and none from here will be taken."
    ).format(seat=title, label=game.label, title=engine.named(game.title))
    subject = gettext("may this address write for {seat}?").format(seat=title)
    notes.owe(
        f"address:{new.pk}",
        OutboundKind.NOTICE,
        to=new.address,
        subject=f"[{game.label}] {subject}",
        text=text,
        game=game,
        reply_to=seats.reply_address(seat, 0, Purpose.ADDRESS, new.pk),
    )


def unusable(seat: Seat, address: str) -> str:
    """Why nobody can be asked at an address for this seat; "" if he can."""
    try:
        validate_email(address)
    except ValidationError:
        return gettext("That is not a mail address.")
    if address.endswith(f"@{settings.MAIL_DOMAIN}"):
        return gettext("That is an address of this server.")
    if address in {normal_address(known) for known in seat.addresses}:
        return gettext("You write from that address already.")
    recent = NewAddress.objects.filter(lately("asked", timedelta(days=1)))
    asked = {mailbox_of(one) for one in recent.values_list("address", flat=True)}
    if recent.filter(seat=seat).count() >= ASKED_PER_DAY or mailbox_of(address) in asked:
        return gettext("That was asked for today already; please try again tomorrow.")
    return ""


def _too_many(seat: Seat) -> str:
    if len(seat.addresses) < MOST_ADDRESSES:
        return ""
    return gettext(
        "A player has at most {number} addresses; ADDRESS REMOVE and an address takes one away."
    ).format(number=MOST_ADDRESSES)


def claimed(seat: Seat, number: int) -> str:
    """The address that a request is about; "" if there is none that waits."""
    new = NewAddress.objects.filter(pk=number, seat=seat, confirmed=None).first()
    return new.address if new else ""


def confirm(seat: Seat, number: int) -> None:
    """The owner of a new address has confirmed: he may write for all proven seats of this player. The player
    is told at the address that he had. Called inside the transaction that settles the mail."""
    if not NewAddress.objects.filter(pk=number, confirmed=None).update(confirmed=timezone.now()):
        return
    address = NewAddress.objects.get(pk=number).address
    failpoint("addresses.confirmed")
    seats.hold(seat)
    for row in seats.of_same_reader(seat).order_by("pk"):
        if address not in row.addresses:
            row.other_emails = [*row.other_emails, address]
            row.save(update_fields=["other_emails"])
    failpoint("addresses.added")
    with in_language_of(seat):
        text = gettext(
            "Orders for {seat} are taken from {address} too from now on. If you did not want that, reply "
            "with ADDRESS REMOVE {address} and NEW ADDRESS in two lines."
        ).format(seat=engine.named(seat.title), address=address)
        subject = gettext("{address} may write for you now").format(address=address)
        _tell(seat, f"address:{number}:added", subject, text)


def tell_of_request(seat: Seat, address: str) -> None:
    """A new address was asked for on the player's page: he is told at the address that he has."""
    with in_language_of(seat):
        text = gettext(
            "On your page somebody asked that {address} may send orders for {seat} as well. It counts once "
            "it is confirmed from there. If it was not you, tell the game master: somebody has your link."
        ).format(address=address, seat=engine.named(seat.title))
        subject = gettext("another address for {seat}").format(seat=engine.named(seat.title))
        _tell(seat, f"address:asked:{seat.pk}:{timezone.now():%Y%m%d%H%M%S}", subject, text)


def _tell(seat: Seat, key: str, subject: str, text: str) -> None:
    """A note to the player at the address that he has."""
    notes.owe(
        key,
        OutboundKind.NOTICE,
        to=seat.email,
        subject=f"[{seat.game.label}] {subject}",
        text=text,
        game=seat.game,
        seat=seat,
        reply_to=seats.reply_address(seat, seat.game.phase),
    )


def remove(seat: Seat, address: str) -> str:
    """Take a further address from all seats of a player; what is told to him, in the language spoken."""
    address = normal_address(address)
    if address == normal_address(seat.email):
        return gettext("Your first address is changed by the game master only.")
    gone = False
    seats.hold(seat)
    for row in seats.of_same_reader(seat).order_by("pk"):
        left = [one for one in row.other_emails if normal_address(one) != address]
        gone = gone or len(left) < len(row.other_emails)
        row.other_emails = left
        row.save(update_fields=["other_emails"])
    seat.refresh_from_db(fields=["other_emails"])
    failpoint("addresses.removed")
    told = (
        gettext("Nothing is taken from {address} any more.")
        if gone
        else gettext("{address} was none of your addresses.")
    )
    return told.format(address=address)
