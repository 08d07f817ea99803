"""A fight that somebody else leads for a player, who has asked him to or for whom the game master has seated
him: the men are the player's, so he finds a page there that says who leads them, and where he may read of it.
What happens on the board is between those who play it until all is over."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models import Game, Seat
from games.record import kin
from games.reports import families
from games.seats import following
from games.views import reading


def seat_of(game: Game | None, held: Sequence[Seat]) -> Seat | None:
    """The seat of a game that stands for one of these and that somebody else leads. A game that there is not
    (None) asks as much: how long an answer takes tells nobody whether there is one."""
    rows = following.lent(held)
    return next((row for row in rows if game is not None and row.game_id == game.pk), None)


def page(request: HttpRequest, row: Seat) -> HttpResponse:
    """What its owner is shown at the game's own address; all others there lead to it. Raises Http404 for what
    is no page, and where he may not know of the game."""
    found = kin.known(row.game.parent, _owner(row).name) if row.game.parent else []
    one = next((one for one in found if one.game.pk == row.game_id), None)
    if one is None or request.method not in ("GET", "HEAD"):
        raise Http404("There is no such game.")
    if request.resolver_match is None or request.resolver_match.url_name != "game":
        return redirect("game", number=row.game_id)
    with reading.as_read_by(_owner(row)):
        return render(request, "archive/lent.html", _shown(row, one))


def _shown(row: Seat, one: kin.Kin) -> dict[str, object]:
    above = _owner(row)
    return {
        "game": row.game,
        "row": row,
        "above": above.game,
        "desk": above,
        "outcome": families.outcome(one),
        "clock": " ".join(families.clock(row.game, above)),
    }


def _owner(row: Seat) -> Seat:
    assert row.stands_for is not None
    return row.stands_for
