"""``pbem serve`` where it must not serve, or cannot: one sentence with what to do, a code that tells whether
coming again helps, nothing begun, and nobody left behind."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psutil
import pytest

from pbem.processes import free_port
from tests.games.installation import Installation
from tests.games.migrated import put

ROOT = Path(__file__).resolve().parents[2]
OTHER_PORT = "another program listens at 127.0.0.1:{port}; choose another address with {choice}"
REFUSED = {
    "another key": ("give every host the same PBEM_SECRET_KEY", 78),
    "a newer database": ("newer version of the server (it has 0999_of_tomorrow): update this host", 78),
    "the port of the pages": (OTHER_PORT, 75),
    "the port for mail": (OTHER_PORT, 75),
}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served_before(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A server's directory, from a key that is not chosen again."""
    var = tmp_path_factory.mktemp("server")
    put(var / "pbem.sqlite3")
    with Installation(f"sqlite:///{var / 'pbem.sqlite3'}", var, PBEM_SECRET_KEY="the first") as manage:
        manage("sweep")
        yield var


@contextmanager
def migrated(database: Path, name: str) -> Iterator[None]:
    """As a newer version would leave it, until the block ends."""
    with closing(sqlite3.connect(database, isolation_level=None)) as line:
        row = ("games", name, "2026-11-26")
        line.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)
        yield
        line.execute("DELETE FROM django_migrations WHERE name = ?", [name])


@pytest.mark.parametrize("wrong", REFUSED)
def test_it_says_why_and_begins_nothing(served_before: Path, wrong: str) -> None:
    words, code = REFUSED[wrong]
    pages, mail = free_port(), free_port()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    environment = {
        **clean,
        "PBEM_VAR": str(served_before),
        "PBEM_SECRET_KEY": "another" if wrong == "another key" else "the first",
        "PBEM_MAIL_LISTEN": f"127.0.0.1:{mail}",
        "PBEM_LOG_LEVEL": "ERROR",
    }
    with ExitStack() as meanwhile:
        match wrong:
            case "the port of the pages":
                meanwhile.enter_context(socket.create_server(("127.0.0.1", pages)))
                words = words.format(port=pages, choice="--listen")
            case "the port for mail":
                meanwhile.enter_context(socket.create_server(("127.0.0.1", mail)))
                words = words.format(port=mail, choice="PBEM_MAIL_LISTEN")
            case "a newer database":
                meanwhile.enter_context(migrated(served_before / "pbem.sqlite3", "0999_of_tomorrow"))
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--listen", f"127.0.0.1:{pages}"],
            env=environment, cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
    assert words in done.stderr and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    assert done.returncode == code and "Pages:" not in done.stdout
    left = [one.pid for one in psutil.process_iter() if _belongs(one, served_before)]
    assert left == []


def _belongs(process: psutil.Process, var: Path) -> bool:
    try:
        return process.environ().get("PBEM_VAR") == str(var) and "installation" not in str(process.cmdline())
    except psutil.Error:
        return False
