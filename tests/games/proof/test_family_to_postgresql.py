"""A family begun on SQLite goes on as one in an empty installation on PostgreSQL, and from there in an
empty one on SQLite: two real battles, the first at rest until the second is fought."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from games import queue
from games.play.creation import Player, create_game
from games.proof import game_files
from tests.games.arena import no_mail
from tests.games.proof.test_moving_to_postgresql import empty_installation

__all__ = ["no_mail"]
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="it begins on SQLite"),
]
OF_SERVERS = ("taken_over", "handed_over", "called_from")


def test_a_family_goes_on_on_the_other_engine_and_back(
    no_mail: None, server_url: str, tmp_path: Path
) -> None:
    word = tmp_path / "word"
    word.write_text("a long enough passphrase")
    players = {"normans": Player("Anna", "a@example.org"), "lombards": Player("Boris", "b@example.org")}
    first = create_game("reapers", players, deadline_hours=0, child_hours=72)
    while queue.work_off():
        pass
    second = first.children.get()
    labels = [first.label, second.label]
    log, secret = tmp_path / "log", tmp_path / "secret"
    call_command("export", first.label, output=log, secret=secret, passphrase_file=word, hand_over="there")
    there = empty_installation(server_url, tmp_path / "there")
    home = empty_installation(f"sqlite:///{tmp_path / 'home.sqlite3'}", tmp_path / "home")
    before = {file.head.label: file.rows for file in game_files.read_all(log)}
    for server, how in ((there, ()), (home, ("--restore",))):
        said = server("import", log, "--secret", secret, "--passphrase-file", word, *how)
        assert all(f"{label} " in said for label in labels)
        log, secret = log.with_suffix(".back"), secret.with_suffix(".back")
        for seat in first.seats.all():
            server("seatplayer", first.label, seat.name, "--captain", "bold")
        if server is there:
            server("closephase", second.label)
            server("export", first.label, "-o", log, "--secret", secret, "--passphrase-file", word)
        server.comes_to_rest()
        verified = server("verify", "--all", "--rules")
        assert all(f"{label} ok:" in verified for label in labels)
        server(
            "export", first.label, "-o", tmp_path / server.environment["PBEM_VAR"].rpartition("/")[2] / "end"
        )
    ends = [game_files.read_all(tmp_path / name / "end") for name in ("there", "home")]
    for files in ends:
        assert all(file.rows[: len(before[file.head.label])] == before[file.head.label] for file in files)
        assert [file.rows[-1].type for file in files] == ["game_ended"] * 2
    played = [
        [[(row.type, row.data) for row in file.rows if row.type not in OF_SERVERS] for file in files]
        for files in ends
    ]
    assert played[0][1] == played[1][1], "the second battle comes out the same on both"
    told = [[json.loads(data) for kind, data in games[0] if kind == "game_told"] for games in played]
    assert [one["outcome"] for one in told[0]] == [one["outcome"] for one in told[1]]
    assert [one["back"] for one in told[0]] == [one["back"] for one in told[1]]
    there.close()
    home.close()
