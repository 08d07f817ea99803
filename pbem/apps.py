"""The post office as a Django application: it brings the checks."""

from django.apps import AppConfig


class PostOffice(AppConfig):
    name = "pbem"

    def ready(self) -> None:
        from pbem import checks  # noqa: F401  (registers itself)
