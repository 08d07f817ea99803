"""The triggers: raw SQL cannot change the past. Runs on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.db import DatabaseError, connection, transaction

from games import append_only, handling, outbox
from games.models import DeliveryEvent, DeliveryKind, Event, Handling, InboundMail, OutboundKind
from tests.games.kit import a_game, file
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


class Table(NamedTuple):
    """All columns but the primary key; what names a row beside it, if anything does; the row that is tampered with, what
    it is made of and into; and the table that it belongs to."""

    columns: str
    place: str
    one: str
    change: str
    other: str
    parent: tuple[str, str]


TABLES = {
    "games_event": Table(
        columns="game_id, seq, type, version, data, command_id, recorded_us, hash",
        place="game_id, seq",
        one="seq = 1",
        change="type = 'rain'",
        other="seq = 99",
        parent=("game_id", "games_game"),
    ),
    "games_command": Table(
        columns="game_id, command_id, first_seq, last_seq, outcome",
        place="game_id, command_id",
        one="first_seq = 1",
        change="last_seq = 99",
        other="first_seq = 99",
        parent=("game_id", "games_game"),
    ),
    "games_mailhandled": Table(
        columns="mail_id, at, who, what",
        place="",
        one="who = 'Mary'",
        change="what = 'denied'",
        other="who = 'nobody'",
        parent=("mail_id", "games_inboundmail"),
    ),
    "games_deliveryevent": Table(
        columns="source, key, kind, mail_id, seat_id, said, happened, noted",
        place="source, key",
        one="key = 'first'",
        change="kind = 'delivered'",
        other="key = 'third'",
        parent=("mail_id", "games_outboundmail"),
    ),
}


@pytest.fixture
def rows(pocket: PocketRules) -> list[tuple[object, ...]]:
    """What is in the tables, at least two rows in each."""
    game = a_game()
    file(game, "normans", "HOLD the line")
    mail = InboundMail.objects.create(sha256="0" * 64, raw=b"Subject: late", transport="test")
    handling.note(mail, "Mary", Handling.LOOKED)
    handling.note(mail, "Mary", Handling.LET_THROUGH)
    sent = outbox.enqueue(
        "test:append-only", OutboundKind.NOTICE, to="a@b.example", subject="s", rendered=b"s"
    )
    for key in ("first", "second"):
        DeliveryEvent.objects.create(source="test", key=key, kind=DeliveryKind.SOFT, mail=sent)
    for table in append_only.TABLES:
        assert len(contents([table])) >= 2, table
    return contents()


def changes(table: str) -> dict[str, str]:
    """Everything that SQL has to change what is there."""
    columns, place, one, change, other, (parent_id, parent) = TABLES[table]
    copy_of_all = f"(id, {columns}) SELECT id, {columns} FROM {table}"
    # WHERE true: SQLite would take ON for the beginning of a join
    found = {
        "update": f"UPDATE {table} SET {change}",
        "update of one": f"UPDATE {table} SET {change} WHERE {one}",
        "update of what names it": f"UPDATE {table} SET {other} WHERE {one}",
        "update of a key": f"UPDATE {table} SET id = id + 1000",
        "update from another table": f"UPDATE {table} SET {change} FROM {parent} WHERE {parent_id} = {parent}.id",
        "delete": f"DELETE FROM {table} WHERE {one}",
        "delete of all": f"DELETE FROM {table}",
        "a second row with a key": f"INSERT INTO {table} {copy_of_all}",
        "upsert by key": f"INSERT INTO {table} {copy_of_all} WHERE true ON CONFLICT (id) DO UPDATE SET {change}",
    }
    if place:
        copy = f"({columns}) SELECT {columns} FROM {table}"
        found |= {
            "a second row in a place": f"INSERT INTO {table} {copy}",
            "upsert by place": f"INSERT INTO {table} {copy} WHERE true ON CONFLICT ({place}) DO UPDATE SET {change}",
        }
    if connection.vendor == "postgresql":
        return found | {
            "truncate": f"TRUNCATE {table}",
            "truncate with what depends on it": f"TRUNCATE {table} CASCADE",
            "truncate of what it depends on": f"TRUNCATE {parent} CASCADE",
            "merge": f"MERGE INTO {table} USING {parent} p ON {table}.{parent_id} = p.id"
            f" WHEN MATCHED THEN UPDATE SET {change}",
            "writable query": f"WITH gone AS (DELETE FROM {table} RETURNING 1) SELECT count(*) FROM gone",
        }
    if place:
        found |= {
            "replace by place": f"INSERT OR REPLACE INTO {table} {copy}",
            "replace": f"REPLACE INTO {table} {copy}",
            "insert or ignore what is there": f"INSERT OR IGNORE INTO {table} {copy}",
        }
    return found | {
        "replace by key": f"INSERT OR REPLACE INTO {table} {copy_of_all}",
        "update or replace": f"UPDATE OR REPLACE {table} SET id = (SELECT min(id) FROM {table})",
        "update or ignore": f"UPDATE OR IGNORE {table} SET {change}",
        "insert or ignore a key that is there": f"INSERT OR IGNORE INTO {table} {copy_of_all}",
    }


CASES = [(table, name) for table in append_only.TABLES for name in changes(table)]
if connection.vendor == "sqlite":
    PRAGMAS = [(pragma, *case) for pragma in ("ON", "OFF") for case in CASES]
else:
    PRAGMAS = [("", *case) for case in CASES]


def contents(tables: Iterable[str] = tuple(TABLES)) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT id, {TABLES[table].columns} FROM {table} ORDER BY id")
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


def test_every_table_is_tried() -> None:
    assert set(TABLES) == set(append_only.TABLES)


@pytest.mark.parametrize(("pragma", "table", "name"), PRAGMAS)
def test_the_past_cannot_be_changed(
    rows: list[tuple[object, ...]], pragma: str, table: str, name: str
) -> None:
    with recursive_triggers(pragma):
        if pragma:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA recursive_triggers")
                assert cursor.fetchone() == (int(pragma == "ON"),)
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(changes(table)[name])
    assert contents() == rows


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's triggers refuse this one too")
@pytest.mark.parametrize("table", append_only.TABLES)
def test_to_do_nothing_about_a_conflict_changes_nothing(rows: list[tuple[object, ...]], table: str) -> None:
    columns = TABLES[table].columns
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (id, {columns}) SELECT id, {columns} FROM {table} ON CONFLICT DO NOTHING"
        )
        assert cursor.rowcount == 0
    assert contents() == rows


@pytest.mark.parametrize("table", append_only.TABLES)
def test_without_triggers_the_same_statement_would_pass(rows: list[tuple[object, ...]], table: str) -> None:
    """The control: it is the triggers that refuse."""
    assert append_only.installed(connection)
    append_only.remove(connection)
    assert not append_only.installed(connection)
    with connection.cursor() as cursor:
        cursor.execute(changes(table)["update of one"])
        assert cursor.rowcount >= 1
    assert contents() != rows
    append_only.install(connection)
    assert append_only.installed(connection)


@pytest.mark.parametrize("table", append_only.TABLES)
def test_a_table_without_its_triggers_is_missed(table: str) -> None:
    append_only.remove(connection, [table])
    assert not append_only.installed(connection)
    append_only.install(connection, [table])
    assert append_only.installed(connection)


@pytest.mark.parametrize("table", append_only.TABLES)
def test_the_refusal_names_the_table(rows: list[tuple[object, ...]], table: str) -> None:
    refused = pytest.raises(DatabaseError, match=f"{table} is append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite cannot switch triggers off")
def test_a_trigger_that_is_switched_off_is_missed(pocket: PocketRules) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_command DISABLE TRIGGER games_command_no_change")
        assert not append_only.installed(connection)
        cursor.execute("ALTER TABLE games_command ENABLE TRIGGER games_command_no_change")
    assert append_only.installed(connection) and not Event.objects.exists()
