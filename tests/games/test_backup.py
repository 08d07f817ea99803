"""A copy of all games, taken while the server runs, and used again."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.skipif(connection.vendor == "postgresql", reason="pg_dump does it there"),
    pytest.mark.slow,
]


def server(database: Path, *command: Any, succeeds: bool = True) -> str:
    """A command of a server with its own database and the key that it always had."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "PBEM_"))}
    environment |= {"PBEM_VAR": str(database.parent / "var"), "PBEM_DATABASE_URL": f"sqlite:///{database}"}
    environment |= {
        "PBEM_DOORBELL": "off",
        "PBEM_SECRET_KEY": "a key that is kept somewhere else",
        "RIG_SCENARIO": "orchard",
    }
    done = subprocess.run(
        [sys.executable, *map(str, command)], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120
    )  # fmt: skip
    assert (done.returncode == 0) is succeeds, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_copy_is_whole_and_goes_on(tmp_path: Path) -> None:
    live, copy = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    [number] = json.loads(server(live, "-m", "tests.games.rig", "create", 1))
    server(live, "manage.py", "closephase", number)
    writer = sqlite3.connect(live)
    writer.execute("BEGIN IMMEDIATE")  # somebody is at work meanwhile
    writer.execute("UPDATE games_game SET trouble = 'half written'")
    try:
        server(live, "manage.py", "backup", copy)
    finally:
        writer.close()
    assert copy.stat().st_mode & 0o077 == 0
    assert "exists" in server(live, "manage.py", "backup", copy, succeeds=False)
    server(live, "manage.py", "closephase", number)

    restored = tmp_path / "restored.sqlite3"
    restored.write_bytes(copy.read_bytes())
    assert f"G{number} ok:" in server(restored, "manage.py", "verify", "--all")
    assert f"G{number} ok: 1 of 1 phases" in server(restored, "manage.py", "rehearse")
    server(restored, "manage.py", "closephase", number)
    logs = [server(database, "manage.py", "export", number) for database in (live, restored)]
    played = [[(e["type"], e["data"]) for e in map(json.loads, log.splitlines()[1:])] for log in logs]
    assert played[0] == played[1], "the same orders meet the same dice"
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        sqlite3.connect(restored).execute("DELETE FROM games_event")


@pytest.mark.django_db
def test_a_place_where_no_copy_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("backup", tmp_path / "nowhere" / "copy")
