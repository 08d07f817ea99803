"""Both database engines for one process: an SQLite file and a PostgreSQL server of our own, in one
temporary directory.

Django's default connection is pointed at one of them after the other.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SQLITE, POSTGRESQL = "sqlite", "postgresql"


def set_up(var: Path) -> None:
    """Django, with its files in a directory and no database chosen yet."""
    os.environ.update(
        PBEM_VAR=str(var), PBEM_DATABASE_URL=f"sqlite:///{var / 'log.sqlite3'}", PBEM_DOORBELL="0"
    )
    os.environ["DJANGO_SETTINGS_MODULE"] = "pbem.settings"
    import django

    django.setup()


@contextmanager
def postgresql(var: Path) -> Iterator[str]:
    """The URL of a PostgreSQL that runs as long as it is used, with the settings it comes with (it waits
    for the disk)."""
    from bench.postgresql import server as server_in
    from pbem.guardian import Guardian

    server = server_in(var / "postgresql")
    with Guardian() as guardian:
        guardian.watch(server.pid, signal.SIGINT)  # which lets no client keep it waiting
        try:
            yield server.url
        finally:
            server.remove()


@contextmanager
def using(url: str) -> Iterator[None]:
    """Everything that reads or writes games uses this database, which is made ready first."""
    from django.core.management import call_command
    from django.db import connections

    from games.record import eventlog
    from pbem import environment

    before = connections.settings["default"]
    connections["default"].close()
    described = connections.configure_settings({"default": environment.database(url)})
    _put(described["default"])
    eventlog.forget()
    call_command("migrate", verbosity=0)
    try:
        yield
    finally:
        connections["default"].close()
        eventlog.forget()
        _put(before)


def _put(described: dict[str, object]) -> None:
    from django.db import connections

    connections.settings["default"] = described
    connections["default"] = connections.create_connection("default")
