"""The page that stops mail, and the one click of a mail program (RFC 8058). Looking at it changes nothing:
scanners do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Seat
from games.people import unsubscribing
from games.people.unsubscribing import MailChoice
from games.seats import seats
from games.views import reading


@csrf_exempt  # the secret in the address is the only proof there is: a mail program has no cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, secret: str) -> HttpResponse:
    """What mail the player gets; a POST changes it, as often as it comes, with no login, cookie
    or redirect."""
    found = seats.seats_of_unsubscribe_link(secret)
    if not found:
        return render(request, "archive/unsubscribe.html", status=404)
    if request.method == "POST":
        _choose(request, found)
        for seat in found:
            seat.refresh_from_db()
    context = {
        "seat": found[0],
        "game": found[0].game,
        "chosen": unsubscribing.chosen(found[0]),
        "choices": [(seat, unsubscribing.chosen(seat)) for seat in found],
        "changed": request.method == "POST",
    }
    several = len(found) > 1  # the link of a daily mail, which is for all games of its reader
    with reading.as_read_by(found[0]):
        return render(request, f"archive/unsubscribe{'_all' if several else ''}.html", context)


def _choose(request: HttpRequest, found: list[Seat]) -> None:
    wanted = request.POST.get("choice", "")
    if wanted in list(MailChoice):
        for seat in found:
            unsubscribing.choose(seat, MailChoice(wanted))
    else:
        unsubscribing.stop(*found)
