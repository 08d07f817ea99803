"""What each man of a campaign or a siege has lived through, in it and in the games that it has called: there
he is the same man, under the same name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.record import eventlog, kin, opening
from games.views import lasting, reading, viewer
from games.views.game import shown_version
from games.views.turn import chosen_eyes
from rules import engine

SCALES = ("campaign", "siege")


class Told(NamedTuple):
    """A sentence of a life: of which game and day or turn, with the ``key`` of the page that tells of it (""
    for none yet). ``place``: where it stands in the log of the game whose page this is."""

    place: int
    game: Game
    date: str
    words: str
    key: str
    eyes: str | None
    closer: str = ""


class Page(NamedTuple):
    life: engine.Life
    told: list[Told]


@require_safe
@lasting.of_game
def lives_page(request: HttpRequest, number: int) -> HttpResponse:
    """What each man has lived through, as far as the reader's side may know; all of it when the game is over,
    or as any seat saw it (``?as=normans``)."""
    game = get_object_or_404(Game.objects.prefetch_related("seats", "children"), pk=number)
    seat = viewer.seat_in(request, game)
    opened = opening.is_open(game)
    eyes = chosen_eyes(request, game, None if opened else seat)
    scale = engine.situation(eventlog.load(game.pk, shown_version(game)).battle, None).scale
    if scale not in SCALES:
        raise Http404("The lives of its men are told by the game that calls it.")
    with reading.as_read_by(seat):
        pages = _pages(game, eyes, viewer.seats_held(request))
        context = {"game": game, "seat": seat, "seats": game.seats.all(), "opened": opened, "eyes": eyes,
                   "pages": pages, "scale": scale}  # fmt: skip
        return render(request, "archive/lives.html", context)


def _pages(game: Game, eyes: str | None, held: Sequence[Seat]) -> list[Page]:
    """The lives of all of whom a game tells: what the games that it has called tell of them stands where they
    were called."""
    last = shown_version(game)
    state = eventlog.load(game.pk, last).battle
    opened = opening.is_open(game)
    rows = list(eventlog.rows(game.pk, 1, last))
    if opened and eyes is None:
        shown = [(row.seq, row.event) for row in rows]
    else:
        shown = eventlog.seen_at(game, eyes, rows)
    turns = [(played.last_seq, played.key) for played in game.adjudications.order_by("first_seq")]
    places = [seq for seq, _ in shown]
    pages = [
        Page(life, _told(game, eyes, places, turns, life))
        for life in engine.lives(state, [event for _, event in shown], eyes)
    ]
    found = kin.known(game, eyes)
    looks = kin.looked_at(found, held)
    for one in found:
        if one.game.pk in looks:
            _add(pages, one, eyes, held)
    return pages


def _told(
    game: Game, eyes: str | None, places: Sequence[int], turns: Sequence[tuple[int, str]], life: engine.Life
) -> list[Told]:
    """``places``: of the events that are shown; ``turns``: the last event of each, and its name."""

    def key(place: int) -> str:
        turn = bisect_left(turns, (place, ""))
        return turns[turn][1] if turn < len(turns) else ""

    return [
        Told(place, game, entry.date, entry.words, key(place), eyes, entry.closer)
        for entry in life.entries
        for place in (places[entry.event],)
    ]


def _add(pages: list[Page], one: kin.Kin, eyes: str | None, held: Sequence[Seat]) -> None:
    """What a game that was called tells of those who are known here, as the player of the same seat sees it
    there. What it tells more closely stands there alone."""
    there = next((name for name, above in one.call.seats.items() if above == eyes), None)
    lives = {page.life.figure: page.told for page in _pages(one.game, there, held)}
    for page in pages:
        if own := lives.get(page.life.figure):
            kept = [told for told in page.told if told.closer != one.call.call]
            page.told[:] = sorted([*kept, *_moved(own, one)], key=lambda told: told.place)


def _moved(own: Sequence[Told], one: kin.Kin) -> list[Told]:
    """What a game that was called tells, for the page of the one that has called it."""
    at, label = one.called_at, one.game.label
    return [
        told._replace(place=at, date=f"{label}, {told.date}" if told.game == one.game else told.date)
        for told in own
    ]
