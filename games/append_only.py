"""Triggers that keep the event log append-only, on SQLite and on PostgreSQL.

They stop slips and ordinary tools. Whoever owns the database can drop them: the hash chain is for that case.
SQLite remakes a table when a migration alters it and forgets its triggers: such a migration must call install().
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

_REFUSAL = "the event log is append-only"

_SQLITE = {
    "games_event_no_update": f"BEFORE UPDATE ON games_event BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END",
    "games_event_no_delete": f"BEFORE DELETE ON games_event BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END",
    # INSERT OR REPLACE deletes without firing the trigger above
    "games_event_no_replace": f"""BEFORE INSERT ON games_event
        WHEN EXISTS (SELECT 1 FROM games_event WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM games_event WHERE game_id = NEW.game_id AND seq = NEW.seq)
        BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END""",
}

_POSTGRESQL = {
    "games_event_no_change": "BEFORE UPDATE OR DELETE ON games_event FOR EACH ROW",
    "games_event_no_truncate": "BEFORE TRUNCATE ON games_event FOR EACH STATEMENT",
}
_POSTGRESQL_FUNCTION = f"""
    CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on; harmless where they are on already."""
    remove(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
            for name, when in _POSTGRESQL.items():
                cursor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION games_refuse_change()")
        else:
            for name, body in _SQLITE.items():
                cursor.execute(f"CREATE TRIGGER {name} {body}")


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers off, for a migration of the table or for tests that tamper."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for name in _POSTGRESQL:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON games_event")
        else:
            for name in _SQLITE:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def installed(connection: BaseDatabaseWrapper) -> bool:
    """Whether all the triggers are on."""
    if connection.vendor == "postgresql":
        wanted, query = _POSTGRESQL, "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'games_event_no_%%'"
    else:
        wanted, query = _SQLITE, "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query.replace("%%", "%"))
        return set(wanted) <= {name for (name,) in cursor.fetchall()}
