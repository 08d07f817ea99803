"""Rows that must be there once."""

from __future__ import annotations

from typing import TypeVar

from django.db import connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def insert_once(row: Row, *key: str) -> tuple[Row, bool]:
    """Insert a row unless one is there that has the same in the fields ``key``, which are unique together: the row that is
    there then, and whether it is new. ``get_or_create`` needs a savepoint besides. It is asked first, as there, because an
    insertion that comes to nothing uses up a primary key."""
    same = type(row)._default_manager.filter(**{name: getattr(row, name) for name in key})
    if same.exists() and (known := same.first()):  # it hardly ever is, so its columns are asked for last
        return known, False
    if _inserted(row):
        return row, True
    return same.get(), False  # somebody else was quicker


def _inserted(row: Model) -> bool:
    meta = row._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join("%s" for _ in fields)
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {meta.db_table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING {meta.pk.column}",
            values,
        )
        inserted = cursor.fetchall()  # to its end, or the statement stays open
    if not inserted:
        return False
    row.pk = inserted[0][0]
    row._state.adding, row._state.db = False, connection.alias
    return True
