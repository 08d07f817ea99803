"""What a campaign has besides its days: the gazettes of its weeks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Game
from games.record import eventlog
from games.views import lasting, reading, viewer
from games.views.game import shown_version
from rules import engine


def _campaign(number: int) -> tuple[Game, int, engine.Table]:
    """A campaign, and the version and state that its pages read. Raises Http404 for other games."""
    game = get_object_or_404(Game.objects.prefetch_related("seats", "adjudications"), pk=number)
    last = shown_version(game)
    state = eventlog.load(game.pk, last).battle
    if engine.situation(state, None).scale != "campaign":
        raise Http404("This game is no campaign.")
    return game, last, state


@require_safe
@lasting.of_game
def gazette_page(request: HttpRequest, number: int) -> HttpResponse:
    """What everybody has heard, week by week, the last first: the same for all readers."""
    game, last, state = _campaign(number)
    with reading.as_read_by(viewer.seat_in(request, game)):
        issues = engine.gazettes(state, eventlog.seen(game, None, 1, last))
        return render(request, "archive/gazette.html", {"game": game, "issues": reversed(issues)})
