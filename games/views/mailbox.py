"""What was mailed to a seat, to be read here: most of all what could not be delivered."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games import deliveries
from games.frozen_mail import frozen_message
from games.languages import in_language_of
from games.models import Game, OutboundState, Seat
from games.views import reading, viewer

PAGE = 50


@never_cache
@require_GET
def mails(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """Every mail to a seat of this browser, the newest first."""
    seat = _seat(request, number, name)
    found = seat.outbound_mails.filter(to__iexact=seat.email).defer("rendered").order_by("-pk")
    context = {
        "game": seat.game,
        "seat": seat,
        "mails": Paginator(found, PAGE).get_page(request.GET.get("page")),
        "withheld": OutboundState.WITHHELD,
    }
    with reading.as_read_by(seat):
        return render(request, "archive/mails.html", context)


@never_cache
@require_GET
def mail(request: HttpRequest, number: int, name: str, mail_id: int) -> HttpResponse:
    """One of them, as text."""
    seat = _seat(request, number, name)
    found = get_object_or_404(seat.outbound_mails, pk=mail_id, to__iexact=seat.email)
    text = frozen_message(found).body
    context = {"game": seat.game, "seat": seat, "mail": found, "text": text}
    with reading.as_read_by(seat):
        return render(request, "archive/mail.html", context)


@require_POST
def turn_on(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """Mail to the seat again."""
    seat = _seat(request, number, name)
    deliveries.resume(seat)
    with in_language_of(seat):
        told = gettext("Mail is on again and goes to {address}. What was not sent stays here.")
        messages.info(request, told.format(address=seat.email))
    return redirect("mails", number=number, name=name)


def _seat(request: HttpRequest, number: int, name: str) -> Seat:
    """The seat, if this browser sits there. To anybody else it does not exist."""
    game = get_object_or_404(Game, pk=number)
    seat = next((s for s in viewer.seats_in(request, game) if s.name == name), None)
    if seat is None:
        raise Http404("Follow the link in your mail to sit down here.")
    return seat
