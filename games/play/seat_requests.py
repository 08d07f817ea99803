"""What is asked for on the web: a new game against a captain or another person, or a free seat.

Anybody can name any address, so a request makes nothing of a game: no row, no event, no secret, and it
holds no seat. One mail goes to the address, and what was asked for comes true when somebody follows its
link and says so there. After a day the request is gone. It counts against whoever made it, and fills nobody
else's place.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from games.clockwork.failpoints import failpoint
from games.clockwork.moments import lately
from games.models import FightEnd, Game, GameState, OutboundKind, Proof, Seat, SeatRequest
from games.play import creation, invitations
from games.play.creation import Captain, Player, SeatTaken
from games.reports import notes
from games.seats import seats
from games.seats.languages import speaking
from pbem.mail.mailboxes import mailbox_of
from rules import engine

LASTS = timedelta(days=1)
HOUR = timedelta(hours=1)
MOST_GAMES_A_DAY = 5
"""For one mailbox whose owner has followed the links."""
MOST_FROM_A_NETWORK = 10
"""An hour, whatever addresses they name."""
MOST_TO_A_MAILBOX = 10
"""A day, while nobody there follows the links; from one network far fewer, so that nobody uses up a
stranger's own."""
MOST_FROM_A_NETWORK_TO_A_MAILBOX = 3
QUICK_HOURS = 24
"""At most, for a phase of a game that another one calls and waits for."""


class Wish(NamedTuple):
    """What somebody wants: a free ``seat``, or a new game, of which ``terms`` say scenario, seat, hours,
    question_hours, fights, days_ahead, fighter (of which temper a captain fights for him, if one does), what
    clock a fight has (fight_days, fight_end), and whom it is ``against``: a captain of this temper, a friend
    (games.play.invitations) or anyone. ``network``: from where he asks."""

    player: Player
    network: str
    seat: Seat | None = None
    terms: Mapping[str, str | int] = MappingProxyType({})


class TooMany(Exception):
    """No more is taken for now; the words say of what, in the language spoken."""


class Ended(Exception):
    """The request was answered before."""


# asking


def ask(wish: Wish) -> SeatRequest:
    """Note a request and owe its mail. Raises TooMany."""
    request = _noted(wish)
    try:
        _refuse_too_many(request)
    except TooMany:
        request.delete()
        raise
    with speaking(request.language):
        _write(request)
    return request


def grant(wish: Wish) -> Seat:
    """Do at once what somebody asks who sits at this very machine. His mailbox is proven as everybody's is:
    when he follows the link in his first mail. Raises TooMany, SeatTaken."""
    mailbox = mailbox_of(wish.player.email)
    if _lately(LASTS).filter(mailbox=mailbox, taken__isnull=False).count() >= MOST_GAMES_A_DAY:
        raise TooMany(_enough_games())
    request = _noted(wish)
    try:
        return _answered(request, Proof.NONE)
    except SeatTaken:
        request.delete()
        raise


def _noted(wish: Wish) -> SeatRequest:
    return SeatRequest.objects.create(
        ref="".join(secrets.choice(seats.ALPHABET) for _ in range(12)),
        network=wish.network,
        mailbox=mailbox_of(wish.player.email),
        player=wish.player.name,
        email=wish.player.email,
        language=wish.player.language,
        seat=wish.seat,
        terms=dict(wish.terms),
    )


def _refuse_too_many(request: SeatRequest) -> None:
    """Counted with the request itself, which is stored already: so no two of them slip through
    side by side."""
    to_mailbox = _lately(LASTS).filter(mailbox=request.mailbox)
    waiting, here = to_mailbox.filter(taken=None), _lately(HOUR).filter(network=request.network)
    if to_mailbox.filter(taken__isnull=False).count() >= MOST_GAMES_A_DAY:
        raise TooMany(_enough_games())
    if (
        waiting.count() > MOST_TO_A_MAILBOX
        or waiting.filter(network=request.network).count() > MOST_FROM_A_NETWORK_TO_A_MAILBOX
    ):
        raise TooMany(
            gettext(
                "Several mails went to this address already. Please follow the link in one of them, or come "
                "back tomorrow."
            )
        )
    if here.count() > MOST_FROM_A_NETWORK:
        raise TooMany(
            gettext("You have asked for many seats within the hour. Please come back a little later.")
        )


def _enough_games() -> str:
    return gettext("This address has joined several games today. Please come back tomorrow.")


def _lately(how_long: timedelta) -> QuerySet[SeatRequest]:
    return SeatRequest.objects.filter(lately("asked", how_long))


