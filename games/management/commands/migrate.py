"""Django's own command, one host at a time: two first starts at once both succeed."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from games import start

LOCK = 0x7062656D  # the number of the lock that all hosts ask PostgreSQL for


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """With the checks, which ask the database: two who open a new one of SQLite's at once may find it
        locked, however long they would wait."""
        start.must_be_whole()
        with alone(options["database"]):
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        start.may_change_tables()
        super().handle(*args, **options)


@contextmanager
def alone(alias: str) -> Iterator[None]:
    """Nobody else changes the tables meanwhile: whoever comes second waits, and finds them changed. The lock
    ends with its holder, whatever ended him."""
    connection = connections[alias]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        return
    name = str(connection.settings_dict["NAME"])
    if ":memory:" in name or name.startswith("file:"):
        yield
        return
    with Path(f"{name}.migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
