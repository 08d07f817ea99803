"""The triggers: raw SQL cannot change the past, and what was done to them is told. Runs on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games.gate import handling
from games.models import (
    Adjudication,
    DeliveryEvent,
    DeliveryKind,
    Event,
    Game,
    Handling,
    InboundMail,
    OutboundKind,
    Report,
)
from games.outbox import outbox
from games.play import adjudication
from games.record import append_only
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle

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


# rows that are kept: games, adjudications, reports


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


LOSSES = [(table, name) for table in append_only.KEPT for name in losses(table)]


@pytest.mark.parametrize("pragma", ["ON", "OFF"] if connection.vendor == "sqlite" else [""])
def test_no_game_adjudication_or_report_is_ever_lost(reported: dict[str, int], pragma: str) -> None:
    assert set(KEPT) == set(append_only.KEPT) and all(
        count >= 4 or t == "games_game" for t, count in reported.items()
    )
    for table, name in LOSSES:
        refused = pytest.raises(DatabaseError, match=f"rows of {table} are kept|append-only")
        with recursive_triggers(pragma), refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(losses(table)[name])
        assert counts() == reported, (table, name)


def test_what_may_change_in_them_changes(reported: dict[str, int]) -> None:
    for table, kept in KEPT.items():
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {table} SET {kept.free} = 'x'")
            assert cursor.rowcount == reported[table]
    game = Game.objects.all()[0]
    game.save()
    assert Adjudication.objects.filter(short="x").exists() and Report.objects.filter(subject="x").exists()


# without triggers too the database refuses a key that is there already, and to empty what others depend on
TRIGGERS_ALONE = [case for case in LOSSES if not ("place" in case[1] or "truncate" in case[1])]


@pytest.mark.parametrize(("table", "name"), TRIGGERS_ALONE)
def test_without_triggers_rows_would_be_lost(reported: dict[str, int], table: str, name: str) -> None:
    """The control: it is the triggers that refuse."""
    with transaction.atomic():
        append_only.remove(connection)
        with connection.cursor() as cursor:
            cursor.execute(losses(table)[name])
        transaction.set_rollback(True)


# what verify says of the triggers


def told() -> str:
    return "; ".join(append_only.faults(connection))


def test_sound_triggers_are_not_spoken_of(reported: dict[str, int], rows: list[tuple[object, ...]]) -> None:
    before = contents(), counts()
    assert told() == ""
    assert (contents(), counts()) == before, "nothing that was tried has stayed"


EVERY = [(table, name) for table in append_only.ALL for name in append_only._triggers(connection, table)]


@pytest.mark.parametrize(("table", "name"), EVERY)
def test_each_trigger_that_is_gone_or_empty_is_told(pocket: PocketRules, table: str, name: str) -> None:
    """An empty one bears the same name, on the same table, for the same statement, and does nothing."""
    what = append_only._triggers(connection, table)[name]
    with connection.cursor() as cursor:
        on = f" ON {table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{on}")
        assert f"the trigger {name} is missing" in told()
        if connection.vendor == "postgresql":
            cursor.execute(
                "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
            )
            empty = what.replace(what[what.index("EXECUTE") :], "EXECUTE FUNCTION nothing()")
        else:
            empty = f"{what[: what.index('BEGIN')]} BEGIN SELECT 1; END"
        cursor.execute(f"CREATE TRIGGER {name} {empty}")
        assert f"the trigger {name} is not ours" in told()
        with pytest.raises(CommandError, match="broken: the database"):
            call_command("verify", "--all")


def test_what_is_not_refused_any_more_is_told(
    reported: dict[str, int], rows: list[tuple[object, ...]]
) -> None:
    """Each statement is tried, and taken back."""
    before = contents(), counts()
    append_only.remove(connection)
    said = told()
    for table in append_only.ALL:
        assert f"a DELETE of a row of {table} is not refused" in said
        assert f"an UPDATE of a row of {table} is not refused" in said
        assert (f"a REPLACE of a row of {table} is not refused" in said) is (connection.vendor == "sqlite")
    assert (contents(), counts()) == before


on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL alone")


@on_postgresql
def test_a_trigger_that_is_off_and_a_function_that_does_nothing_are_told(reported: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_game DISABLE TRIGGER games_game_no_delete")
        assert "the trigger games_game_no_delete is not ours: it is switched off" in told()
        assert "a DELETE of a row of games_game is not refused" in told()
        cursor.execute("ALTER TABLE games_game ENABLE REPLICA TRIGGER games_game_no_delete")
        assert "the trigger games_game_no_delete is not ours: it is switched off" in told()
        cursor.execute("ALTER TABLE games_game ENABLE TRIGGER games_game_no_delete")
        assert told() == ""
        for function in append_only._BODIES:
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
            )
            assert f"the function {function}, which the triggers call, is not ours" in told()
        append_only.install(connection)
        assert told() == ""


@on_postgresql
def test_a_session_in_which_no_trigger_fires_is_told(reported: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            assert "a DELETE of a row of games_report is not refused" in told()
        finally:
            cursor.execute("RESET session_replication_role")
    assert told() == "" and counts() == reported
