"""What was mailed to a seat, to be read here: most of all what could not be delivered."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.delivery import deliveries
from games.models import OutboundKind, OutboundMail, OutboundState, Seat
from games.outbox.frozen import texts_of
from games.seats.languages import in_language_of
from games.views import reading, viewer

PAGE = 50


@never_cache
@require_safe
def mails(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """Every mail to a seat of this browser, the newest first."""
    seat = viewer.mailbox_of(request, number, name)
    found = _to_the_seat(seat).annotate(place=Window(RowNumber(), order_by="pk"))
    context = {
        "game": seat.game,
        "seat": seat,
        "mails": Paginator(found.defer("rendered").order_by("-pk"), PAGE).get_page(request.GET.get("page")),
        "withheld": OutboundState.WITHHELD,
    }
    with reading.as_read_by(seat):
        return render(request, "archive/mails.html", context)


@never_cache
@require_safe
def mail(request: HttpRequest, number: int, name: str, place: int) -> HttpResponse:
    """One of them, as text, by its place among them: the numbers of the rows would tell how many
    mails others got."""
    seat = viewer.mailbox_of(request, number, name)
    before = max(0, place - 1)
    found = _to_the_seat(seat).order_by("pk")[before:place].first()
    if found is None:
        raise Http404("There is no such mail.")
    text, _ = texts_of(found)
    context = {"game": seat.game, "seat": seat, "mail": found, "text": text}
    with reading.as_read_by(seat):
        return render(request, "archive/mail.html", context)


@require_POST
def turn_on(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """Mail to the seat again."""
    seat = viewer.mailbox_of(request, number, name)
    deliveries.resume(seat)
    with in_language_of(seat):
        told = gettext("Mail is on again and goes to {address}. What was not sent stays here.")
        messages.info(request, told.format(address=seat.email))
    return redirect("mails", number=number, name=name)


def _to_the_seat(seat: Seat) -> QuerySet[OutboundMail]:
    """What was mailed to its player of now, for this seat: a daily mail holds those of his other games too,
    and what is in it of this one is here by itself."""
    return seat.outbound_mails.filter(to__iexact=seat.email).exclude(kind=OutboundKind.DIGEST)
