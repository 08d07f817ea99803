"""Triggers that keep rows, on SQLite and on PostgreSQL. The events of the log, the commands that wrote them,
what people did with mails, and what became of ours stay as they were written. Games, adjudications and
reports are never deleted, nor become another's.

They stop slips and ordinary tools. Whoever owns the database can drop them, or put empty ones in their place:
``faults`` tells of that, the hash chain and the seals (games.record.seals) of what was done meanwhile; and on
PostgreSQL there is a server that is not the owner (games.record.grants). SQLite remakes a table when a
migration alters it and forgets its triggers: so they are put on again behind every migration (games.apps).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# the tables whose rows never change, and the columns by which a row is known beside its primary key
TABLES: dict[str, tuple[str, ...]] = {
    "games_event": ("game_id", "seq"),
    "games_command": ("game_id", "command_id"),
    "games_mailhandled": (),
    "games_deliveryevent": ("source", "key"),
}
LOG = ("games_event", "games_command")
# the tables whose rows are never deleted, and every set of columns by which a row is known
KEPT: dict[str, tuple[tuple[str, ...], ...]] = {
    "games_game": (("id",), ("uuid",)),
    "games_adjudication": (("id",), ("game_id", "first_seq"), ("game_id", "key")),
    "games_report": (("id",), ("game_id", "seat_id", "key")),
}
ALL = (*TABLES, *KEPT)
_FUNCTION, _FUNCTION_OF_KEPT = "games_refuse_change", "games_refuse_loss"
_BODIES = {
    _FUNCTION: (
        "BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END"
    ),
    _FUNCTION_OF_KEPT: (
        "BEGIN RAISE EXCEPTION 'rows of % are kept', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END"
    ),
}


# the triggers of a table: their names, and what follows the name, as the database itself writes it


def _sqlite(table: str) -> dict[str, str]:
    if table in KEPT:
        return _sqlite_of_kept(table)
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    same = " AND ".join(f"{column} = NEW.{column}" for column in TABLES[table])
    there = [f"EXISTS (SELECT 1 FROM {table} WHERE {row})" for row in ("id = NEW.id", same) if row]
    return {
        f"{table}_no_update": f"BEFORE UPDATE ON {table} {refuse}",
        f"{table}_no_delete": f"BEFORE DELETE ON {table} {refuse}",
        # INSERT OR REPLACE deletes without firing the trigger above
        f"{table}_no_replace": f"BEFORE INSERT ON {table} WHEN {' OR '.join(there)} {refuse}",
    }


def _sqlite_of_kept(table: str) -> dict[str, str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are kept'); END"
    same = [" AND ".join(f"{column} IS NEW.{column}" for column in names) for names in KEPT[table]]
    there = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {row})" for row in same)
    moved = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in _columns(table))
    return {
        f"{table}_no_delete": f"BEFORE DELETE ON {table} {refuse}",
        f"{table}_no_replace": f"BEFORE INSERT ON {table} WHEN {there} {refuse}",
        # UPDATE OR REPLACE deletes the row whose place it takes
        f"{table}_no_move": f"BEFORE UPDATE ON {table} WHEN {moved} {refuse}",
    }


def _postgresql(table: str) -> dict[str, str]:
    refuse = f"EXECUTE FUNCTION {_FUNCTION_OF_KEPT if table in KEPT else _FUNCTION}()"
    truncated = {f"{table}_no_truncate": f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}"}
    if table not in KEPT:
        return {f"{table}_no_change": f"BEFORE DELETE OR UPDATE ON {table} FOR EACH ROW {refuse}"} | truncated
    moved = " OR ".join(f"old.{column} IS DISTINCT FROM new.{column}" for column in _columns(table))
    return truncated | {
        f"{table}_no_delete": f"BEFORE DELETE ON {table} FOR EACH ROW {refuse}",
        f"{table}_no_move": f"BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({moved}) {refuse}",
    }


def _columns(table: str) -> tuple[str, ...]:
    """The columns of a kept table that name its rows."""
    return tuple(dict.fromkeys(column for names in KEPT[table] for column in names))


def _triggers(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    return _postgresql(table) if connection.vendor == "postgresql" else _sqlite(table)


def install(connection: BaseDatabaseWrapper, tables: Iterable[str] = ALL) -> None:
    """Put the triggers on; harmless where they are on already."""
    tables = tuple(tables)
    remove(connection, tables)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for function, body in _BODIES.items():
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} "
                    "$$"
                )
        for table in tables:
            for name, what in _triggers(connection, table).items():
                cursor.execute(f"CREATE TRIGGER {name} {what}")


def install_where_there_are_tables(connection: BaseDatabaseWrapper) -> None:
    """The same for those of the tables that are there, unless all their triggers are: migrations can
    stop anywhere."""
    if not installed(connection):
        there = set(connection.introspection.table_names())
        install(connection, [table for table in ALL if table in there])


def remove(connection: BaseDatabaseWrapper, tables: Iterable[str] = ALL) -> None:
    """Take the triggers off, for a migration of the table or for tests that tamper."""
    with connection.cursor() as cursor:
        for table in tables:
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            for name in _triggers(connection, table):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def installed(connection: BaseDatabaseWrapper) -> bool:
    """Whether all the triggers are on, and are ours."""
    return not list(_odd_triggers(connection))


# looking


def faults(connection: BaseDatabaseWrapper) -> list[str]:
    """What is wrong with the triggers, in words: one that is not there, is switched off or is another than
    ours, and a statement that should be refused and is not. Each is tried on a row that is there, and taken
    back whatever comes."""
    return [*_odd_triggers(connection), *_what_passes(connection)]


def _odd_triggers(connection: BaseDatabaseWrapper) -> Iterator[str]:
    found = (
        _found_on_postgresql(connection)
        if connection.vendor == "postgresql"
        else _found_on_sqlite(connection)
    )
    for table in ALL:
        for name, what in _triggers(connection, table).items():
            if name not in found:
                yield f"the trigger {name} is missing"
            elif found[name] != _normal(f"CREATE TRIGGER {name} {what}"):
                yield f"the trigger {name} is not ours: {found[name][:300]}"
    if connection.vendor == "postgresql":
        yield from _odd_functions(connection)


def _found_on_sqlite(connection: BaseDatabaseWrapper) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return {name: _normal(sql) for name, sql in cursor.fetchall()}


def _found_on_postgresql(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Triggers by name, those switched off as such."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled IN ('O', 'A'), pg_get_triggerdef(oid, true) FROM pg_trigger"
            " WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)"
        )
        return {name: _normal(told) if on else "it is switched off" for name, on, told in cursor.fetchall()}


def _odd_functions(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """The triggers name a function; what it does stands elsewhere."""
    query = """SELECT DISTINCT p.proname, l.lanname, p.prosrc FROM pg_trigger t
        JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_language l ON l.oid = p.prolang
        WHERE NOT t.tgisinternal AND p.proname = ANY(%s)"""
    with connection.cursor() as cursor:
        cursor.execute(query, [list(_BODIES)])
        for name, language, body in cursor.fetchall():
            if language != "plpgsql" or _normal(body) != _normal(_BODIES[name]):
                yield f"the function {name}, which the triggers call, is not ours: {_normal(body)[:300]}"


def _normal(sql: str) -> str:
    """SQL without what says nothing: spaces, the schema that both are in, and the type that PostgreSQL puts
    behind texts."""
    return re.sub(r"\bpublic\.|::text\b", "", " ".join(sql.split()).rstrip(";"))


def _what_passes(connection: BaseDatabaseWrapper) -> Iterator[str]:
    for table in ALL:
        for what, statement in _forbidden(connection, table).items():
            if _passes(connection, statement):
                yield f"{what} of a row of {table} is not refused"


def _forbidden(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Statements that must be refused, each for one row. TRUNCATE is not tried: it would lock the whole table
    of a server that is running."""
    one = f"WHERE id = (SELECT min(id) FROM {table})"
    found = {"an UPDATE": f"UPDATE {table} SET id = -id {one}", "a DELETE": f"DELETE FROM {table} {one}"}
    if connection.vendor == "sqlite":
        found["a REPLACE"] = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} {one}"
    return found


def _passes(connection: BaseDatabaseWrapper, statement: str) -> bool:
    """Whether a statement changes anything; it is taken back. A refusal for any reason is one."""
    alias = connection.alias
    try:
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            cursor.execute(statement)
            changed = bool(cursor.rowcount > 0)
            transaction.set_rollback(True, using=alias)
    except DatabaseError:
        return False
    return changed
