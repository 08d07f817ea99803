"""The page behind the link in the mail that answers a request. Visiting it changes nothing: mail
scanners visit too."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import SeatRequest
from games.play import seat_requests
from games.play.creation import SeatTaken
from games.seats.languages import speaking
from games.views import viewer
from games.views.lobby import seated


@csrf_exempt  # the secret in the address is what counts; a mail program's own browser may keep no cookies
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def request_page(request: HttpRequest, secret: str) -> HttpResponse:
    """GET shows what was asked for; POST takes the seat, or says that it was somebody else who asked."""
    wanted = seat_requests.find(secret)
    if wanted is None:
        return render(request, "archive/asked.html", status=404)
    if wanted.taken and viewer.reads_mail_of(request, wanted.taken):
        return redirect("seat", number=wanted.taken.game_id, name=wanted.taken.name)  # pressed twice
    gone = False
    if request.method == "POST":
        try:
            if done := _answer(request, wanted, request.POST.get("answer", "")):
                return done
        except seat_requests.Ended:
            pass
        except SeatTaken:
            gone = True
        wanted.refresh_from_db()
    with speaking(wanted.language):
        response = render(request, "archive/asked.html", _shown(wanted, gone), status=_status(wanted, gone))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _answer(request: HttpRequest, wanted: SeatRequest, answer: str) -> HttpResponse | None:
    if answer == "take":
        return seated(request, seat_requests.accept(wanted), by_link=True)
    if answer == "not me":
        seat_requests.refuse(wanted)
    return None


def _shown(wanted: SeatRequest, gone: bool) -> dict[str, object]:
    seat, title = seat_requests.named(wanted)
    gone = gone or bool(wanted.seat and wanted.seat.taken and not wanted.ended)
    return {"wanted": wanted, "seat_title": seat, "game_title": title, "gone": gone, "taken": wanted.taken}


def _status(wanted: SeatRequest, gone: bool) -> int:
    """A link that was used is gone; a seat that somebody else has taken meanwhile is a conflict."""
    if gone:
        return 409
    return 410 if wanted.taken else 200
