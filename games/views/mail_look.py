"""How a player's mail looks: with HTML or as text alone, with a large map, a small one or none, in tables or
in sentences."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.models import MapSize, Seat
from games.seats.languages import in_language_of
from games.views import viewer


@require_POST
def mail_look(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """The choices of the player at this desk. To anybody without the seat's link it does not exist."""
    seat = viewer.mailbox_of(request, number, name)
    size = request.POST.get("map_size", "")
    Seat.objects.filter(pk=seat.pk).update(
        html_mail=request.POST.get("parts") != "text",
        lists=request.POST.get("set") == "lists",
        map_size=size if size in MapSize.values else seat.map_size,
    )
    with in_language_of(seat):
        messages.info(request, gettext("From the next mail on your mails look as you have chosen."))
    return redirect("seat", number=number, name=name)
