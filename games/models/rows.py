"""Rows by statements that are written out: for what every order mail asks. The ORM builds a statement anew
each time, which takes several times as long as the database needs to answer it."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def rows(model: type[Row], statement: str, *values: object) -> list[Row]:
    """The rows of a model that a statement finds; what it does not select is loaded when it is asked for."""
    return list(model._default_manager.raw(statement, values))


def row(model: type[Row], key: int) -> Row:
    """The whole row with this key, as it is now. Raises DoesNotExist."""
    found = rows(model, f"SELECT * FROM {model._meta.db_table} WHERE id = %s", key)
    if not found:
        raise model.DoesNotExist(f"{model.__name__} {key}")  # type: ignore[attr-defined]
    return found[0]


def values(statement: str, *values: int | str) -> list[tuple[Any, ...]]:
    """What a statement finds, as the database gives it: of SQLite moments are texts, and truth a number."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
