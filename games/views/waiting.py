"""What who has begun a battle does while he waits for an opponent."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.play import invitations
from games.play.creation import SeatTaken
from games.seats.languages import in_language_of
from games.views import viewer


@never_cache
@require_POST
def call_captain(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """A captain of the ``temper`` asked for takes the free seats."""
    seat = viewer.seat_called(request, number, name)
    with in_language_of(seat):
        try:
            invitations.call_captain(seat, request.POST.get("temper", ""))
        except (invitations.NotWaiting, SeatTaken):
            messages.info(request, gettext("Nobody is waited for any more."))
        except ValueError:
            messages.info(request, gettext("No captain was chosen."))
        else:
            messages.success(request, gettext("A captain has taken the other side: the battle begins."))
    return redirect("seat", number=number, name=name)
