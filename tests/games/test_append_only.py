"""The triggers: raw SQL cannot change the past. Runs on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection, transaction

from games import append_only
from games.models import Event
from tests.games.kit import a_game
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db

# of each table all columns but the primary key, one that can be changed, and what into
COLUMNS = {
    "games_event": "game_id, seq, type, version, data, command_id, recorded_us, hash",
    "games_command": "game_id, command_id, first_seq, last_seq, outcome",
}
CHANGE = {"games_event": "type = 'rain'", "games_command": "last_seq = 99"}
PLACE = {"games_event": "game_id, seq", "games_command": "game_id, command_id"}
MARK = {"games_event": "seq", "games_command": "first_seq"}


def changes(table: str) -> dict[str, str]:
    """Everything that SQL has to change what is there."""
    columns, change, place = COLUMNS[table], CHANGE[table], PLACE[table]
    copy = f"({columns}) SELECT {columns} FROM {table}"
    # WHERE true: SQLite would take ON for the beginning of a join
    found = {
        "update": f"UPDATE {table} SET {change}",
        "update of one": f"UPDATE {table} SET {change} WHERE {MARK[table]} = 1",
        "update of a place": f"UPDATE {table} SET {MARK[table]} = 99 WHERE {MARK[table]} = 1",
        "update of a key": f"UPDATE {table} SET id = id + 1000",
        "update from another table": f"UPDATE {table} SET {change} FROM games_game WHERE game_id = games_game.id",
        "delete": f"DELETE FROM {table} WHERE {MARK[table]} = 1",
        "delete of all": f"DELETE FROM {table}",
        "a second row in a place": f"INSERT INTO {table} {copy}",
        "a second row with a key": f"INSERT INTO {table} (id, {columns}) SELECT id, {columns} FROM {table}",
        "upsert by place": f"INSERT INTO {table} {copy} WHERE true ON CONFLICT ({place}) DO UPDATE SET {change}",
        "upsert by key": f"INSERT INTO {table} (id, {columns}) SELECT id, {columns} FROM {table} WHERE true"
        f" ON CONFLICT (id) DO UPDATE SET {change}",
    }
    if connection.vendor == "postgresql":
        return found | {
            "truncate": f"TRUNCATE {table}",
            "truncate with what depends on it": f"TRUNCATE {table} CASCADE",
            "truncate of the games": "TRUNCATE games_game CASCADE",
            "merge": f"MERGE INTO {table} USING games_game g ON {table}.game_id = g.id"
            f" WHEN MATCHED THEN UPDATE SET {change}",
            "writable query": f"WITH gone AS (DELETE FROM {table} RETURNING 1) SELECT count(*) FROM gone",
        }
    return found | {
        "replace by place": f"INSERT OR REPLACE INTO {table} {copy}",
        "replace by key": f"INSERT OR REPLACE INTO {table} (id, {columns}) SELECT id, {columns} FROM {table}",
        "replace": f"REPLACE INTO {table} {copy}",
        "update or replace": f"UPDATE OR REPLACE {table} SET {MARK[table]} = 1",
        "update or ignore": f"UPDATE OR IGNORE {table} SET {change}",
        "insert or ignore what is there": f"INSERT OR IGNORE INTO {table} {copy}",
    }


CASES = [(table, name) for table in append_only.TABLES for name in changes(table)]
if connection.vendor == "sqlite":
    PRAGMAS = [(pragma, *case) for pragma in ("ON", "OFF") for case in CASES]
else:
    PRAGMAS = [("", *case) for case in CASES]


def contents() -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    with connection.cursor() as cursor:
        for table, columns in COLUMNS.items():
            cursor.execute(f"SELECT id, {columns} FROM {table} ORDER BY id")
            for row in cursor.fetchall():
                found.append(tuple(bytes(v) if isinstance(v, memoryview) else v for v in row))
    return found


@contextmanager
def recursive_triggers(setting: str) -> Iterator[None]:
    """SQLite: OFF is its default, under which REPLACE fires no DELETE trigger; the server says ON."""
    if not setting:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA recursive_triggers={setting}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA recursive_triggers=ON")


def test_every_table_of_the_log_is_tried() -> None:
    assert set(COLUMNS) == set(append_only.TABLES)


@pytest.mark.parametrize(("pragma", "table", "name"), PRAGMAS)
def test_the_past_cannot_be_changed(pocket: PocketRules, pragma: str, table: str, name: str) -> None:
    a_game()
    before = contents()
    assert before
    with recursive_triggers(pragma):
        if pragma:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA recursive_triggers")
                assert cursor.fetchone() == (int(pragma == "ON"),)
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(changes(table)[name])
    assert contents() == before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's triggers refuse this one too")
@pytest.mark.parametrize("table", append_only.TABLES)
def test_to_do_nothing_about_a_conflict_changes_nothing(pocket: PocketRules, table: str) -> None:
    a_game()
    before = contents()
    columns = COLUMNS[table]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {table} ON CONFLICT DO NOTHING"
        )
        assert cursor.rowcount == 0
    assert contents() == before


@pytest.mark.parametrize("table", append_only.TABLES)
def test_without_triggers_the_same_statement_would_pass(pocket: PocketRules, table: str) -> None:
    """The control: it is the triggers that refuse."""
    a_game()
    before = contents()
    assert append_only.installed(connection)
    append_only.remove(connection)
    assert not append_only.installed(connection)
    with connection.cursor() as cursor:
        cursor.execute(changes(table)["update of one"])
        assert cursor.rowcount >= 1
    assert contents() != before
    append_only.install(connection)
    assert append_only.installed(connection)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite cannot switch triggers off")
def test_a_trigger_that_is_switched_off_is_missed(pocket: PocketRules) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_command DISABLE TRIGGER games_command_no_change")
        assert not append_only.installed(connection)
        cursor.execute("ALTER TABLE games_command ENABLE TRIGGER games_command_no_change")
    assert append_only.installed(connection) and not Event.objects.exists()
