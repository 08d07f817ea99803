"""Two persons begin a battle without a game master: who began it waits for somebody to sit down opposite.

Each free seat has a link of its own, which he passes on; in a game *by invitation* nobody sits down without
it. A link opens nothing once its seat is taken. If nobody comes, he gives the free seats to a captain."""

from __future__ import annotations

import hmac
from itertools import chain
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext

from games.models import Game, GameState, OutboundKind, Seat
from games.play import creation
from games.play.creation import Captain
from games.reports import notes
from games.seats import holding, languages, seats
from rules import engine

BY_INVITATION, LISTED = "friend", "anyone"


class Invitation(NamedTuple):
    """A free seat, and the link that whoever is invited follows."""

    seat: Seat
    link: str


class NotWaiting(Exception):
    """The game has begun, or never waited for anybody."""


def of(game: Game) -> list[Invitation]:
    """The invitations of a game that waits for players: one for each free seat."""
    if not waits(game):
        return []
    return [Invitation(seat, link(seat)) for seat in game.seats.select_related("game") if not seat.taken]


def waits(game: Game) -> bool:
    """Whether somebody has begun it on the web and waits for others."""
    return bool(game.host) and game.state == GameState.OPEN


def link(seat: Seat) -> str:
    """The page on which a free seat is taken by whoever was invited."""
    return f"{settings.BASE_URL}/g/{seat.game.number}/join/{seat.name}/{_secret(settings.SECRET_KEY, seat)}"


def opens(seat: Seat, secret: str) -> bool:
    """Whether somebody may ask for a free seat who brings this secret ("" for none). Takes any text and never
    raises."""
    if seat.game.state != GameState.OPEN:
        return False
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    given = secret.strip().lower().encode()
    if secret:
        return bool(seat.game.host) and any(
            hmac.compare_digest(given, _secret(key, seat).encode()) for key in keys
        )
    return not seat.game.by_invitation


def _secret(key: str, seat: Seat) -> str:
    return seats.derived(key, f"invitation/{seat.game.uuid}/{seat.name}")


def call_captain(host: Seat, temper: str) -> Game:
    """Nobody has come: the free seats go to a captain, and the game begins. Raises NotWaiting, ValueError for
    a temper that no captain has, and SeatTaken where somebody sits down at this moment."""
    if temper not in creation.TEMPERS:
        raise ValueError(f"captains are {', '.join(creation.TEMPERS)}, not {temper!r}")
    with transaction.atomic():
        holding.hold_all_of(host.game_id)
        game = Game.objects.get(pk=host.game_id)
        if not waits(game) or game.host != host.name:
            raise NotWaiting(game.label)
        for free in of(game):
            creation.take_seat(free.seat, Captain(temper))
    return Game.objects.get(pk=host.game_id)


def tell_host(game: Game) -> None:
    """To whoever has begun a game: it waits, and this is whom to send what."""
    host = game.seats.select_related("game").get(name=game.host)
    with languages.in_language_of(host):
        notes.owe(
            f"waits:{game.pk}",
            OutboundKind.NOTICE,
            to=host.email,
            subject=f"[{game.label}] {gettext('your battle waits for an opponent')}",
            text=_told(game, host),
            game=game,
            seat=host,
            reply_to=seats.reply_address(host, game.phase),
        )


def _told(game: Game, host: Seat) -> str:
    begun = gettext(
        "{title} is set up, and you command {seat}. It begins, and your first report comes, as soon as all "
        "seats are taken."
    )
    if game.by_invitation:
        whom = gettext("Send this link to whom you want to play with; the first who follows it has the seat:")
    else:
        whom = gettext("It is listed with the free seats at {lobby}, and this link leads straight there:")
    parts = [
        begun.format(title=engine.named(game.title), seat=engine.named(host.title)),
        whom.format(lobby=settings.BASE_URL),
        *chain.from_iterable((f"{engine.named(free.seat.title)}:", free.link) for free in of(game)),
        gettext("Your desk, where you may also let a captain take the other side if nobody comes:"),
        seats.seat_link(host),
    ]
    return "\n\n".join(parts)
