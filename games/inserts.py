"""Rows that must be there once: inserted, or found out to be there already, in one statement."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model


def insert_once(row: Model) -> bool:
    """Insert a row unless one with its unique key is there; whether it was inserted, and then its primary key is set.
    ``get_or_create`` asks first and needs a savepoint: four statements where the row is new, as it nearly always is."""
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
