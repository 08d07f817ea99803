"""Somebody else leads one fight for a player: asked to by mail (INVITE carla@example.org, in a mail to the
fight), he says yes by mail, and the seat in that game is his to its end."""

from __future__ import annotations

import re

from django.utils import timezone
from django.utils.translation import gettext

from games.clockwork.failpoints import failpoint
from games.models import GameState, NewAddress, OutboundKind, Purpose, Seat
from games.people import addresses
from games.play import creation
from games.reports import notes
from games.seats import seats
from games.seats.languages import in_language_of
from pbem.mail.headers import clean_name, normal_address
from rules import engine

_LONGEST_NAME = 80
_NAMED = re.compile(r"(?P<name>.*?)\s*<?(?:mailto:)?(?P<address>[^\s<>]+@[^\s<>]+?)>?$")


def invite(seat: Seat, whom: str) -> str:
    """Ask somebody, by an address with or without a name; what is told to the player, in the language
    spoken."""
    if told := _not_here(seat):
        return told
    match = _NAMED.match(whom.strip())
    address = normal_address(match["address"]) if match else ""
    if trouble := addresses.unusable(seat, address):
        return gettext("{trouble} Nobody was asked.").format(trouble=trouble)
    name = clean_name((match["name"] if match else "") or address.partition("@")[0], _LONGEST_NAME)
    asked = NewAddress.objects.create(seat=seat, address=address, guest=name.title() or address)
    failpoint("guests.noted")
    with in_language_of(seat):
        _ask(asked)
    failpoint("guests.asked")
    return gettext(
        "A mail to {address} asks there for a line CONFIRM. From then on whoever sends it leads {seat} in "
        "{label}, to the end of that fight, and you are told. Until then it is yours: send orders as before."
    ).format(address=address, seat=engine.named(seat.title), label=seat.game.label)


def _not_here(seat: Seat) -> str:
    """Why nobody is invited in this game; "" if somebody can be."""
    if seat.game.state == GameState.OVER:
        return gettext("{label} is over: there is nothing to lead.").format(label=seat.game.label)
    if seat.follows is not None:
        return ""
    if seat.stands_for_id is not None:
        return gettext(
            "You lead {label} because somebody asked you to: only he could have asked somebody else. The "
            "game master can give your seat to another player."
        ).format(label=seat.game.label)
    return gettext(
        "Somebody else is invited to one fight, in a mail to its own address (that of a game which this one "
        "has called). In {label} itself the game master gives your seat to another player."
    ).format(label=seat.game.label)


def _ask(asked: NewAddress) -> None:
    """Nothing stands in the mail that the player has written: he may have named any address."""
    seat = asked.seat
    game, title = seat.game, engine.named(seat.title)
    text = gettext(
        "Somebody who plays {seat} in {label}, {title}, wants you to lead that fight for him, to its end, by "
        "mail and at your own pace within its deadlines. If you want to, reply to this mail with the line "
        "CONFIRM: your first report comes at once. If not, do nothing: without your word no mail of the game "
        "will come here."
    ).format(seat=title, label=game.label, title=engine.named(game.title))
    notes.owe(
        f"guest:{asked.pk}",
        OutboundKind.NOTICE,
        to=asked.address,
        subject=f"[{game.label}] {gettext('do you want to play {seat}?').format(seat=title)}",
        text=text,
        game=game,
        reply_to=seats.reply_address(seat, 0, Purpose.ADDRESS, asked.pk),
    )


def invited(number: int) -> bool:
    """Whether a request is one to lead a fight."""
    return NewAddress.objects.filter(pk=number).exclude(guest="").exists()


def accept(seat: Seat, number: int) -> None:
    """Whoever was asked has said yes: the seat in that fight is his, and its player is told. Nothing happens
    if the fight is over or the seat has gone to somebody else meanwhile. Called inside the transaction that
    settles the mail."""
    if not NewAddress.objects.filter(pk=number, confirmed=None).update(confirmed=timezone.now()):
        return
    asked = NewAddress.objects.get(pk=number)
    row = Seat.objects.select_related("game", "stands_for").get(pk=seat.pk)
    if row.game.state == GameState.OVER or row.follows is None:
        return
    creation.change_player(row, name=asked.guest, email=asked.address, only_here=True, invited=True)
    failpoint("guests.seated")
