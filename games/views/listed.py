"""The lists of games: those with free seats, those being fought, those fought to the end. The front page has
the head of each, a page of its own all of it.

Read are only the rows and columns that are shown: a game's row may be large."""

from __future__ import annotations

from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.models import Game, GameState, Seat

HEAD, PAGE = 12, 30
SHOWN = (
    "parent", "call", "called", "children_open", "by_invitation", "title", "scenario", "state", "outcome",
    "phase_short", "phase_due", "created", "ended",
)  # fmt: skip
SEATS = Prefetch(
    "seats",
    Seat.objects.only("game", "name", "title", "side", "email", "captain").order_by("game_id", "order"),
)


class Listed(NamedTuple):
    """One of the lists."""

    slug: str
    title: str | Promise
    games: QuerySet[Game]


def lists() -> list[Listed]:
    """In the order in which the front page has them."""
    return [
        Listed("open", gettext_lazy("Seats free"), with_free_seats()),
        Listed("running", gettext_lazy("Being fought now"), being_fought()),
        Listed("finished", gettext_lazy("Fought to the end"), fought()),
    ]


def with_free_seats() -> QuerySet[Game]:
    """Games that anybody may join, the newest first."""
    return _shown().filter(state=GameState.OPEN, by_invitation=False).order_by("-created")


def being_fought() -> QuerySet[Game]:
    """Games that have begun and are not over; who is awaited first before others."""
    return _shown().filter(ended=None).exclude(state=GameState.OPEN).order_by("phase_due")


def fought() -> QuerySet[Game]:
    """Games that are over, the last first."""
    called = Game.objects.only(*SHOWN).prefetch_related(SEATS)
    # in the order of an index: in that of the keys SQLite would read all games there are
    below = Prefetch("children", called.order_by("parent_id", "-pk"))
    return _shown().filter(ended__isnull=False).prefetch_related(below).order_by("-ended")


def _shown() -> QuerySet[Game]:
    """Others stand below the game that called them."""
    return Game.objects.filter(parent=None).only(*SHOWN).prefetch_related(SEATS)


def heads() -> list[dict[str, object]]:
    """For the front page: of each list the first games, and how many more there are."""
    found: list[dict[str, object]] = []
    for one in lists():
        games = list(one.games[: HEAD + 1])
        more = one.games.count() - HEAD if len(games) > HEAD else 0
        found.append({"slug": one.slug, "title": one.title, "games": games[:HEAD], "more": more})
    return found


@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """One of the lists, page by page."""
    one = next((one for one in lists() if one.slug == slug), None)
    if one is None:
        raise Http404("There is no such list.")
    found = Paginator(one.games, PAGE).get_page(request.GET.get("page"))
    return render(request, "archive/games.html", {"title": one.title, "slug": slug, "found": found})
