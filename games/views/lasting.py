"""Pages that will not change any more, or seldom: a turn that is finished, a game that is over. Who has one
gets it again only when anything in it is another, and an answer of no content (304) else.

The mark of a page (ETag) is made from what it is made from, without making it. Nothing goes into it that the
reader may not know: it would tell him when that changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.messages import get_messages
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition

from games.letters import letters
from games.models import Game, Seat
from games.record import kin, opening
from games.views import sought, viewer
from pbem import version

View = TypeVar("View", bound=Callable[..., HttpResponse])


def of_turn(view: View) -> View:
    """Decorator: a page of a finished turn, whether its game is over or not."""
    return _marked(view, _turn)


def of_game(view: View) -> View:
    """Decorator: a page of a game, which lasts once the game is over and open to everybody."""
    return _marked(view, _game)


def _marked(view: View, mark: Callable[..., str | None]) -> View:
    def asked_again(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        response = view(request, *args, **named)
        patch_cache_control(response, private=True, no_cache=True)  # it is kept, and asked for each time
        return response

    asked_again.__name__, asked_again.__doc__ = view.__name__, view.__doc__
    marked: View = condition(etag_func=mark)(asked_again)  # type: ignore[assignment]
    return marked


def _turn(request: HttpRequest, number: int, key: str) -> str | None:
    turn, turns = _turns(number, key)
    game = sought.game(request, number) if turn else None
    if game is None:
        return None
    held = viewer.seats_held(request)
    reader = viewer.chosen(request, [seat for seat in held if seat.game_id == number])
    family = kin.marks(game, reader.name if reader else None)
    return _mark(request, game, held, opening.is_open(game), turn, turns, family)


_TURNS = "SELECT max(CASE WHEN key = %s THEN id END), count(*) FROM games_adjudication WHERE game_id = %s"


def _turns(number: int, key: str) -> tuple[int | None, int]:
    """The row of a turn, and how many there are; without the models, which would take most of the time of an
    answer of no content."""
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, [key, number])
        turn, turns = cursor.fetchall()[0]
    return turn, turns


def _game(request: HttpRequest, number: int, **_: Any) -> str | None:
    game = sought.game(request, number)
    if game is None or not opening.is_open(game):
        return None
    newest = letters.public(game).values_list("pk", flat=True).first()
    return _mark(request, game, viewer.seats_held(request), True, game.version, newest)


def _mark(request: HttpRequest, game: Game, held: list[Seat], opened: bool, *parts: object) -> str | None:
    """None where a page bears something that is shown once."""
    if settings.DEBUG or len(get_messages(request)):
        return None
    form = request.META.get("CSRF_COOKIE") if request.session.get("seats") else None  # there is one to leave
    known = (
        version.mark(), get_language(), form, opened, game.title, game.state, game.ended, *parts,
        [(seat.pk, seat.language, seat.timezone, _looks(seat)) for seat in held],
        list(game.seats.order_by("pk").values_list("name", "title", "player", "captain")),
    )  # fmt: skip
    return f'W/"{hashlib.sha256(repr(known).encode()).hexdigest()[:32]}"'


def _looks(seat: Seat) -> tuple[object, ...]:
    return seat.game_id, seat.name, seat.link_serial
