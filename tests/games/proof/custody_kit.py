"""Games as files, and another server to bring them to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import (
    Adjudication,
    Command,
    Game,
    InboundMail,
    OutboundMail,
    Question,
    Report,
    Seat,
    ServerKey,
)
from games.record import append_only, eventlog
from tests.games.kit import again

WORD = "a ford below the hill"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "word").write_text(f"{WORD}\n")
    return tmp_path


def exported(game: Game, folder: Path, **options: Any) -> tuple[str, str]:
    """The paths of the log and of the locked secret."""
    log, secret = folder / "log.jsonl", folder / "secret.json"
    secret.unlink(missing_ok=True)
    call_command("export", game.label, output=log, secret=secret, passphrase_file=folder / "word", **options)
    return str(log), str(secret)


def imported(log: str, secret: str | None = None, **options: Any) -> Game:
    folder = Path(log).parent
    call_command(
        "import",
        Path(log),
        secret=Path(secret) if secret else None,
        passphrase_file=folder / "word",
        **options,
    )
    first = map(json.loads, Path(log).read_bytes().split(b"\n")[:2])  # of a family the second line
    return Game.objects.get(uuid=next(line["uuid"] for line in first if "uuid" in line))


@pytest.fixture
def other_server(settings: Any) -> Iterator[Callable[[], None]]:
    """Calling it makes this an empty server with another key."""

    def change() -> None:
        append_only.remove(connection)
        for model in (Report, OutboundMail, InboundMail, Question, Adjudication, Command):
            model.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM games_event")
        Seat.objects.update(stands_for=None)
        Game.objects.update(parent=None)
        for model in (Seat, Game, ServerKey):
            model.objects.all().delete()
        append_only.install(connection)
        eventlog._kept.clear()
        settings.SECRET_KEY, settings.BASE_URL = "another server's key", "https://other.example.org"

    yield change


def seat_everybody(game: Game) -> Game:
    for seat in game.seats.all():
        call_command("seatplayer", game.label, seat.name, email=f"{seat.name}@new.example.org")
    return again(game)
