"""Rows by statements that are written out: for what every order mail asks. The ORM builds a statement anew
each time, which takes several times as long as the database needs to answer it, and so does finding out anew
which column becomes which field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.expressions import Col

Row = TypeVar("Row", bound=Model)


def rows(model: type[Row], statement: str, *values: object) -> list[Row]:
    """The rows of a model that a statement finds; what it does not select is loaded when it is asked for."""
    adapted = [connection.ops.adapt_unknown_value(value) for value in values]
    with connection.cursor() as cursor:
        cursor.execute(statement, adapted)
        found = cursor.fetchall()
        fields = _fields(model, tuple(column[0] for column in cursor.description))
    names = [field.name for field in fields]
    told = ([field.of(given) for field in fields] for given in found)
    return [model.from_db(connection.alias, names, given) for given in told]


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


class _Field(NamedTuple):
    """A field, where its column stands in what was selected, and what puts that as a row keeps it."""

    name: str
    place: int
    column: Col
    converters: Sequence[Callable[[Any, Any, Any], Any]]

    def of(self, given: Sequence[Any]) -> Any:
        value = given[self.place]
        for convert in self.converters:
            value = convert(value, self.column, connection)
        return value


@lru_cache(256)
def _fields(model: type[Model], columns: tuple[str, ...]) -> list[_Field]:
    """The fields of a model that have one of these columns, in the order of the model."""
    found = []
    for field in model._meta.concrete_fields:
        if field.column in columns:
            column = field.get_col(model._meta.db_table)
            converters = (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
            found.append(_Field(field.attname, columns.index(field.column), column, converters))
    return found
