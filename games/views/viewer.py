"""Who is looking: the seats of a browser, and whether it came to them by the link that is mailed to
their players.

Only then it has to do with the mailbox: the mails, where they go, from where orders are taken. A browser that
was seated without that (games.play.seat_requests.grant) sees the desk and gives orders, and nothing else."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from games.models import Game, Seat
from games.seats import following

_KEY = "seats"


def let_in(request: HttpRequest, seat: Seat, *, by_link: bool) -> None:
    """This browser sits at the seat from now on, until its link is renewed. ``by_link``: it followed one that
    was mailed to the player."""
    sat: dict[str, object] = dict(request.session.get(_KEY, {}))
    here = [seat.link_serial, by_link or _followed(sat.get(str(seat.pk)), seat)]
    if sat.get(str(seat.pk)) != here:
        request.session.cycle_key()  # whoever planted a session id before must not share the seat
    request.session[_KEY] = {**sat, str(seat.pk): here}


def leave(request: HttpRequest) -> None:
    """This browser sits nowhere any more."""
    request.session.pop(_KEY, None)


def seats_held(request: HttpRequest) -> list[Seat]:
    """All seats of this browser whose links still hold, newest game first, each before those that stand for
    it in the games that its game has called: whoever sits here sits there, if he plays there."""
    sat: dict[str, object] = request.session.get(_KEY, {})
    if not sat:
        return []
    found = Seat.objects.select_related("game").filter(pk__in=[int(key) for key in sat]).order_by("-game_id")
    held = [seat for seat in found if _serial(sat[str(seat.pk)]) == seat.link_serial]
    return following.with_all_played_below(held)


def seats_in(request: HttpRequest, game: Game) -> list[Seat]:
    """The seats of this browser in one game: usually one, or none for the public."""
    return [seat for seat in seats_held(request) if seat.game_id == game.pk]


def seat_in(request: HttpRequest, game: Game) -> Seat | None:
    """The seat with whose eyes this browser sees a game; ``?as=normans`` chooses among several."""
    return chosen(request, seats_in(request, game))


def chosen(request: HttpRequest, held: list[Seat]) -> Seat | None:
    """Of the seats of this browser in one game the one that the address names, else the first."""
    wanted = request.GET.get("as")
    return next((seat for seat in held if seat.name == wanted), held[0] if held else None)


def seat_called(request: HttpRequest, number: int, name: str) -> Seat:
    """The seat of that name, if this browser sits there. To anybody else it does not exist:
    raises Http404."""
    seat = next((s for s in seats_held(request) if (s.game_id, s.name) == (number, name)), None)
    if seat is None:
        raise Http404("Follow the link in your mail to sit down here.")
    return seat


def mailbox_of(request: HttpRequest, number: int, name: str) -> Seat:
    """The same for what has to do with the mailbox: raises PermissionDenied in a browser that has not shown
    that it is his."""
    seat = seat_called(request, number, name)
    if not seat.email:
        raise Http404("Nobody plays here by mail.")
    if not reads_mail_of(request, seat):
        raise PermissionDenied(
            gettext(
                "Your mails, and how they reach you, are shown and changed in a browser that has followed "
                "the link in your first mail: it shows that the mailbox is yours."
            )
        )
    return seat


def reads_mail_of(request: HttpRequest, seat: Seat) -> bool:
    """Whether this browser has followed a link that was mailed to the player of the seat, or of the one for
    which it stands."""
    if _followed(request.session.get(_KEY, {}).get(str(seat.pk)), seat):
        return True
    above = seat.follows
    return above is not None and above.email.lower() == seat.email.lower() and reads_mail_of(request, above)


def _serial(entry: object) -> object:
    """Of the link; browsers that sat down before links were told apart have it alone."""
    return entry[0] if isinstance(entry, list) and entry else entry


def _followed(entry: object, seat: Seat) -> bool:
    return isinstance(entry, list) and entry == [seat.link_serial, True]
