"""Rows that belong to a row which is not there: what is left of a game that somebody deleted."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model

from games.proof.testimony import Odd

_MOST = 20  # that are named of a table


def find() -> Iterator[Odd]:
    """Whatever refers to nothing, in all tables of the games."""
    for model in apps.get_app_config("games").get_models():
        for field in model._meta.local_concrete_fields:
            if isinstance(field, ForeignKey):
                yield from _of(model, field)


def _of(model: type[Model], field: ForeignKey[Model, Model]) -> Iterator[Odd]:
    table, column = model._meta.db_table, field.column
    parent, key = field.target_field.model._meta.db_table, field.target_field.column
    query = (
        f"SELECT own.{column}, count(*) FROM {table} AS own LEFT JOIN {parent} AS other ON other.{key} = "
        f"own.{column} WHERE own.{column} IS NOT NULL AND other.{key} IS NULL GROUP BY own.{column} ORDER "
        f"BY own.{column} LIMIT {_MOST}"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        for number, count in cursor.fetchall():
            name = f"G{number}" if parent == "games_game" else f"row {number} of {parent}"
            yield Odd(table, f"{count} rows belong to {name}, which is not there")
