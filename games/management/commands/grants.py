"""manage.py grants ROLE: SQL for a PostgreSQL role that can run the server and cannot change the log."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.record import grants


class Command(BaseCommand):
    help = (
        "Print the GRANTs of a PostgreSQL role that runs the server without owning the log. Changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            statements = list(grants.statements(options["role"]))
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write("BEGIN;\n" + "\n".join(statements) + "\nCOMMIT;")
