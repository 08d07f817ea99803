"""The games as a Django application."""

from django.apps import AppConfig


class Games(AppConfig):
    name = "games"
    verbose_name = "Games by mail"

    def ready(self) -> None:
        from games import checks  # noqa: F401  system checks
