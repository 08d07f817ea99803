"""A page where a report is pasted, and told whether it belongs to the log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.proof import witnesses
from games.views import reading, viewer


@require_http_methods(["GET", "HEAD", "POST"])
def witness_page(request: HttpRequest, number: int) -> HttpResponse:
    """Anybody may ask, about any game: who holds a report knows what the answer tells."""
    game = get_object_or_404(Game, pk=number)
    seat = viewer.seat_in(request, game)
    text = request.POST.get("report", "")[: witnesses.LONGEST]
    with reading.as_read_by(seat):
        found = witnesses.examine(text, game) if text.strip() else None
        context = {"game": game, "seat": seat, "text": text, "found": found}
        return render(request, "archive/witness.html", context)
