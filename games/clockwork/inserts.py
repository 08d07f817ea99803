"""Rows that must be there once."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model

Row = TypeVar("Row", bound=Model)


def insert_once(row: Row, *key: str) -> tuple[Row, bool]:
    """Insert a row unless one is there that has the same in the fields ``key``, which are unique together:
    the row that is there then, and whether it is new. ``get_or_create`` needs another statement, and a
    savepoint besides."""
    if inserted(row, *key):
        return row, True
    same = {name: getattr(row, name) for name in key}
    return type(row)._default_manager.get(**same), False


def inserted(row: Model, *key: str) -> bool:
    """Insert a row unless it, or one that has the same in the fields ``key``, would be there twice; whether
    it was. A conflict is what is left when somebody else is quicker; a row that is there is looked for first,
    because an insertion that comes to nothing uses up a primary key."""
    meta, quoted = row._meta, connection.ops.quote_name
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    values = {
        field.name: field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields
    }
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    marks = ", ".join(_mark(field) for field in fields)
    same = " AND ".join(f"{quoted(str(field.column))} = %s" for field in fields if field.name in key)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {meta.db_table} ({columns}) SELECT {marks}"
            f" WHERE NOT EXISTS (SELECT 1 FROM {meta.db_table} WHERE {same})"
            f" ON CONFLICT DO NOTHING RETURNING {meta.pk.column}",
            [*values.values(), *(values[field.name] for field in fields if field.name in key)],
        )
        inserted = cursor.fetchall()  # to its end, or the statement stays open
    if not inserted:
        return False
    row.pk = inserted[0][0]
    row._state.adding, row._state.db = False, connection.alias
    return True


def _mark(field: Field[Any, Any]) -> str:
    """The place of a value. PostgreSQL does not look at the column for the type of what is selected; with its
    length a text would be cut rather than refused."""
    if connection.vendor != "postgresql":
        return "%s"
    kind, _, _ = str(field.cast_db_type(connection)).partition("(")
    return f"CAST(%s AS {kind})"
