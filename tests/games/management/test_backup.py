"""A copy of all games, taken while the server runs, and used again."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.games import migrated
from tests.games.installation import Installation

pytestmark = [
    pytest.mark.skipif(connection.vendor == "postgresql", reason="pg_dump does it there"),
    pytest.mark.slow,
]


def server(database: Path) -> Installation:
    """One with its own database and the key that it always had."""
    key = "a key that is kept somewhere else"
    return Installation(f"sqlite:///{database}", database.parent / "var", PBEM_SECRET_KEY=key)


def test_a_copy_is_whole_and_goes_on(tmp_path: Path) -> None:
    path, copy = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    migrated.put(path)
    with server(path) as live:
        seats = ("--seat", "normans=captain:bold", "--seat", "lombards=captain:bold")
        game = live("creategame", "orchard", *seats).split()[0]
        live("closephase", game)
        writer = sqlite3.connect(path)
        writer.execute("BEGIN IMMEDIATE")  # somebody is at work meanwhile
        writer.execute("UPDATE games_game SET trouble = 'half written'")
        try:
            live("backup", copy)
        finally:
            writer.close()
        assert copy.stat().st_mode & 0o077 == 0
        again = live.run("backup", copy)
        assert again.status and "exists" in again.err
        live("closephase", game)
        logs = [live("export", game)]

    with server(tmp_path / "restored.sqlite3") as restored:
        (tmp_path / "restored.sqlite3").write_bytes(copy.read_bytes())
        assert f"{game} ok:" in restored("verify", "--all")
        assert f"{game} ok: 1 of 1 phases" in restored("rehearse")
        restored("closephase", game)
        logs.append(restored("export", game))
    played = [
        [(e["type"], e["data"]) for e in map(json.loads, log.splitlines()[1:]) if "type" in e] for log in logs
    ]
    assert played[0] == played[1], "the same orders meet the same dice"
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        sqlite3.connect(tmp_path / "restored.sqlite3").execute("DELETE FROM games_event")


@pytest.mark.django_db
def test_a_place_where_no_copy_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("backup", tmp_path / "nowhere" / "copy")
