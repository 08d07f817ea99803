"""What a campaign has besides its days: the gazettes of its weeks."""

from __future__ import annotations

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.models import Game
from games.record import eventlog
from games.views import lasting, reading, sought, viewer
from games.views.game import shown_version
from rules import engine


@require_safe
@lasting.of_game
def gazette_page(request: HttpRequest, number: int) -> HttpResponse:
    """What everybody has heard, week by week, the last first: the same for all readers."""
    game = sought.found(request, number)
    last = shown_version(game)
    with reading.as_read_by(viewer.seat_in(request, game)):
        mark = eventlog.mark_of(game.pk, last) or b""
        issues = _issues(game.pk, last, mark, get_language() or "")
        if issues is None:
            raise Http404("This game is no campaign.")
        return render(request, "archive/gazette.html", {"game": game, "issues": reversed(issues)})


@lru_cache(maxsize=64)
def _issues(number: int, last: int, mark: bytes, language: str) -> tuple[engine.Gazette, ...] | None:
    """All that have come out by an event of a log, whose ``mark`` tells it from any other in its place; None
    for a game that is no campaign."""
    game, state = Game.objects.get(pk=number), eventlog.load(number, last).battle
    if engine.situation(state, None).scale != "campaign":
        return None
    return engine.gazettes(state, eventlog.seen(game, None, 1, last))
