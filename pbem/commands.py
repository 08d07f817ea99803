"""Commands that are held to what holds for every process of the server."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand

from pbem.starting import begin


class ChangesGames(BaseCommand):
    """A command that changes games: it does so only where a process of the server might start. With another
    key it would make games that nobody can play. Raises CannotStart."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        begin()
        return super().execute(*args, **options)
