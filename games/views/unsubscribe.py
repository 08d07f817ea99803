"""The page that stops mail, and the one click of a mail program (RFC 8058). Looking at it changes nothing: scanners do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import seats, unsubscribing
from games.models import Seat
from games.unsubscribing import MailChoice
from games.views import reading


@csrf_exempt  # the secret in the address is the only proof there is: a mail program has no cookie
@never_cache
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, secret: str) -> HttpResponse:
    """What mail the player gets; a POST changes it, as often as it comes, with no login, cookie or redirect."""
    seat = seats.seat_of_unsubscribe_link(secret)
    if seat is None:
        return render(request, "archive/unsubscribe.html", status=404)
    if request.method == "POST":
        _choose(request, seat)
        seat.refresh_from_db()
    context = {
        "seat": seat,
        "game": seat.game,
        "chosen": unsubscribing.chosen(seat),
        "changed": request.method == "POST",
    }
    with reading.as_read_by(seat):
        return render(request, "archive/unsubscribe.html", context)


def _choose(request: HttpRequest, seat: Seat) -> None:
    wanted = request.POST.get("choice", "")
    if wanted in list(MailChoice):
        unsubscribing.choose(seat, MailChoice(wanted))
    else:
        unsubscribing.stop(seat)
