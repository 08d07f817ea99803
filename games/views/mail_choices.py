"""How a player's mail reaches him and from where he writes: the same choices that lines in a mail make."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.gate import commands, fighting
from games.gate.commands import PostCommand
from games.models import Seat
from games.people import addresses
from games.seats.languages import in_language_of
from games.views import viewer
from pbem.mail.headers import normal_address

_CHOICES = {
    "mail": (PostCommand.MAIL_ON, PostCommand.MAIL_OFF),
    "quiet": (PostCommand.QUIET_ON, PostCommand.QUIET_OFF),
    "digest": (PostCommand.DIGEST_ON, PostCommand.DIGEST_OFF),
    "phases": (PostCommand.EACH_PHASE, PostCommand.EACH_TURN),
}


@require_POST
def choose(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """One choice of the player at this desk. To anybody without the seat's link it does not exist."""
    seat = viewer.mailbox_of(request, number, name)
    with in_language_of(seat), transaction.atomic():
        messages.info(request, _done(request, seat))
    return redirect("seat", number=number, name=name)


def _done(request: HttpRequest, seat: Seat) -> str:
    said = request.POST
    if address := said.get("add", "").strip()[:254]:
        told = addresses.ask(seat, address)
        if seat.new_addresses.filter(address=normal_address(address), confirmed=None).exists():
            addresses.tell_of_request(seat, normal_address(address))
        return told
    if address := said.get("remove", "").strip()[:254]:
        return addresses.remove(seat, address)
    if temper := said.get("fights", "")[:20]:
        return fighting.choose(seat, temper != fighting.MYSELF, temper)
    for choice, (on, off) in _CHOICES.items():
        if choice in said:
            return commands.choose(on if said[choice] == "on" else off, seat)
    return gettext("Nothing was changed.")
