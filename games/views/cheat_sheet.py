"""The orders of a battle at a glance, on one page to print."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Game
from games.record import eventlog
from games.reports import counters
from games.views import reading, viewer
from rules import engine


@require_safe
def of_scenario(request: HttpRequest, slug: str) -> HttpResponse:
    """As a battle begins it."""
    found = next((s for s in engine.scenarios() if s.slug == slug), None)
    if found is None:
        raise Http404("There is no such scenario.")
    return _sheet(request, found.title, engine.replay(engine.new_game(slug)))


@require_safe
def of_game(request: HttpRequest, number: int) -> HttpResponse:
    """The same of a game, with the tables that it is played by; with a player's own men for himself."""
    game = get_object_or_404(Game, pk=number)
    seat = viewer.seat_in(request, game)
    with reading.as_read_by(seat):
        table = eventlog.load(game.pk, game.opened_seq or game.version).battle
        return _sheet(request, game.title, table, seat.name if seat else None)


def _sheet(request: HttpRequest, title: str, table: engine.Table, seat: str | None = None) -> HttpResponse:
    sheet = engine.cheat_sheet(table, seat)
    if sheet is None:
        raise Http404("This game has no such page.")
    shown = {"title": title, "sheet": sheet, "counters": counters.told(engine.picture(table, seat))}
    return render(request, "archive/sheet.html", shown)
