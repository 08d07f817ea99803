"""A game begun on SQLite goes on in an empty installation on PostgreSQL, and from there in an empty one on
SQLite: the same digests, the same dice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection

from bench.postgresql import tools
from games.models import Game
from games.play import adjudication
from games.proof import game_files, verification
from games.record import eventlog
from rules import engine
from tests.games import arena, migrated
from tests.games.arena import no_mail
from tests.games.installation import Installation

__all__ = ["no_mail"]
ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="it begins on SQLite"),
]


def empty_installation(database: str, var: Path) -> Installation:
    """Another server with a database and a key of its own."""
    made = Installation(
        database,
        var,
        PBEM_SECRET_KEY=f"the key of {var.name}, as long as keys have to be nowadays, and longer",
        PBEM_BASE_URL=f"https://{var.name}.example.org",
    )
    if database.startswith("sqlite:///"):
        migrated.put(Path(database.removeprefix("sqlite:///")))
    else:
        made("migrate", "--verbosity", 0)
    return made


def test_a_game_goes_on_on_the_other_engine(no_mail: None, server_url: str, tmp_path: Path) -> None:
    game = arena.battle()
    arena.file_secretly(arena.anna(game))
    game = arena.play(game, 3)
    loaded = eventlog.load(game.pk).battle
    would = [engine.encode(event) for event in adjudication.adjudicated(game, loaded, "game master")]
    log, secret, word, back = (tmp_path / name for name in ("log.jsonl", "secret.json", "word", "back.jsonl"))
    word.write_text("a long enough passphrase")
    call_command(
        "export", game.label, output=log, secret=secret, passphrase_file=word, hand_over="the other engine"
    )

    there = empty_installation(server_url, tmp_path / "there")
    said = there("import", log, "--secret", secret, "--passphrase-file", word)
    assert f"{game.label} " in said and "goes on when all seats are taken" in said
    for seat in game.seats.all():
        there("seatplayer", game.label, seat.name, "--captain", "bold")
    there("closephase", game.label)
    assert f"{game.label} ok:" in there("verify", "--all")
    assert f"{game.label} ok: 4 of 4 phases" in there("rehearse")
    there("export", game.label, "-o", back)

    found = game_files.read(back)
    stored = list(eventlog.rows(game.pk))
    assert found.rows[: len(stored)] == stored, "type, version, bytes, command, time and hash of every event"
    assert found.head.uuid == str(game.uuid) and found.head.commitment == game.commitment
    kinds = [row.type for row in found.rows[len(stored) :]]
    assert kinds[0] == "taken_over"
    resolved = [engine.Record(row.type, row.version, row.data) for row in found.rows[len(stored) + 1 :]]
    assert resolved == would
    assert engine.digest(engine.replay(game_files.events(log))) == engine.digest(loaded)
    assert json.loads(log.read_bytes().split(b"\n")[0])["genesis"] == found.head.genesis
    assert verification.check(Game.objects.get(pk=game.pk)).events == len(stored)
    dumped_and_restored(server_url, there.environment, tmp_path / "all.dump", back.read_bytes())
    home = empty_installation(f"sqlite:///{tmp_path / 'home.sqlite3'}", tmp_path / "home")
    and_back_again(there, home, game, word)
    there.close()
    home.close()


def and_back_again(there: Installation, home: Installation, game: Game, word: Path) -> None:
    """From PostgreSQL to an empty installation on SQLite: what both play from there on is alike
    to the byte."""
    log, secret, far, near = (word.with_name(name) for name in ("back.log", "back.secret", "far", "near"))
    there("export", game.label, "-o", log, "--secret", secret, "--passphrase-file", word)
    home("import", log, "--secret", secret, "--passphrase-file", word, "--restore")
    for seat in game.seats.all():
        home("seatplayer", game.label, seat.name, "--captain", "bold")
    for installation, path in ((there, far), (home, near)):
        for _ in range(3):
            installation("sweep")
        assert f"{game.label} ok:" in installation("verify", "--all")
        installation("export", game.label, "-o", path)
    before, theirs, ours = (game_files.read(path).rows for path in (log, far, near))
    assert ours[: len(before)] == before and ours[len(before)].type == "taken_over"
    played = [
        [(row.type, row.version, row.data) for row in rows]
        for rows in (theirs[len(before) :], ours[len(before) + 1 :])
    ]
    assert played[0] == played[1] and "taken_over" not in {kind for kind, _, _ in played[0]}
    kinds = [kind for kind, _, _ in played[0]]
    assert (
        kinds.count("phase_ended") >= 2
        and kinds.count("die_rolled") > 0
        and kinds.count("orders_accepted") >= 2
    )


def dumped_and_restored(url: str, environment: dict[str, str], dump: Path, log: bytes) -> None:
    """PostgreSQL's own tools copy everything: the log, and the triggers that keep it append-only."""

    def run(*command: Any) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*map(str, command)], env=environment, cwd=ROOT, capture_output=True, timeout=120
        )

    restored = urlsplit(url)._replace(path="/restored").geturl()
    environment = {**environment, "PBEM_DATABASE_URL": restored}
    for command in (
        ("pg_dump", "--format=custom", "--file", dump, url),
        ("psql", url, "-c", "CREATE DATABASE restored"),
        ("pg_restore", "--dbname", restored, dump),
    ):
        done = run(tools() / command[0], *command[1:])
        assert done.returncode == 0, done.stderr
    done = run(sys.executable, "manage.py", "verify", "--all")
    assert b" ok: " in done.stdout and b"triggers" not in done.stdout, done.stderr
    [game] = done.stdout.split()[:1]
    assert run(sys.executable, "manage.py", "export", game.decode()).stdout == log
    done = run(tools() / "psql", restored, "-c", "DELETE FROM games_event")
    assert done.returncode and b"append-only" in done.stderr
