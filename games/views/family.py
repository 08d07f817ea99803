"""Families on pages: the door before the games that others have called, and what a page tells of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe

from games.models import Adjudication, Game, GameState, Seat
from games.record import kin, numbers
from games.reports import families
from games.reports.custody import Change
from games.seats import following, seats
from games.views import lent, viewer


class Door:
    """Middleware: a game that another one called does not exist for anybody who may not look at it, whatever
    the page, and just as one that never was. Whoever has lent his men to somebody who leads them there is
    told that."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: Sequence[Any],
        named: dict[str, Any],
    ) -> HttpResponse | None:
        number = named.get("number")
        if not isinstance(number, int) or number > 0:
            return None
        held, master = viewer.seats_held(request), _is_game_master(request.user)
        game = Game.objects.select_related("parent").filter(pk=number).first() if number else None
        if game is None:
            kin.look_in_vain(numbers.game_of(_above(number)), held)
        if game is not None and (master or kin.may_look(game, held)):
            return None
        if row := lent.seat_of(game, held):
            return lent.page(request, row)
        raise Http404("There is no such game.")


def _above(number: int) -> str:
    """The number of the game that would have called one that there is not, as the address has it."""
    asked = getattr(number, "number", "")
    return str(asked).rpartition("-")[0]


def _is_game_master(user: AbstractBaseUser | AnonymousUser) -> bool:
    return bool(user.is_active and getattr(user, "is_staff", False))


class Relative(NamedTuple):
    """A game that was called, as a reader may know it. Of one that he may not look at he is told no more than
    its number, which of his game's seats play there, and how it ended, once that is told; and the name of the
    ``leader`` to whom he has lent his men there."""

    game: Game
    looks: bool
    seats: list[Seat]
    awaited: list[Seat]
    who: str
    outcome: str
    leader: str = ""


def of_page(request: HttpRequest, game: Game, reader: str | None) -> dict[str, Any]:
    """What the page of a game tells of its family: the game that has called it, those that it has called, for
    which of them it rests."""
    held = viewer.seats_held(request) if game.parent_id or game.children.exists() else []
    found = kin.known(game, reader)
    looks = kin.looked_at(found, held)
    led = {row.game_id: row.player for row in following.lent(held)} if found else {}
    prefetch_related_objects([one.game for one in found if one.game.pk in looks], "seats")
    return {
        "called_by": game.parent if game.parent and kin.may_look(game.parent, held) else None,
        "relatives": [_relative(game, one, held, one.game.pk in looks, led) for one in found],
        "rests": mark_safe(families.rests(game, found, lambda one: _linked(one, {*looks, *led}))),
    }


def _linked(one: kin.Kin, pages: Collection[int]) -> str:
    """The number of a game, linked for whoever finds a page there."""
    if one.game.pk not in pages:
        return str(escape(one.game.label))
    return format_html('<a href="{}">{}</a>', reverse("game", args=[one.game.pk]), one.game.label)


def _relative(
    game: Game, one: kin.Kin, held: Sequence[Seat], looks: bool, led: Mapping[int, str]
) -> Relative:
    rows = list(one.game.seats.all()) if looks else []
    resting = one.game.state in (GameState.RESTING, GameState.OVER)  # nobody is waited for
    own = next((seat for seat in held if seat.game_id == one.game.pk), None)
    return Relative(
        one.game,
        looks,
        rows,
        [] if resting else seats.told_owing(one.game, own) if looks else [],
        families.who(game, one),
        families.outcome(one),
        "" if looks else led.get(one.game.pk, ""),
    )


class Desk(NamedTuple):
    """Another game of the family in which a player has orders to give, or (not ``owes``) for which this one
    rests."""

    seat: Seat
    game: Game
    owes: bool = True


def other_desks(request: HttpRequest, seat: Seat) -> list[Desk]:
    """The games of a seat's family in which its player owes orders, soonest first; behind them those for
    which its game rests."""
    if seat.game.parent_id is None and not seat.game.children.exists():
        return []
    top, rests = seat.game.family.pk, {row.pk for row in _rested_for(seat)}
    found = [
        Desk(other, other.game, _owes(other))
        for other in viewer.seats_held(request)
        if other.pk != seat.pk and other.game.family.pk == top and (_owes(other) or other.game_id in rests)
    ]
    return sorted(found, key=_soonest)


def _soonest(desk: Desk) -> tuple[Any, ...]:
    due = desk.game.phase_due
    return not desk.owes, due is None, due and due.timestamp(), desk.game.pk


def _rested_for(seat: Seat) -> list[Game]:
    if seat.game.state != GameState.RESTING:
        return []
    return [one.game for one in families.rests_for(seat.game, kin.known(seat.game, seat.name))]


def _owes(seat: Seat) -> bool:
    playing = seat.game.state in (GameState.RUNNING, GameState.HELD)
    return playing and not seat.captain and seat.awaited and seat.filed_seq <= seat.game.opened_seq


def tidings(game: Game, reader: str | None, behind: int, last: int) -> list[Change]:
    """What a reader is told of the family with a turn that ends with event ``last``: what came to pass in it,
    and between it and the one before, which ends with event ``behind`` (0: it is the first)."""
    return families.told_between(game, reader, behind + 1, last)


def tidings_since(game: Game, reader: str | None, last: Adjudication | None) -> list[Change]:
    """What came to pass behind the last turn."""
    return families.told_between(game, reader, last.last_seq + 1 if last else 1, game.seen_version)
