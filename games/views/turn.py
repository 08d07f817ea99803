"""The page of a turn: the board with its tracks, the report, every event and every die."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from games.models import Adjudication, Game, GameState, Report, Seat
from games.record import eventlog, opening
from games.reports import facts
from games.views import family, lasting, moments, reading, sought, viewer
from games.views.game import drawing, position_file
from rules import engine

_SHORT_KEY = re.compile(r"t?(\d{1,4})-?([a-z])")


def find_turn(request: HttpRequest, number: int, key: str) -> Adjudication:
    """An adjudication by its key, "t3-normans". Raises Http404."""
    if played := sought.turn(request, number, key):
        return played
    raise Http404("There is no such turn.")


@require_safe
@lasting.of_turn
def turn_page(request: HttpRequest, number: int, key: str) -> HttpResponse:
    """What a seat saw of a turn; the public sees what all may see, and everything when the game is over."""
    played = sought.turn(request, number, key)
    if played is None:
        return _elsewhere(number, key)
    seat = viewer.seat_in(request, played.game)
    with reading.as_read_by(seat):
        shown = _shown(played, seat, chosen_eyes(request, played.game, seat))
        return render(request, "archive/turn.html", shown)


def _shown(played: Adjudication, seat: Seat | None, eyes: str | None) -> dict[str, Any]:
    game = played.game
    now, opened = moments.moment(played, eyes), opening.is_open(game)
    picture = engine.picture(now.after, eyes, now.before, now.shown)
    frame = _frame(played, seat)
    behind = frame["earlier"].last_seq if frame["earlier"] else 0
    return {
        **frame,
        "tidings": family.tidings(game, eyes, behind, played.last_seq),
        "eyes": eyes,
        "eyes_open": opened,
        "seats": list(game.seats.all()),
        **moments.board(picture),
        **moments.land(engine.land_picture(now.after, eyes, now.shown)),
        "paragraphs": moments.paragraphs(engine.narrate(now.before, now.shown, eyes)),
        "situation": engine.situation(now.after, eyes),
        "mailed": _mailed(played, eyes),
        "log": moments.log_lines(_shareable(now.told, game), played.first_seq if opened else None),
        "secret": _secret(played, now.told, eyes),
        "rolls": moments.rolls(now.before, now.told),
        "orders": _orders(now.before) if opened else [],
    }


def _frame(played: Adjudication, seat: Seat | None) -> dict[str, Any]:
    earlier, here, later = _beside(played)
    nth = here.nth if here else 1
    shown = {"game": played.game, "turn": played, "nth": nth, "seat": seat}
    return {**shown, "earlier": earlier, "later": later}


class Beside(NamedTuple):
    """A turn, or one next to it; ``nth``: its place among those of its short name, as of a day that went on
    after a battle."""

    key: str
    short: str
    last_seq: int
    nth: int


_ONE = """
    SELECT key, short, last_seq, (
        SELECT count(*) FROM games_adjudication AS same
        WHERE same.game_id = one.game_id AND same.short = one.short AND same.first_seq <= one.first_seq
    ) FROM games_adjudication AS one WHERE game_id = %s AND first_seq
"""
_BEFORE = f"{_ONE} < %s ORDER BY first_seq DESC LIMIT 1"
_HERE = f"{_ONE} = %s"
_BEHIND = f"{_ONE} > %s ORDER BY first_seq LIMIT 1"


def _beside(played: Adjudication) -> list[Beside | None]:
    """The turn before one, itself, and the one behind it. Each page asks for them: without the models in a
    tenth of the time."""
    found: list[Beside | None] = []
    for asked in (_BEFORE, _HERE, _BEHIND):
        with connection.cursor() as cursor:
            cursor.execute(asked, [played.game_id, played.first_seq])
            rows = cursor.fetchall()  # to its end, or the statement stays open
        found.append(Beside(*rows[0]) if rows else None)
    return found


def _elsewhere(number: int, key: str) -> HttpResponse:
    """Short keys lead to the turn ("3n" to "t3-normans"), the open phase to the game's page."""
    game = get_object_or_404(Game, pk=number)
    if key == game.phase_key and game.state != GameState.OVER:
        return redirect("game", number=number)
    if match := _SHORT_KEY.fullmatch(key):
        prefix = f"t{int(match[1])}-{match[2]}"
        if found := game.adjudications.filter(key__startswith=prefix).order_by("first_seq").first():
            return redirect("turn", number=number, key=found.key)
    raise Http404("There is no such turn.")


