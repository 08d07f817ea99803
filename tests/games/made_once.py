"""What takes long to make, made once for all tests of a file, each of which finds it as it was made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.test import override_settings

from games.record import eventlog


@contextmanager
def for_a_file(django_db_blocker: Any) -> Iterator[None]:
    """In a fixture of the scope of a module: what is made here stands in the database until it ends. Not for
    files with tests that commit (``transaction=True``)."""
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(DOORBELL=False):
            yield
        transaction.set_rollback(True)


def as_it_was_made() -> None:
    """In a fixture of each test: what the one before has left in memory is forgotten, as the database has
    forgotten it."""
    eventlog.forget()
