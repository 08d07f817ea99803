"""What the tests of the record and the clock share."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench.postgresql import server as server_in
from games.clockwork import doorbell
from games.record import eventlog
from games.views import health
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import game, game_of_the_file, orders, post, rival, seat

__all__ = ["game", "game_of_the_file", "orders", "post", "rival", "seat"]  # fixtures of the post


@pytest.fixture(autouse=True)
def quiet_doorbell(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test rings for the workers of a server that happens to run on this machine."""
    settings.DOORBELL = False
    monkeypatch.setattr(doorbell, "_silent_until", 0.0)


@pytest.fixture(autouse=True)
def ready_is_found_anew() -> None:
    """No test is told what another one found of the server's health."""
    health.forget()


@pytest.fixture
def form_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """New games get a log of the first form, as those that were begun before there was a second have."""
    monkeypatch.setattr(eventlog, "FORM", 1)


@pytest.fixture(autouse=True)
def no_pocket_is_left() -> Iterator[None]:
    """Whoever sat down with the smallest rules gets up behind each test."""
    yield
    PocketRules.leave()


@pytest.fixture
def pocket(monkeypatch: pytest.MonkeyPatch) -> PocketRules:
    """The smallest rules there are, as one scale more: see tests/games/pocket_rules.py."""
    rules = PocketRules()
    rules.put_in_place(monkeypatch)
    return rules


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL of our own on a unix socket. Not below pytest's own directory: another pytest that starts
    meanwhile closes that to the user as whom the server runs."""
    server = server_in(Path(tempfile.mkdtemp(prefix="pbem-postgresql-")))
    # it may be its clients who die, never the server: it need not wait for the disk
    server.execute("ALTER SYSTEM SET fsync = off")
    server.execute("SELECT pg_reload_conf()")
    try:
        yield server.url
    finally:
        server.remove()


@pytest.fixture(scope="module")
def server_url(postgresql: str, request: pytest.FixtureRequest) -> str:
    """An empty database there for the tests of one file."""
    import psycopg

    name = f"{request.module.__name__.rpartition('.')[2]}_{secrets.token_hex(4)}"
    with psycopg.connect(postgresql, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
    return urlsplit(postgresql)._replace(path=f"/{name}").geturl()
