"""The triggers: raw SQL cannot change the past. Runs on SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from games import append_only
from games.models import Event
from tests.games.kit import a_game
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db

COLUMNS = "game_id, seq, type, version, data, command_id, recorded_us, hash"
CHANGES = {
    "update": "UPDATE games_event SET type = 'rain' WHERE seq = 2",
    "update of a place": "UPDATE games_event SET seq = 99 WHERE seq = 2",
    "delete": "DELETE FROM games_event WHERE seq = 2",
    "delete of all": "DELETE FROM games_event",
    "second event in a place": f"INSERT INTO games_event ({COLUMNS}) SELECT {COLUMNS} FROM games_event WHERE seq = 2",
}
SQLITE = {
    "replace by place": f"INSERT OR REPLACE INTO games_event ({COLUMNS}) SELECT {COLUMNS} FROM games_event",
    "replace by key": f"INSERT OR REPLACE INTO games_event (id, {COLUMNS})"
    f" SELECT id, {COLUMNS.replace('seq', 'seq + 100', 1)} FROM games_event",
    "replace": "REPLACE INTO games_event SELECT * FROM games_event",
    "upsert": f"INSERT INTO games_event ({COLUMNS}) SELECT {COLUMNS} FROM games_event WHERE true"
    " ON CONFLICT (game_id, seq) DO UPDATE SET type = 'rain'",
}
POSTGRESQL = {
    "truncate": "TRUNCATE games_event CASCADE",
    "upsert": f"INSERT INTO games_event ({COLUMNS}) SELECT {COLUMNS} FROM games_event"
    " ON CONFLICT (game_id, seq) DO UPDATE SET type = 'rain'",
}
CHANGES |= POSTGRESQL if connection.vendor == "postgresql" else SQLITE


def contents() -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, {COLUMNS} FROM games_event ORDER BY id")
        return [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in cursor.fetchall()]


@pytest.mark.parametrize("name", CHANGES)
def test_the_past_cannot_be_changed(pocket: PocketRules, name: str) -> None:
    a_game()
    before = contents()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(CHANGES[name])
    assert contents() == before


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a pragma of SQLite")
@pytest.mark.django_db(transaction=True)
def test_replacing_is_refused_whatever_the_pragma_says(pocket: PocketRules) -> None:
    a_game()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers=OFF")
        try:
            with pytest.raises(DatabaseError):
                cursor.execute(SQLITE["replace by place"])
        finally:
            cursor.execute("PRAGMA recursive_triggers=ON")


def test_without_triggers_the_same_statement_would_pass(pocket: PocketRules) -> None:
    """The control: it is the triggers that refuse."""
    a_game()
    assert append_only.installed(connection)
    append_only.remove(connection)
    assert not append_only.installed(connection)
    with connection.cursor() as cursor:
        cursor.execute(CHANGES["update"])
    assert Event.objects.filter(type="rain").count() == 1
    append_only.install(connection)
    assert append_only.installed(connection)
