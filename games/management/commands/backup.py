"""manage.py backup FILE: a copy of the whole SQLite database, while the server runs."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


class Command(BaseCommand):
    help = (
        "Copy the SQLite database as it is at one moment, the server running. PostgreSQL brings pg_dump for "
        "this."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the copy; there may be no such file yet")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if connection.vendor != "sqlite":
            raise CommandError(
                "games are kept in PostgreSQL: pg_dump --format=custom --file FILE copies it "
                "(docs/operators/updates.md)"
            )
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(path)) as copy:
                connection.ensure_connection()
                connection.connection.backup(copy)
                [(state,)] = copy.execute("PRAGMA integrity_check").fetchmany(1)
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"{path}: {error}") from error
        if state != "ok":
            raise CommandError(f"{path}: the copy is damaged: {state}")
        self.stdout.write(
            f"{path}: {path.stat().st_size / 1e6:.1f} MB. Keep the secret key with it, in another place."
        )