def chosen_eyes(request: HttpRequest, game: Game, seat: Seat | None) -> str | None:
    """Through whose eyes the page is seen: one's own seat's, or when the game is over anybody's
    (``?as=arabs``)."""
    wanted = request.GET.get("as")
    if wanted is not None and opening.is_open(game):
        return wanted if game.seats.filter(name=wanted).exists() else None
    return seat.name if seat else None


def _mailed(played: Adjudication, eyes: str | None) -> Report | None:
    return Report.objects.filter(adjudication=played, seat__name=eyes).first() if eyes else None


def _shareable(seen: Sequence[engine.Event], game: Game) -> list[engine.Event]:
    """Without the digest of the sheets where it has no salt (log form 1) and the game is not over."""
    if game.form == 2 or opening.is_open(game):
        return list(seen)
    return [
        msgspec.structs.replace(event, sheets="") if isinstance(event, engine.PhaseClosed) else event
        for event in seen
    ]


def _orders(before: engine.Table) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What every seat had ordered: name, orders, standing orders. Only for games that are over."""
    return [
        (seat.name, before.sheets.get(seat.id, ()), before.standing.get(seat.id, ()))
        for seat in before.setup.seats
    ]


def _secret(played: Adjudication, seen: Sequence[engine.Event], eyes: str | None) -> moments.Secret:
    kinds = engine.SecretRevealed | engine.DiceRenewed
    later = None
    if not any(isinstance(event, kinds) for event in seen):  # it is revealed with the last step of the phase
        rest = moments.visible(played.game, eyes, played.last_seq + 1, _end_of_phase(played))
        later = next((e for e in rest if isinstance(e, kinds) and e.phase == played.phase and e.secret), None)
    return moments.secret_of(seen, played, later)


def _end_of_phase(played: Adjudication) -> int:
    """The last event before the next phase was played; in the open one the last there is."""
    later = played.game.adjudications.filter(phase__gt=played.phase).order_by("first_seq")
    first = later.values_list("first_seq", flat=True).first()
    return first - 1 if first else played.game.seen_version


@require_safe
@lasting.of_turn
def dice_page(request: HttpRequest, number: int, key: str) -> HttpResponse:
    """How to roll the dice of a turn again, and what comes out."""
    played = find_turn(request, number, key)
    seat = viewer.seat_in(request, played.game)
    eyes = seat.name if seat else None
    seen = moments.visible(played.game, eyes, played.first_seq, played.last_seq)
    secret = _secret(played, seen, eyes)
    battle = eventlog.load(number, played.game.seen_version).battle
    rolls = moments.rolls(battle, seen, secret.table)
    context = {
        **_frame(played, seat),
        "secret": secret,
        "commitment": secret.commitment,
        "promises": _promises(played, seat, secret.value),
        "papers": moments.papers(played, secret, eyes),
        "rolls": rolls,
        "all_match": bool(secret.key) and all(roll.again == roll.die.face for roll in rolls),
    }
    with reading.as_read_by(seat):
        return render(request, "archive/dice.html", context)


def _promises(played: Adjudication, seat: Seat | None, secret: str) -> list[moments.Promise]:
    """The escrows of one's own seat; of all seats when the game is over."""
    secrets = facts.secrets_of_phase(played, secret) if secret else []
    if opening.is_open(played.game):
        return moments.promises(played, facts.orders_of_phase(played), secrets)
    return moments.promises(played, facts.orders_of_phase(played, seat.name), secrets) if seat else []


@require_safe
@lasting.of_turn
def turn_map(request: HttpRequest, number: int, key: str) -> HttpResponse:
    """The board of a turn as a drawing of its own."""
    played = find_turn(request, number, key)
    seat = viewer.seat_in(request, played.game)
    eyes = chosen_eyes(request, played.game, seat)
    now = moments.moment(played, eyes)
    with reading.as_read_by(seat):
        return drawing(engine.picture(now.after, eyes, now.before, now.shown))


@require_safe
@lasting.of_turn
def turn_position(request: HttpRequest, number: int, key: str) -> HttpResponse:
    """What somebody knew when the phase was about to be played, as a position file."""
    played = find_turn(request, number, key)
    seat = viewer.seat_in(request, played.game)
    return position_file(played.game, played.key, chosen_eyes(request, played.game, seat))
