"""The tables that are only added to, with every way to change or lose a row of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.db import connection

from games.gate import handling
from games.models import (
    DeliveryEvent,
    DeliveryKind,
    Handling,
    InboundMail,
    OutboundKind,
)
from games.outbox import outbox
from games.play import adjudication
from games.record import append_only
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle


class Table(NamedTuple):
    """All columns but the primary key; what names a row beside it, if anything does; the row that is tampered
    with, what it is made of and into; and the table that it belongs to."""

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
        "update from another table": (
            f"UPDATE {table} SET {change} FROM {parent} WHERE {parent_id} = {parent}.id"
        ),
        "delete": f"DELETE FROM {table} WHERE {one}",
        "delete of all": f"DELETE FROM {table}",
        "a second row with a key": f"INSERT INTO {table} {copy_of_all}",
        "upsert by key": (
            f"INSERT INTO {table} {copy_of_all} WHERE true ON CONFLICT (id) DO UPDATE SET {change}"
        ),
    }
    if place:
        copy = f"({columns}) SELECT {columns} FROM {table}"
        found |= {
            "a second row in a place": f"INSERT INTO {table} {copy}",
            "upsert by place": (
                f"INSERT INTO {table} {copy} WHERE true ON CONFLICT ({place}) DO UPDATE SET {change}"
            ),
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


class Kept(NamedTuple):
    """A column that may change, and the columns by which a row is known besides its key."""

    free: str
    places: tuple[tuple[str, ...], ...]


KEPT = {
    "games_game": Kept("title", (("uuid",),)),
    "games_adjudication": Kept("short", (("game_id", "first_seq"), ("game_id", "key"))),
    "games_report": Kept("subject", (("game_id", "seat_id", "key"),)),
}


@pytest.fixture
def reported() -> dict[str, int]:
    """Two games of two phases with their reports: how many rows there are."""
    for _ in range(2):
        game = a_battle()
        for _ in range(2):
            adjudication.close_phase(again(game), "deadline")
    connection.check_constraints()  # what PostgreSQL has put off would keep it from emptying a table
    return counts()


def counts() -> dict[str, int]:
    found = {}
    with connection.cursor() as cursor:
        for table in append_only.KEPT:
            cursor.execute(f"SELECT count(*) FROM {table}")
            found[table] = cursor.fetchone()[0]
    return found


def losses(table: str) -> dict[str, str]:
    """What SQL has to lose a row, or to make it another's."""
    last, first = f"(SELECT max(id) FROM {table})", f"(SELECT min(id) FROM {table})"
    found = {
        "delete": f"DELETE FROM {table} WHERE id = {last}",
        "delete of all": f"DELETE FROM {table}",
        "another key": f"UPDATE {table} SET id = id + 1000 WHERE id = {last}",
    }
    for place in KEPT[table].places:
        of_first = ", ".join(f"{c} = (SELECT {c} FROM {table} WHERE id = {first})" for c in place)
        found[f"another's place, {place[-1]}"] = f"UPDATE {table} SET {of_first} WHERE id = {last}"
        if connection.vendor == "sqlite":
            found[f"replacement in the place, {place[-1]}"] = (
                f"UPDATE OR REPLACE {table} SET {of_first} WHERE id = {last}"
            )
    if connection.vendor == "postgresql":
        return found | {
            "truncate with what depends on it": f"TRUNCATE {table} CASCADE",
            "writable query": f"WITH gone AS (DELETE FROM {table} RETURNING 1) SELECT count(*) FROM gone",
        }
    return found | {
        "replace": f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE id = {last}",
        "update or replace": f"UPDATE OR REPLACE {table} SET id = {first} WHERE id = {last}",
    }
