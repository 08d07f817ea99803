"""A game's rows made anew from its log: what the log does not tell (people, clocks, mails) is left empty.

For games whose log comes from elsewhere: another server, a copy, another game. And to be compared with the
rows that are there (games.proof.consistency): ``of_log`` says what they should hold, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.utils import timezone

from games.models import Adjudication, Game, GameState, Question, Seat
from games.proof import readjudication
from games.proof.readjudication import Played
from games.record import eventlog, promises, terms
from games.record.stored import Stored
from rules import engine

_CREATION = "create"  # the command of a game's first events


class Told(NamedTuple):
    """What a log tells of the rows of its game. ``game`` and each of ``adjudications`` are values by the
    names of their columns, the adjudications in order; ``open`` is the question that a player has to answer,
    in event ``open_seq``."""

    battle: engine.Table
    game: dict[str, Any]
    adjudications: list[dict[str, Any]]
    awaited: tuple[str, ...]
    filed: dict[str, int]
    open: engine.DecisionRequested | None
    open_seq: int


def of_log(rows: Sequence[Stored]) -> Told:
    """What a whole log tells. Raises what replay raises."""
    events = [row.event for row in rows]
    battle = engine.replay(events)
    opened = next((r.seq for r in reversed(rows) if r.command_id == _CREATION), 1)
    index: list[dict[str, Any]] = []
    before, played_from, opened_before = battle, 0, opened
    request, asked_at = None, 0
    for played in readjudication.adjudications(events):
        last = played.seq + len(played.events) - 1
        before, opened_before = played.before, opened
        if _under_way(played):
            played_from, asked_at = played.seq - 1, last
            if isinstance(played.events[-1], engine.DecisionRequested):
                request = played.events[-1]
            break
        index.append(_indexed(played, opened, rows[last - 1]))
        opened = last
    if isinstance(events[-1], engine.CalledOff):  # while orders were awaited
        before = engine.replay(events[:-1])
    elif battle.outcome:
        opened = opened_before  # the clock stands where the last phase was opened
    elif not played_from:
        before = battle
    game = _described(battle) | _of_phase(before, opened, played_from, events[opened:])
    awaited = () if battle.outcome or played_from else tuple(engine.awaiting(before).seats)
    return Told(battle, game, index, awaited, _filed(events[opened:], opened + 1), request, asked_at)


def rebuild(game: Game) -> None:
    """Fill in the game's row, its seats, adjudications and open question. The game stands still afterwards:
    over, or not played here (games.proof.custody and games.proof.forks say what is next). Called inside the
    transaction that brings the log."""
    rows = list(eventlog.rows(game.pk, last=game.version))
    told = of_log(rows)
    for name, value in told.game.items():
        setattr(game, name, value)
    setup = told.battle.setup
    if setup.promises is not None:
        promises.note(game, setup.commitment, setup.promises)
    game.title = game.title or setup.title
    game.created = moment(rows[0])
    game.phase_due = game.remind_at = None
    game.state = GameState.MOVED
    if told.battle.outcome:
        game.state, game.ended = GameState.OVER, moment(rows[-1])
    game.save()
    seats = _seats(game, told)
    for values in told.adjudications:
        _index(game, values, rows[values["last_seq"] - 1])
    if told.open:
        _ask(game, told, told.open, seats[told.open.seat])


def _described(battle: engine.Table) -> dict[str, Any]:
    setup = battle.setup
    return {
        "scenario": setup.scenario,
        "pace": str(setup.options.pace),
        "options": terms.of_rules(setup.options),
        "commitment": setup.commitment,
        "outcome": msgspec.to_builtins(battle.outcome) if battle.outcome else {},
    }


def _of_phase(
    battle: engine.Table, opened: int, played_from: int, since: Sequence[engine.Event]
) -> dict[str, Any]:
    """The open phase; ``since``: the events since it opened."""
    awaiting = engine.awaiting(battle)
    return {
        "turn": awaiting.turn,
        "phase": awaiting.phase,
        "step": battle.step or "",
        "phase_key": awaiting.key,
        "phase_title": awaiting.title,
        "phase_short": awaiting.short,
        "extended": any(isinstance(event, engine.DeadlineExtended) for event in since),
        "opened_seq": opened,
        "played_from": played_from,
    }


def _filed(since: Sequence[engine.Event], first: int) -> dict[str, int]:
    """Who has sent orders for the open phase, and in which event; ``since``: its events, from number
    ``first`` on."""
    return {
        event.seat: seq if event.orders else 0
        for seq, event in enumerate(since, start=first)
        if isinstance(event, engine.OrdersAccepted)
    }


def _under_way(played: Played) -> bool:
    """Whether a player was asked and the adjudication has not come to its end."""
    return isinstance(played.events[-1], engine.DecisionRequested | engine.DecisionAnswered)


def _indexed(played: Played, opened: int, last: Stored) -> dict[str, Any]:
    awaiting, closed = engine.awaiting(played.before), played.events[0]
    return {
        "turn": awaiting.turn,
        "phase": awaiting.phase,
        "step": played.before.step or "",
        "key": awaiting.key,
        "title": awaiting.title,
        "short": awaiting.short,
        "reason": closed.reason if isinstance(closed, engine.PhaseClosed) else "",
        "opened_seq": opened,
        "first_seq": played.seq,
        "last_seq": last.seq,
        "head_hash": last.hash,
    }


# rows


def _seats(game: Game, told: Told) -> dict[str, Seat]:
    """The seats by name: those that are there keep their people."""
    seats = {seat.name: seat for seat in game.seats.all()}
    for order, named in enumerate(told.battle.setup.seats):
        if named.id not in seats:
            seats[named.id] = Seat(game=game, name=named.id, title=named.name, side=named.side, order=order)
            seats[named.id].save()
        awaited, filed = named.id in told.awaited, told.filed.get(named.id, 0)
        Seat.objects.filter(pk=seats[named.id].pk).update(awaited=awaited, filed_seq=filed)
    return seats


def _index(game: Game, values: dict[str, Any], last: Stored) -> None:
    defaults = {**values, "closed": moment(last)}
    Adjudication.objects.get_or_create(game=game, first_seq=values["first_seq"], defaults=defaults)


def _ask(game: Game, told: Told, request: engine.DecisionRequested, seat: Seat) -> None:
    """The row of the question that the log ends with."""
    now = timezone.now()
    Question.objects.get_or_create(
        game=game,
        name=request.name,
        defaults={"seat": seat, "phase": told.game["phase"], "seq": told.open_seq, "asked": now, "due": now},
    )


def moment(row: Stored) -> datetime:
    """When a row of the log was written."""
    return datetime.fromtimestamp(row.recorded_us / 1e6, UTC)
