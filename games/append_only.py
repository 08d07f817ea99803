"""Triggers that keep rows as they were written, on SQLite and on PostgreSQL: the events of the log and the commands that
wrote them, what people did with mails, and what became of ours.

They stop slips and ordinary tools. Whoever owns the database can drop them: the hash chain is for that case, and on
PostgreSQL a server that is not the owner (games.grants).
SQLite remakes a table when a migration alters it and forgets its triggers: such a migration must call install().
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper

# the tables, and the columns by which a row is known beside its primary key
TABLES: dict[str, tuple[str, ...]] = {
    "games_event": ("game_id", "seq"),
    "games_command": ("game_id", "command_id"),
    "games_mailhandled": (),
    "games_deliveryevent": ("source", "key"),
}
LOG = ("games_event", "games_command")
_POSTGRESQL_FUNCTION = """
    CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$
"""


def _sqlite(table: str) -> dict[str, str]:
    """The triggers of a table: their names, and what follows the name."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    same = " AND ".join(f"{column} = NEW.{column}" for column in TABLES[table])
    there = [f"EXISTS (SELECT 1 FROM {table} WHERE {row})" for row in ("id = NEW.id", same) if row]
    return {
        f"{table}_no_update": f"BEFORE UPDATE ON {table} {refuse}",
        f"{table}_no_delete": f"BEFORE DELETE ON {table} {refuse}",
        # INSERT OR REPLACE deletes without firing the trigger above
        f"{table}_no_replace": f"BEFORE INSERT ON {table} WHEN {' OR '.join(there)} {refuse}",
    }


def _postgresql(table: str) -> dict[str, str]:
    refuse = "EXECUTE FUNCTION games_refuse_change()"
    return {
        f"{table}_no_change": f"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {refuse}",
        f"{table}_no_truncate": f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}",
    }


def _triggers(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    return _postgresql(table) if connection.vendor == "postgresql" else _sqlite(table)


def install(connection: BaseDatabaseWrapper, tables: Iterable[str] = tuple(TABLES)) -> None:
    """Put the triggers on; harmless where they are on already."""
    remove(connection, tables)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for table in tables:
            for name, what in _triggers(connection, table).items():
                cursor.execute(f"CREATE TRIGGER {name} {what}")


def remove(connection: BaseDatabaseWrapper, tables: Iterable[str] = tuple(TABLES)) -> None:
    """Take the triggers off, for a migration of the table or for tests that tamper."""
    with connection.cursor() as cursor:
        for table in tables:
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            for name in _triggers(connection, table):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def installed(connection: BaseDatabaseWrapper) -> bool:
    """Whether all the triggers are on, and fire."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name for (name,) in cursor.fetchall()}
    return all(found.issuperset(_triggers(connection, table)) for table in TABLES)
