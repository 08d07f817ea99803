"""The tables that a game is played by: all of them, and each with the row and column that a roll was looked
up in. They are open to all, as the first event of the game is."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.models import Game
from games.record import eventlog
from games.reports import tables
from games.views import lasting, reading, sought, viewer
from rules import engine


@require_safe
@lasting.of_game
def tables_page(request: HttpRequest, number: int) -> HttpResponse:
    game = sought.found(request, number)
    with reading.as_read_by(viewer.seat_in(request, game)):
        listed = [(found.table, tables.status_of(found), found.own) for found in _of(game)]
        return render(request, "archive/tables.html", {"game": game, "tables": listed})


@require_safe
@lasting.of_game
def table_page(request: HttpRequest, number: int, table: str) -> HttpResponse:
    """``?row=`` and ``?column=`` mark where a roll was looked up, as far as the table has them."""
    game = sought.found(request, number)
    in_force = _of(game)
    found = next((one for one in in_force if one.table.id == table), None)
    with reading.as_read_by(viewer.seat_in(request, game)):
        if found is None:
            return _not_here(request, game, table, in_force)
        shown = tables.shown(found, request.GET.get("row", ""), request.GET.get("column", ""), in_force)
        beside = [one.table for one in in_force if one is not found and one.table.id in shown.note]
        beside += [one.table for one in in_force if _is_kin(one, found) and one.table not in beside]
        return render(request, "archive/table.html", {"game": game, "table": shown, "beside": beside})


def _not_here(
    request: HttpRequest, game: Game, called: str, in_force: tuple[engine.TableInForce, ...]
) -> HttpResponse:
    """A family of tables is led to its first; else the nearest names are offered."""
    if meant := engine.tables_meant(called, in_force):
        return redirect("table", number=game.pk, table=meant[0].table.id)
    context = {"game": game, "called": called, "nearest": engine.tables_nearest(called, in_force)}
    return render(request, "archive/no_table.html", context, status=404)


def _is_kin(one: engine.TableInForce, other: engine.TableInForce) -> bool:
    """Whether two tables belong together by their names ("combat-foot", "combat-columns")."""
    kin = one.table.id.partition("-")[0] == other.table.id.partition("-")[0]
    return kin and one.table.id != other.table.id


def _of(game: Game) -> tuple[engine.TableInForce, ...]:
    in_force = engine.tables_in_force(eventlog.load(game.pk, game.seen_version).battle.setup)
    if not in_force:
        raise Http404(gettext("This game has no tables."))
    return in_force
