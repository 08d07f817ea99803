"""What a campaign has besides its days: the gazettes of its weeks, and the lives of its men."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Adjudication, Game
from games.record import eventlog, opening
from games.views import lasting, reading, viewer
from games.views.game import shown_version
from games.views.turn import chosen_eyes
from rules import engine


class Told(NamedTuple):
    """A sentence of a life, and the key of the turn that tells of it."""

    entry: engine.LifeEntry
    key: str


class Page(NamedTuple):
    life: engine.Life
    told: list[Told]


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


@require_safe
@lasting.of_game
def lives_page(request: HttpRequest, number: int) -> HttpResponse:
    """What each man has lived through, as far as the reader's side may know; all of it when the game is over,
    or as any seat saw it (``?as=normans``)."""
    game, last, state = _campaign(number)
    seat = viewer.seat_in(request, game)
    opened = opening.is_open(game)
    eyes = chosen_eyes(request, game, None if opened else seat)
    rows = list(eventlog.rows(game.pk, 1, last))
    shown = [row.event for row in rows] if opened and eyes is None else eventlog.seen_in(game, eyes, rows)
    with reading.as_read_by(seat):
        pages = _pages(game, engine.lives(state, shown, eyes))
        context = {"game": game, "seat": seat, "seats": game.seats.all(), "opened": opened, "eyes": eyes,
                   "pages": pages}  # fmt: skip
        return render(request, "archive/lives.html", context)


def _pages(game: Game, lives: Sequence[engine.Life]) -> list[Page]:
    """Each entry with the page of the turn that tells of its day; a run of quiet days has one page."""
    turns: dict[int, str] = {}
    for played in Adjudication.objects.filter(game=game).order_by("first_seq"):
        turns.setdefault(played.turn, played.key)
    days = sorted(turns)

    def key(day: int) -> str:
        place = bisect_right(days, day)
        return turns[days[place - 1]] if place else ""

    return [Page(life, [Told(entry, key(entry.day)) for entry in life.entries]) for life in lives]
