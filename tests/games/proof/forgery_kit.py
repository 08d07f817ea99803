"""A game whose rows are forged, carelessly or with the whole chain computed anew, for the tests of verify."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.models import Game
from games.play import adjudication
from games.proof import verification
from games.proof.verification import Broken, Fault
from games.record import append_only, chaining, eventlog, roots
from games.record.eventlog import Stored
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules


@pytest.fixture
def game(pocket: PocketRules) -> Game:
    """A game with two phases played and the third open."""
    game = a_game()
    for name in ("normans", "arabs"):
        file(again(game), name, f"HOLD {name}", "WATCH the ford")
        adjudication.attend(game.pk)
    return again(game)


@pytest.fixture
def naked_log(game: Game) -> None:
    """Somebody owns the database and has dropped the triggers."""
    append_only.remove(connection)


def write(query: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(query, values)


def fault_of(game: Game) -> tuple[int, Fault] | None:
    try:
        verification.check(again(game))
    except Broken as broken:
        return broken.seq, broken.fault
    return None


def rechain(game: Game, change: Callable[[Stored], engine.Record]) -> None:
    """What a careful forger does: change records and compute every hash, and the head, anew."""
    if game.form == 2:
        return relink(game, change)
    head = chaining.genesis(game.uuid)
    for row in list(eventlog.rows(game.pk)):
        record = change(row)
        head = chaining.link(game.uuid, head, row.seq, row.recorded_us, row.command_id, record)
        write(
            "UPDATE games_event SET type = %s, version = %s, data = %s, hash = %s WHERE game_id = %s AND "
            "seq = %s",
            *record, head, game.pk, row.seq,
        )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(head_hash=head)


def relink(game: Game, change: Callable[[Stored], engine.Record]) -> None:
    """The same in a log of form 2, by somebody who knows the root of its salts."""
    rows = []
    for row in eventlog.rows(game.pk):
        kind, version, data = change(row)
        rows.append(row._replace(type=kind, version=version, data=data))
    head = b""
    for row in chaining.relinked(game.uuid, rows, roots.of_game(game)):
        head = row.hash or head
        write(
            "UPDATE games_event SET type = %s, version = %s, data = %s, hash = %s WHERE game_id = %s AND "
            "seq = %s",
            row.type, row.version, row.data, row.hash, game.pk, row.seq,
        )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(head_hash=head)


def forged(kind: str, **changes: Any) -> Callable[[Stored], engine.Record]:
    """Change the first event of a kind, leave the others alone."""
    done: list[int] = []

    def change(row: Stored) -> engine.Record:
        if row.type != kind or done:
            return engine.Record(row.type, row.version, row.data)
        done.append(row.seq)
        return engine.Record(row.type, row.version, json.dumps({**json.loads(row.data), **changes}).encode())

    return change


def place(game: Game, kind: str) -> int:
    return next(row.seq for row in eventlog.rows(game.pk) if row.type == kind)
