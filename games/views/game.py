"""The page of a game: how it stands now, who is awaited, and all its turns."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import pictures
from games.judge import moments as judged_moments
from games.letters import letters
from games.models import Game, GameState, Seat
from games.proof import export, seat_files
from games.proof.family_rows import Families
from games.record import eventlog, opening
from games.reports import facts, words
from games.seats import seats
from games.views import family, lasting, moments, reading, sought, viewer
from rules import engine

LETTERS_SHOWN = 50


class Leaf(NamedTuple):
    """A turn where all of them are listed."""

    game_id: int
    key: str
    short: str
    closed: datetime


@require_safe
@lasting.of_game
def game_page(request: HttpRequest, number: int) -> HttpResponse:
    """The public's view, or that of the seat whose link this browser has followed."""
    game = sought.found(request, number)
    seat = viewer.seat_in(request, game)
    with reading.as_read_by(seat):
        shown = {**_shown(game, seat), **family.of_page(request, game, seat.name if seat else None)}
        return render(request, "archive/game.html", shown)


def _shown(game: Game, seat: Seat | None) -> dict[str, Any]:
    eyes = seat.name if seat else None
    battle = eventlog.load(game.pk, shown_version(game)).battle
    picture, ended = engine.picture(battle, eyes), facts.outcome(battle)
    turns = _leaves(game)
    return {
        "game": game,
        "seat": seat,
        "seats": list(game.seats.all()),
        "owing": {s.pk for s in seats.told_owing(game, seat)} if game.state != GameState.RESTING else set(),
        "situation": engine.situation(battle, eyes),
        **moments.board(picture),
        **moments.land(engine.land_picture(battle, eyes)),
        "turns": turns,
        "opened": opening.is_open(game),
        "last": game.adjudications.order_by("first_seq").last() if turns else None,
        "outcome": words.outcome(*ended) if ended else "",
        "asked": facts.asked(eventlog.load(game.pk, game.seen_version).battle),  # public at once
        "letters": letters.public(game)[:LETTERS_SHOWN],
    }


def _leaves(game: Game) -> list[Leaf]:
    rows = game.adjudications.order_by("first_seq").values_list("game_id", "key", "short", "closed")
    return [Leaf(*row) for row in rows]


def shown_version(game: Game) -> int:
    """The event up to which the page reads: the opening of the phase. What was filed since is nobody's
    business, and changes nothing on the board."""
    return game.opened_seq if game.opened_seq and (game.phase_due or game.played_from) else game.version


@require_safe
@lasting.of_game
def game_file(request: HttpRequest, number: int) -> HttpResponse:
    """The log as one file, with those of the games that it has called: the whole of it once it is opened,
    before what the reader may know of it."""
    game = sought.found(request, number)
    if opening.is_open(game):
        return _downloaded(game.label, export.family(list(Families().below(game))))
    if game.form == 1 or not game.links:
        raise Http404("The log is opened when the game is over.")
    seat = viewer.seat_in(request, game)
    name = f"{game.label}-{seat.name}" if seat else f"{game.label}-public"
    return _downloaded(name, seat_files.lines(game, seat.name if seat else None))


def _downloaded(name: str, lines: Iterable[bytes]) -> HttpResponse:
    response = HttpResponse(b"".join(lines), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_safe
@lasting.of_game
def map_now(request: HttpRequest, number: int) -> HttpResponse:
    """The board as a drawing of its own, to be enlarged or printed."""
    game = sought.found(request, number)
    seat = viewer.seat_in(request, game)
    battle = eventlog.load(game.pk, shown_version(game)).battle
    with reading.as_read_by(seat):
        return drawing(engine.picture(battle, seat.name if seat else None))


@require_safe
@lasting.of_game
def position_now(request: HttpRequest, number: int) -> HttpResponse:
    """How things stand as a position file: as the reader knows it, be the game running or over."""
    game = sought.found(request, number)
    seat = viewer.seat_in(request, game)
    return position_file(game, "", seat.name if seat else None)


def position_file(game: Game, key: str, eyes: str | None) -> HttpResponse:
    """A moment of a game as a seat knows it (None: the public), as text. Raises Http404 where it has none
    that can be written."""
    try:
        text = judged_moments.position(game, key, eyes)
    except (judged_moments.UnknownMoment, engine.CannotBeWritten) as error:
        raise Http404(str(error)) from None
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = "-".join(filter(None, (game.label, key, eyes)))
    response.headers["Content-Disposition"] = f'inline; filename="{name}-position.txt"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def drawing(picture: engine.Picture | None) -> HttpResponse:
    """An SVG as a page of its own."""
    if picture is None:
        raise Http404("This game has no board.")
    response = HttpResponse(pictures.svg(picture, key=True), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def game_slash(request: HttpRequest, number: int) -> HttpResponse:
    return redirect("game", number=number, permanent=True)
