"""What each man of a campaign or a siege has lived through, in it and in the games that it has called: there
he is the same man, under the same name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.record import eventlog, kin, opening
from games.views import lasting, reading, viewer
from games.views.game import shown_version
from games.views.turn import chosen_eyes
from rules import engine

SCALES = ("campaign", "siege")
AT_ONCE = 40
"""So many lives are on a page."""


class Told(NamedTuple):
    """A sentence of a life: of which game (its ``number`` in addresses and its label) and day or turn, with
    the ``key`` of the page that tells of it ("" for none yet). ``place``: where it stands in the log of the
    game whose page this is."""

    place: int
    number: int
    label: str
    date: str
    words: str
    key: str
    eyes: str | None
    closer: str = ""


class Page(NamedTuple):
    life: engine.Life
    told: tuple[Told, ...]


class Read(NamedTuple):
    """All that the lives told by a game hang on: how far its log is read (``mark`` tells it from any other
    with so many events), by whom, all of it or what he was shown, in which language; and the same of the
    games that it has called and that he may look at."""

    number: int
    last: int
    mark: bytes
    eyes: str | None
    whole: bool
    language: str
    called: tuple[Called, ...]


class Called(NamedTuple):
    """A game that was called: by which name, in which event."""

    call: str
    at: int
    read: Read


@require_safe
@lasting.of_game
def lives_page(request: HttpRequest, number: int) -> HttpResponse:
    """What each man has lived through, as far as the reader's side may know; all of it when the game is over,
    or as any seat saw it (``?as=normans``)."""
    game = get_object_or_404(Game.objects.prefetch_related("seats", "children__children"), pk=number)
    seat = viewer.seat_in(request, game)
    opened = opening.is_open(game)
    eyes = chosen_eyes(request, game, None if opened else seat)
    scale = engine.situation(eventlog.load(game.pk, shown_version(game)).battle, None).scale
    if scale not in SCALES:
        raise Http404("The lives of its men are told by the game that calls it.")
    with reading.as_read_by(seat):
        found = Paginator(_pages(_read(game, eyes, viewer.seats_held(request))), AT_ONCE)
        context = {"game": game, "seat": seat, "seats": game.seats.all(), "opened": opened, "eyes": eyes,
                   "eyes_query": f"as={eyes}&" if opened and eyes else "",
                   "found": found.get_page(request.GET.get("page")), "scale": scale}  # fmt: skip
        return render(request, "archive/lives.html", context)


def _read(game: Game, eyes: str | None, held: Sequence[Seat]) -> Read:
    last, opened = shown_version(game), opening.is_open(game)
    mark = bytes(game.head_hash) if last == game.version else eventlog.mark_of(game.pk, last) or b""
    found = kin.known(game, eyes)
    looks = kin.looked_at(found, held)
    called = tuple(
        Called(one.call.call, one.called_at, _read(one.game, _eyes_there(one, eyes), held))
        for one in found
        if one.game.pk in looks
    )
    return Read(game.pk, last, mark, eyes, opened and eyes is None, get_language() or "", called)


def _eyes_there(one: kin.Kin, eyes: str | None) -> str | None:
    """The seat in a game that was called of whoever plays this one of the game that has called it."""
    return next((name for name, above in one.call.seats.items() if above == eyes), None)


@lru_cache(maxsize=256)  # a game of a year has sixty fights, whose lives do not change any more
def _pages(read: Read) -> tuple[Page, ...]:
    """The lives of all of whom a game tells: what the games that it has called tell of them stands where they
    were called."""
    game = Game.objects.get(pk=read.number)
    state = eventlog.load(game.pk, read.last).battle
    rows = list(eventlog.rows(game.pk, 1, read.last))
    if read.whole:
        shown = [(row.seq, row.event) for row in rows]
    else:
        shown = eventlog.seen_at(game, read.eyes, rows)
    turns = list(game.adjudications.order_by("first_seq").values_list("last_seq", "key"))
    places = [seq for seq, _ in shown]
    lives = engine.lives(state, [event for _, event in shown], read.eyes)
    told = {life.figure: _told(game, read.eyes, places, turns, life) for life in lives}
    for called in read.called:
        _add(told, called)
    return tuple(Page(life, tuple(told[life.figure])) for life in lives)


def _told(
    game: Game, eyes: str | None, places: Sequence[int], turns: Sequence[tuple[int, str]], life: engine.Life
) -> list[Told]:
    """``places``: of the events that are shown; ``turns``: the last event of each, and its name."""

    def key(place: int) -> str:
        turn = bisect_left(turns, (place, ""))
        return turns[turn][1] if turn < len(turns) else ""

    return [
        Told(place, game.pk, game.label, entry.date, entry.words, key(place), eyes, entry.closer)
        for entry in life.entries
        for place in (places[entry.event],)
    ]


def _add(told: dict[str, list[Told]], called: Called) -> None:
    """What a game that was called tells of those who are known here, as the player of the same seat sees it
    there. What it tells more closely stands there alone."""
    for page in _pages(called.read):
        if kept := told.get(page.life.figure):
            kept = [one for one in kept if one.closer != called.call]
            moved = (_moved(one, called) for one in page.told)
            told[page.life.figure] = sorted([*kept, *moved], key=lambda one: one.place)


def _moved(one: Told, called: Called) -> Told:
    """What a game that was called tells, for the page of the one that has called it."""
    own = one.number == called.read.number
    return one._replace(place=called.at, date=f"{one.label}, {one.date}" if own else one.date)
