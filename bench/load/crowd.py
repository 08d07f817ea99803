"""Thousands of running games in a moment: one of each scenario is made as the lobby makes it, and copied.

A copy has a log of its own: its own uuid, dice chain and commitment, all events chained anew. What it lacks
is the mail of welcome, which would be the same for all.
"""

from __future__ import annotations

import copy
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import cycle, islice

import msgspec
from django.db import transaction

from games.models import Game, Seat
from games.play.creation import Player, create_game
from games.record import eventlog, promises
from rules import engine

BATCH = 200
RULES_NOBODY_HAS = "guiscard-basic-0"
MENDING_MINUTES = 24 * 60


def gather(count: int, scenarios: Sequence[str], tell: Callable[[str], None]) -> list[int]:
    """Make so many running games, the scenarios in turn; their primary keys."""
    models = [_model(slug) for slug in scenarios]
    made: list[int] = []
    turns = islice(cycle(models), count)
    while batch := list(islice(turns, BATCH)):
        with transaction.atomic():
            made += [_copied(*model, number=len(made) + place) for place, model in enumerate(batch)]
        tell(f"{len(made)} games made")
    return made


def poisoned(scenario: str) -> int:
    """A running game whose log names rules that this server does not have: nobody here can adjudicate it."""
    game, events = _model(scenario)
    first = events[0]
    assert isinstance(first, engine.GameCreated)
    setup = msgspec.structs.replace(first.setup, ruleset=RULES_NOBODY_HAS)
    with transaction.atomic():
        return _copied(game, [msgspec.structs.replace(first, setup=setup), *events[1:]], number=-1)


def address(number: int, seat: str) -> str:
    """Where the player of a seat lives: no two of them share a domain, as hardly any two of
    the world's do."""
    return f"{seat}@home-{number}.example.org"


def set_deadlines(due: Mapping[int, datetime], reminded: timedelta | None = None) -> None:
    """Move deadlines, and with them the reminders so much before (None: they have gone out already)."""
    rows = [
        Game(pk=game, phase_due=moment, remind_at=None if reminded is None else moment - reminded)
        for game, moment in due.items()
    ]
    with transaction.atomic():
        Game.objects.bulk_update(rows, ["phase_due", "remind_at"], batch_size=500)


def _model(scenario: str) -> tuple[Game, list[engine.Event]]:
    info = next(s for s in engine.scenarios() if s.slug == scenario)
    players = {seat.id: Player(seat.name, f"{seat.id}@nowhere.example.org") for seat in info.seats}
    with transaction.atomic():
        game = create_game(scenario, players, mending_minutes=MENDING_MINUTES, recall_minutes=0)
        events = list(eventlog.events(game.pk))
        seats = list(game.seats.all())
        transaction.set_rollback(True)
    game._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]
    return game, events


def _copied(model: Game, events: list[engine.Event], number: int) -> int:
    game = copy.copy(model)
    game.pk, game.uuid, game.nonce, game.version = None, uuid.uuid4(), secrets.token_bytes(32), 0
    game.links = game.linked_seq = 0
    game._state = copy.copy(model._state)
    game._state.adding = True
    first = events[0]
    assert isinstance(first, engine.GameCreated)
    setup = msgspec.structs.replace(first.setup, commitment="", promises=None)
    first = promises.begin(game, msgspec.structs.replace(first, setup=setup), eventlog.FORM)
    game.save(force_insert=True)
    Seat.objects.bulk_create(_seats(model, game, number))
    eventlog.append(game.pk, 0, [first, *events[1:]], "create")
    return int(game.pk)


def _seats(model: Game, game: Game, number: int) -> list[Seat]:
    found = []
    for row in model.seats.all():
        seat = copy.copy(row)
        seat.pk, seat.game, seat.email = None, game, address(number, row.name)
        seat._state = copy.copy(row._state)
        seat._state.adding = True
        found.append(seat)
    return found
