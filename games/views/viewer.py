"""Who is looking: the seats whose links a browser has followed."""

from __future__ import annotations

from django.http import HttpRequest

from games.models import Game, Seat

_KEY = "seats"


def let_in(request: HttpRequest, seat: Seat) -> None:
    """This browser sits at the seat from now on, until its link is renewed."""
    sat: dict[str, int] = dict(request.session.get(_KEY, {}))
    if not sat:
        request.session.cycle_key()  # whoever planted a session id before must not share the seat
    request.session[_KEY] = {**sat, str(seat.pk): seat.link_serial}


def leave(request: HttpRequest) -> None:
    """This browser sits nowhere any more."""
    request.session.pop(_KEY, None)


def seats_held(request: HttpRequest) -> list[Seat]:
    """All seats of this browser whose links still hold, newest game first."""
    sat: dict[str, int] = request.session.get(_KEY, {})
    found = Seat.objects.select_related("game").filter(pk__in=[int(key) for key in sat]).order_by("-game_id")
    return [seat for seat in found if sat[str(seat.pk)] == seat.link_serial]


def seats_in(request: HttpRequest, game: Game) -> list[Seat]:
    """The seats of this browser in one game: usually one, or none for the public."""
    return [seat for seat in seats_held(request) if seat.game_id == game.pk]


def seat_in(request: HttpRequest, game: Game) -> Seat | None:
    """The seat with whose eyes this browser sees a game; ``?as=normans`` chooses among several."""
    held = seats_in(request, game)
    wanted = request.GET.get("as")
    return next((seat for seat in held if seat.name == wanted), held[0] if held else None)
