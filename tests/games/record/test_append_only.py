"""The triggers: raw SQL cannot change the past. Runs on SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from games.models import (
    Adjudication,
    Event,
    Game,
    Report,
)
from games.record import append_only
from tests.games.pocket_rules import PocketRules
from tests.games.record.append_only_kit import (
    KEPT,
    TABLES,
    changes,
    contents,
    counts,
    losses,
    recursive_triggers,
    reported,
    rows,
)

__all__ = ["reported", "rows"]
pytestmark = pytest.mark.django_db
CASES = [(table, name) for table in append_only.TABLES for name in changes(table)]
if connection.vendor == "sqlite":
    PRAGMAS = [(pragma, *case) for pragma in ("ON", "OFF") for case in CASES]
else:
    PRAGMAS = [("", *case) for case in CASES]


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
