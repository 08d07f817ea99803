"""A game's rows made anew from its log: what the log does not tell (people, clocks, mails) is left empty.

For games whose log comes from elsewhere: another server, a copy, another game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from django.utils import timezone

from games import eventlog, promises, readjudication
from games.models import Adjudication, Game, GameState, Question, Seat
from games.readjudication import Played
from games.stored import Stored
from rules import engine

_CREATION = "create"  # the command of a game's first events


def rebuild(game: Game) -> None:
    """Fill in the game's row, its seats, adjudications and open question. The game stands still afterwards: over, or not
    played here (games.custody and games.forks say what is next). Called inside the transaction that brings the log."""
    rows = list(eventlog.rows(game.pk, last=game.version))
    events = [row.event for row in rows]
    battle = engine.replay(events)
    _describe(game, rows, battle)
    seats = _seats(game, battle)
    opened = next((r.seq for r in reversed(rows) if r.command_id == _CREATION), 1)
    played = None
    for played in readjudication.adjudications(events):
        last = played.seq + len(played.events) - 1
        if _under_way(played):
            game.played_from = played.seq - 1
            _ask(game, played, seats)
            break
        _index(game, played, opened, rows[last - 1])
        opened = last
    game.opened_seq = opened
    before = played.before if played and game.played_from else battle
    _set_phase(game, before, events[opened:])
    game.save()


def _describe(game: Game, rows: Sequence[Stored], battle: engine.Battle) -> None:
    setup = battle.setup
    options = msgspec.to_builtins(setup.options)
    game.scenario, game.pace = setup.scenario, str(setup.options.pace)
    game.title = game.title or setup.title
    game.options = {name: value for name, value in options.items() if name != "pace"}
    game.commitment = setup.commitment
    if setup.promises is not None:
        promises.note(game, setup.commitment, setup.promises)
    game.created = _moment(rows[0])
    game.phase_due = game.remind_at = None
    game.played_from = 0
    game.state = GameState.MOVED
    if battle.outcome:
        game.state, game.ended = GameState.OVER, _moment(rows[-1])
        game.outcome = msgspec.to_builtins(battle.outcome)


def _seats(game: Game, battle: engine.Battle) -> dict[str, Seat]:
    """The seats by name: those that are there keep their people."""
    seats = {seat.name: seat for seat in game.seats.all()}
    for order, told in enumerate(battle.setup.seats):
        if told.id not in seats:
            seats[told.id] = Seat(game=game, name=told.id, title=told.name, side=told.side, order=order)
            seats[told.id].save()
    return seats


def _under_way(played: Played) -> bool:
    """Whether a player was asked and the adjudication has not come to its end."""
    return isinstance(played.events[-1], engine.DecisionRequested | engine.DecisionAnswered)


def _index(game: Game, played: Played, opened: int, last: Stored) -> None:
    awaiting, closed = engine.awaiting(played.before), played.events[0]
    Adjudication.objects.get_or_create(
        game=game,
        first_seq=played.seq,
        defaults={
            "turn": awaiting.turn,
            "phase": awaiting.phase,
            "step": played.before.step or "",
            "key": awaiting.key,
            "title": awaiting.title,
            "short": awaiting.short,
            "reason": closed.reason if isinstance(closed, engine.PhaseClosed) else "",
            "opened_seq": opened,
            "last_seq": last.seq,
            "head_hash": last.hash,
            "closed": _moment(last),
        },
    )


def _ask(game: Game, played: Played, seats: dict[str, Seat]) -> None:
    """The row of the question that the log ends with."""
    request, now = played.events[-1], timezone.now()
    if isinstance(request, engine.DecisionRequested):
        Question.objects.get_or_create(
            game=game,
            name=request.name,
            defaults={
                "seat": seats[request.seat],
                "phase": played.before.phase,
                "seq": played.seq + len(played.events) - 1,
                "asked": now,
                "due": now,
            },
        )


def _set_phase(game: Game, battle: engine.Battle, since: Sequence[engine.Event]) -> None:
    """The open phase, and who has sent orders for it; ``since``: the events since it opened."""
    awaiting = engine.awaiting(battle)
    game.turn, game.phase, game.step = awaiting.turn, awaiting.phase, battle.step or ""
    game.phase_key, game.phase_title, game.phase_short = awaiting.key, awaiting.title, awaiting.short
    game.extended = any(isinstance(event, engine.DeadlineExtended) for event in since)
    filed: dict[str, int] = {}
    for seq, event in enumerate(since, start=game.opened_seq + 1):
        if isinstance(event, engine.OrdersAccepted):
            filed[event.seat] = seq if event.orders else 0
    for seat in game.seats.all():
        waited_for = seat.name in awaiting.seats and not game.played_from
        Seat.objects.filter(pk=seat.pk).update(awaited=waited_for, filed_seq=filed.get(seat.name, 0))


def _moment(row: Stored) -> datetime:
    return datetime.fromtimestamp(row.recorded_us / 1e6, UTC)
