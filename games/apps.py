"""The games as a Django application."""

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate

from pbem.starting import starting


class Games(AppConfig):
    name = "games"
    verbose_name = "Games by mail"

    def ready(self) -> None:
        from games import checks  # noqa: F401  system checks

        starting.connect(_look_first)
        post_migrate.connect(_guard_what_is_written_once, sender=self)


def _look_first(**_: object) -> None:
    from games import start

    start.look()


def _guard_what_is_written_once(using: str, **_: object) -> None:
    """SQLite makes a table anew when a migration alters it, and forgets its triggers: whatever a migration
    did, they are on behind it."""
    from games.record import append_only

    append_only.install_where_there_are_tables(connections[using])
