"""A game that its players end by their own word: draws offered, refused and agreed, a side that gives up.

Who plays for whom is known here, and not in the log: a draw takes the word of every person at the table, a
surrender that of every person of the side and its allies. Captains follow the people of their own side; where
nobody but captains plays for a side, it takes a surrender and never a draw. What was agreed is one event
behind which the open phase is closed without being played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.models import Event, Game, GameState, Seat
from games.play import submissions
from games.record import eventlog
from games.record.eventlog import Appended, Conflict
from games.reports import offered
from rules import engine

MOST_TRIES = 20
LASTS = 1  # turns behind that in which something was offered


class Wish(StrEnum):
    """What a player may say about the end of a game."""

    SURRENDER = "surrender"
    DRAW = "draw"  # offers one, or accepts the one that is offered
    NO_DRAW = "no draw"  # refuses one, or takes one's own offer back


class Status(StrEnum):
    """What such a word comes to, or would."""

    ENDS = "ends"
    WAITS = "waits"  # for the word of others
    BEFORE = "before"  # said before, and it stands
    REFUSED = "refused"  # no draw stands any more
    NOTHING = "nothing"  # there was no offer
    CAPTAIN = "captain"  # an automaton leads the other side, and agrees to nothing
    OTHERS_FIGHT = "others fight"  # enemies would be left, so it would not end
    CLOSED = "closed"  # the game takes nothing now, see ``closed``


class Said(NamedTuple):
    """What a word of ``seat`` comes to. ``waits_for``: whose word it takes besides; ``until``: the turn with
    whose end it lapses; ``outcome``: how the game ends if it is carried through; ``closed``: why nothing is
    taken now."""

    wish: Wish
    status: Status
    game: Game
    waits_for: tuple[Seat, ...] = ()
    until: int = 0
    outcome: engine.Outcome | None = None
    closed: submissions.Status | None = None


Tell = Callable[[Said], None]


def look(seat: Seat, wish: Wish, agreed: Collection[str] = ()) -> Said:
    """What a word would come to now. ``agreed``: the seats of whose surrender is known."""
    game = Game.objects.get(pk=seat.game_id)
    return _said(game, eventlog.load(game.pk, game.seen_version).battle, seat, wish, agreed)


def speak(seat: Seat, wish: Wish, command_id: str, tell: Tell, agreed: Collection[str] = ()) -> Said | None:
    """Carry a word out, once: None if that command was carried out before. ``tell`` is called with what it
    came to, inside the transaction that appends its events, if there are any. Raises Conflict when the log
    never rests."""
    for _ in range(MOST_TRIES):
        game = Game.objects.get(pk=seat.game_id)
        table = eventlog.load(game.pk, game.seen_version).battle
        said = _said(game, table, seat, wish, agreed)
        events = _events(seat, said)
        if not events:
            with transaction.atomic():
                _tell(seat, said, tell)
            return said

        def effects(_: Appended, said: Said = said) -> None:
            _tell(seat, said, tell)
            if said.status is Status.ENDS:
                Seat.objects.filter(game=seat.game_id).update(awaited=False, mends_until=None)
                failpoint("endings.nobody_awaited")
                doorbell.ring_game(seat.game_id)

        try:
            done = eventlog.append(game.pk, game.version, events, command_id, effects=effects)
            return None if done.repeated else said
        except Conflict:
            continue
    raise Conflict(f"{seat.game.label} changes faster than anything can be agreed")


def _said(game: Game, table: engine.Table, seat: Seat, wish: Wish, agreed: Collection[str]) -> Said:
    closed = submissions.closed_to_mail(game, table, None)
    if closed is None and game.state == GameState.RESTING:
        closed = submissions.Status.SETTLED
    said = Said(wish, Status.WAITS, game, until=table.turn + LASTS, closed=closed)
    if closed is not None:
        return said._replace(status=Status.CLOSED)
    match wish:
        case Wish.NO_DRAW:
            return said._replace(status=Status.REFUSED if table.draw_offers else Status.NOTHING)
        case Wish.DRAW:
            return _of_a_draw(said, table, seat)
        case _:
            return _of_a_surrender(said, table, seat, agreed)


def _of_a_draw(said: Said, table: engine.Table, seat: Seat) -> Said:
    people = _people(said.game)
    played = {side for row in people for side in (row.side, *table.allies_of(row.side))}
    if any(side.id not in played for side in table.setup.sides):
        return said._replace(status=Status.CAPTAIN)
    offered = [row.name for row in people if row.name in table.draw_offers and _offers(row)]
    waits_for = tuple(row for row in people if row.name not in (*offered, seat.name))
    said = said._replace(waits_for=waits_for, outcome=engine.agreed.draw())
    if not waits_for:
        return said._replace(status=Status.ENDS)
    return said._replace(status=Status.BEFORE) if seat.name in offered else said


def _offers(row: Seat) -> bool:
    """Whether it was the player of today who offered a draw: the word of one before him binds nobody."""
    if row.letters_since is None:
        return True
    since = Event.objects.filter(game=row.game_id, type=engine.DrawOffered.kind)
    since = since.filter(recorded_us__gte=int(row.letters_since.timestamp() * 1_000_000))
    return any(
        engine.decode(kind, version, bytes(data)).seat == row.name  # type: ignore[attr-defined]
        for kind, version, data in since.values_list("type", "version", "data")
    )


def _of_a_surrender(said: Said, table: engine.Table, seat: Seat, agreed: Collection[str]) -> Said:
    sides = (seat.side, *table.allies_of(seat.side))
    outcome = engine.agreed.surrender(table, sides)
    if outcome is None:
        return said._replace(status=Status.OTHERS_FIGHT)
    partners = (row for row in _people(said.game) if table.friendly(row.side, seat.side))
    waits_for = tuple(row for row in partners if row.name not in (*agreed, seat.name))
    status = Status.WAITS if waits_for else Status.ENDS
    return said._replace(status=status, waits_for=waits_for, outcome=outcome)


def _people(game: Game) -> list[Seat]:
    return [row for row in game.seats.all() if row.email and not row.captain]


def _events(seat: Seat, said: Said) -> list[engine.Event]:
    """What is written down of it. That one of several would surrender is nobody's to know but theirs."""
    events: list[engine.Event] = []
    if said.wish is Wish.DRAW and said.status in (Status.WAITS, Status.ENDS):
        events.append(engine.DrawOffered(seat=seat.name))
    if said.status is Status.REFUSED:
        events.append(engine.DrawRefused(seat=seat.name))
    if said.status is Status.ENDS and said.outcome is not None:
        events.append(engine.EndAgreed(seat=seat.name, outcome=said.outcome))
    return events


def _tell(seat: Seat, said: Said, tell: Tell) -> None:
    """Tell who spoke, and those whom it concerns."""
    tell(said)
    said = said._replace(game=Game.objects.get(pk=seat.game_id))
    others = [row for row in _people(said.game) if row.pk != seat.pk]
    if said.status is Status.REFUSED:
        offered.draw_refused(said.game, seat, others)
    elif said.status is Status.WAITS and said.wish is Wish.DRAW:
        offered.draw_offered(said.game, seat, said.waits_for, said.until)
    elif said.status is Status.WAITS:
        offered.gives_up(said.game, seat, said.waits_for, said.until)
    failpoint("endings.told")