def _write(request: SeatRequest) -> None:
    """The one mail. Nothing stands in it that the person who asked has written: he may be anybody."""
    seat_title, title = named(request)
    text = gettext(
        "Somebody wants to play {seat} in {title} and gave this address. If it is you, open this page "
        "within a day, and press the button there:\n\n"
        "{link}\n\n"
        "If it is not, do nothing. Without your word nothing is begun, you get no other mail of it, and "
        "tomorrow it is forgotten."
    ).format(seat=engine.named(seat_title), title=engine.named(title), link=link(request))
    notes.owe(
        f"request:{request.ref}",
        OutboundKind.NOTICE,
        to=request.email,
        subject=gettext("do you want to play {seat}?").format(seat=engine.named(seat_title)),
        text=text,
        game=request.seat.game if request.seat else None,
    )


def named(request: SeatRequest) -> tuple[str, str]:
    """The titles of the seat and the game that were asked for; also of a scenario that is gone meanwhile."""
    if request.seat:
        return request.seat.title, request.seat.game.title
    scenario = next((s for s in engine.scenarios() if s.slug == request.terms.get("scenario")), None)
    wanted = str(request.terms.get("seat", ""))
    if scenario is None:
        return wanted, str(request.terms.get("scenario", ""))
    return next((s.name for s in scenario.seats if s.id == wanted), wanted), scenario.title


# the link


def link(request: SeatRequest) -> str:
    """The page on which a request is confirmed."""
    return f"{settings.BASE_URL}/request/{request.ref}-{_secret(settings.SECRET_KEY, request)}"


def find(secret: str) -> SeatRequest | None:
    """The request whose link this is, as long as it is not a day old. Takes any text and never raises."""
    ref, _, given = secret.strip().lower().partition("-")
    open_still = SeatRequest.objects.filter(asked__gt=timezone.now() - LASTS)  # also under a clock set back
    request = open_still.select_related("seat__game", "taken__game").filter(ref=ref).first()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if request and any(hmac.compare_digest(given.encode(), _secret(k, request).encode()) for k in keys):
        return request
    return None


def _secret(key: str, request: SeatRequest) -> str:
    return seats.derived(key, f"request/{request.ref}/{request.asked.isoformat()}")


# the answer


def accept(request: SeatRequest) -> Seat:
    """The owner of the mailbox wants it: the game is made, or the seat taken. Raises Ended, SeatTaken."""
    return _answered(request, Proof.REQUEST)


def refuse(request: SeatRequest) -> bool:
    """He did not ask for it. Whether it still waited for his word."""
    return bool(SeatRequest.objects.filter(pk=request.pk, ended=None).update(ended=timezone.now()))


def _answered(request: SeatRequest, proof: Proof) -> Seat:
    with transaction.atomic():
        row = SeatRequest.objects.select_for_update().get(pk=request.pk)
        if row.ended:
            raise Ended(str(row))
        player = Player(row.player, row.email, language=row.language, proof=proof)
        row.taken = _sat_down(row.seat, player) if row.seat else _begun(row, player)
        row.ended = timezone.now()
        row.save(update_fields=["taken", "ended"])
    return row.taken


def _sat_down(seat: Seat, player: Player) -> Seat:
    """Who sits in a game that came here in its middle is for the game master to say."""
    if seat.game.state != GameState.OPEN:
        raise SeatTaken(f"{seat.title} cannot be taken any more")
    creation.take_seat(seat, player)
    return Seat.objects.select_related("game").get(pk=seat.pk)


def _begun(request: SeatRequest, player: Player) -> Seat:
    terms = request.terms
    info = next((s for s in engine.scenarios() if s.slug == terms["scenario"]), None)
    if info is None:
        raise SeatTaken("the scenario is not offered any more")
    mine, against = str(terms["seat"]), str(terms.get("against") or terms["temper"])  # the last: asked before
    takers: dict[str, Player | Captain] = {mine: player}
    if against in creation.TEMPERS:
        takers |= {s.id: Captain(against) for s in info.seats if s.id != mine}
    usual = str(engine.Fights.QUICK)
    fights = str(terms.get("fights", usual))
    ahead = creation.days_ahead(info.slug, fights, int(terms.get("days_ahead", creation.USUAL_AHEAD)))
    options = creation.rules_options(question_hours=terms["question_hours"], fights=fights, days_ahead=ahead)
    game: Game = creation.create_game(
        info.slug,
        takers,
        deadline_hours=int(terms["hours"]),
        child_hours=min(int(terms["hours"]), QUICK_HOURS),
        fight_days=int(terms.get("fight_days", creation.USUAL_FIGHT_DAYS)),
        fight_end=str(terms.get("fight_end", FightEnd.CAPTAINS)),
        options=options,
        host="" if against in creation.TEMPERS else mine,
        by_invitation=against == invitations.BY_INVITATION,
    )
    game.seats.filter(name=mine).update(fights=terms.get("fighter", ""))
    if invitations.waits(game):
        invitations.tell_host(game)
    return game.seats.select_related("game").get(name=mine)


def forget_old() -> int:
    """What is a day old is gone; returns how many requests."""
    old = SeatRequest.objects.filter(asked__lte=timezone.now() - LASTS)
    gone = old.delete()[0] if old.exists() else 0
    failpoint("seat_requests.forgotten")
    return gone
