"""The world around a server that is killed: a clock that stands still, chance that is fixed, a bell, a post
office, and databases that can be copied."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Clock:
    """Stands still until it is moved."""

    moment = NOON

    def time_ns(self) -> int:
        return int(self.moment.timestamp()) * 10**9


class AnyDatetime(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class StandingDatetime(metaclass=AnyDatetime):
    """In place of the class in django.utils.timezone."""

    @staticmethod
    def now(tz: Any = None) -> datetime:
        return clock.moment


class Chance:
    """Reply references that depend on nothing but how many there are, so that a transaction tried again
    draws alike."""

    def __init__(self) -> None:
        self.drawn = 0

    def choice(self, letters: str) -> str:
        from games.models import ReplyToken
        from games.seats.seats import REF_LENGTH

        if self.drawn % REF_LENGTH == 0:
            self.random = Random(ReplyToken.objects.count())
        self.drawn += 1
        return self.random.choice(letters)


outside_calls = Counter[
    str
]()  # calls to the outside, by what they are for and whether a transaction was open


def call_outside(what: str) -> None:
    """Note a call to another machine: none may wait for it while it holds a transaction."""
    from django.db import connection

    outside_calls[f"{what} inside a transaction" if connection.in_atomic_block else what] += 1


class PostOffice:
    """Takes mails and writes them down at once, as another machine would; ``mood`` says what it does at a
    mail's first attempt: "busy" (try later), "deaf" (no answer after the mail), "no" (refused for good,
    every time)."""

    def __init__(self) -> None:
        self.ledger = Path()
        self.mood = ""

    def open(self) -> None:
        call_outside("mail")

    def close(self) -> None:
        pass

    def send_messages(self, messages: Any) -> int:
        import smtplib

        call_outside("mail")
        [message] = messages
        mime = message.message()
        raw, name = mime.as_bytes(), str(mime["Message-ID"])
        first = not any(line["name"] == name for line in self.lines())
        taken = self.mood != "no" and not (first and self.mood == "busy")
        self.write({"name": name, "bytes": hashlib.sha256(raw).hexdigest() if taken else ""})
        if not taken:
            raise smtplib.SMTPDataError(550 if self.mood == "no" else 451, b"as you see")
        if first and self.mood == "deaf":
            raise smtplib.SMTPServerDisconnected("gone")
        return 1

    def write(self, line: dict[str, str]) -> None:
        with self.ledger.open("a") as ledger:
            ledger.write(json.dumps(line) + "\n")

    def lines(self) -> list[dict[str, str]]:
        return (
            [json.loads(line) for line in self.ledger.read_text().splitlines()]
            if self.ledger.exists()
            else []
        )


clock, chance, post, bell = Clock(), Chance(), PostOffice(), list[tuple[str, int]]()


def set_up() -> None:
    """Import everything and put the world in place; no database connection yet, so that the process
    can be forked."""
    os.environ.setdefault("PBEM_SECRET_KEY", "a key for crash tests only")
    os.environ.update(
        PBEM_GAME_MASTER="gm@example.org",
        PBEM_PATIENCE_SECONDS="-1",
        PBEM_LOG_LEVEL="CRITICAL",
        PBEM_MAIL_WEBHOOKS="mailgun",
        PBEM_MAIL_WEBHOOK_WINDOW=str(10**9),
        PBEM_ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY="a key for crash tests only",
    )
    os.environ["DJANGO_SETTINGS_MODULE"] = "pbem.settings"
    import django

    django.setup()
    from django.utils import timezone

    from games import tasks
    from games.clockwork import heartbeats
    from games.play import families, renewal
    from games.record import eventlog, promises, snapshots
    from games.reports import maps
    from games.seats import seats
    from pbem import celery
    from pbem.mail import lasting

    def put(target: Any, name: str, value: Any) -> None:
        setattr(target, name, value)

    put(timezone, "datetime", StandingDatetime)
    put(eventlog, "time", SimpleNamespace(time_ns=clock.time_ns))
    put(snapshots, "SPACING", 60)  # the battle is short, and shall be opened from snapshots all the same
    put(seats, "secrets", chance)
    for module in (promises, renewal, families):
        drawn = SimpleNamespace(token_bytes=lambda length: b"s" * length, randbits=below_all)
        put(module, "secrets", drawn)
    put(heartbeats, "read", lambda: heartbeats.Reading(clock.moment, "here", clock.moment.timestamp()))
    put(
        heartbeats, "LEAST_OUTAGE", timedelta(days=450)
    )  # the clock makes leaps, and the server runs all the while
    put(lasting, "get_connection", lambda: post)
    put(maps, "drawn", lambda picture, size="": b"a map")
    put(maps, "part", lambda picture, size: maps.Part(b"a part", "0101", "0909"))
    put(maps, "around", lambda picture, size: [maps.Part(b"a part", "0101", "0909")])
    put(celery.app, "send_task", ring)
    put(tasks, "listens_to", lambda task: True)
    put(celery, "unheard", lambda task: len(bell))


def ring(name: str, args: list[int], **_: Any) -> None:
    call_outside("bell")
    bell.append((name.rpartition(".")[2], *args))


def below_all(bits: int) -> int:
    """In place of a number by chance: another one for each row below zero."""
    from games.models import Game, Seat

    rows = (model._default_manager.filter(pk__lt=0).count() for model in (Game, Seat))
    return int(2**bits - 1 - sum(rows))


# databases and their copies


class Sqlite:
    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def name(self, label: str) -> str:
        return str(self.directory / f"{label}.sqlite3")

    def create(self, label: str) -> None:
        pass

    def copy(self, source: str, target: str) -> None:
        shutil.copyfile(self.name(source), self.name(target))

    def drop(self, label: str) -> None:
        for end in ("", "-wal", "-shm"):
            Path(self.name(label) + end).unlink(missing_ok=True)


class Postgresql:
    def __init__(self, url: str) -> None:
        self.url = url

    def name(self, label: str) -> str:
        return f"crash_{label.replace('-', '_')}"

    def _do(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def create(self, label: str) -> None:
        self._do(f"CREATE DATABASE {self.name(label)}")

    def copy(self, source: str, target: str) -> None:
        self._do(f"CREATE DATABASE {self.name(target)} TEMPLATE {self.name(source)}")

    def drop(self, label: str) -> None:
        self._do(f"DROP DATABASE IF EXISTS {self.name(label)} WITH (FORCE)")


def level_the_sequences() -> None:
    """PostgreSQL does not give back the numbers of a transaction that died; nobody may depend on them, but
    the keys of mails name rows, and they are compared."""
    from django.apps import apps
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for model in apps.get_app_config("games").get_models():
                table = model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT coalesce(max(id), 0) + "
                    f"1 FROM {table}), false)"
                )
