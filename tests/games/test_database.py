"""How the database is opened, read from a live connection; and what nobody may do while he holds a
transaction."""

from __future__ import annotations

import ast
import smtplib
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from aiosmtpd.controller import Controller
from django.db import OperationalError, connection, transaction

from games import queue
from games.doors import arrivals
from games.models import Game, InboundMail, InboundState, OutboundMail, OutboundState, Seat
from games.play.creation import Captain, Player, create_game
from games.seats import seats
from pbem.celery import app
from pbem.processes import free_port
from rules import engine
from tests.games import bell as redis_of_our_own
from tests.games.threads import together

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite alone")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL alone")


def asked(question: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def test_who_locks_rows_and_reads_others_along_with_them_names_which_he_locks() -> None:
    """PostgreSQL refuses to lock rows that may be missing, and SQLite, which locks none, says nothing."""
    locking = []
    for file in (ROOT / "games").rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text())):
            if isinstance(function, ast.FunctionDef):
                calls = [
                    (node.func.attr, node)
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                ]
                if "select_related" in dict(calls):  # in whichever statements either is said
                    locking += [node for name, node in calls if name == "select_for_update"]
    assert len(locking) >= 2
    for node in locking:
        assert "of" in [word.arg for word in node.keywords], ast.unparse(node)


# settings of the connection


@on_sqlite
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),  # readers do not wait for a writer
        ("synchronous", 2),  # FULL: what is committed survives a power cut
        ("busy_timeout", 20_000),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
    ],
)
def test_a_live_connection_to_sqlite(pragma: str, value: Any) -> None:
    assert asked(f"PRAGMA {pragma}") == value


@on_postgresql
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lock_timeout", "5s"),
        ("statement_timeout", "1min"),
        ("idle_in_transaction_session_timeout", "30s"),
        ("transaction_isolation", "read committed"),
        ("synchronous_commit", "on"),
    ],
)
def test_a_live_connection_to_postgresql(name: str, value: str) -> None:
    assert asked(f"SHOW {name}") == value


def a_letter(number: str) -> InboundMail:
    return InboundMail.objects.create(sha256=number, raw=b"x", transport="test", state=InboundState.IGNORED)


@on_sqlite
def test_a_transaction_takes_the_writers_place_at_its_beginning() -> None:
    """Were it deferred, two that read first and write then would fail at once, whatever the timeout."""
    refused: list[str] = []

    def another() -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout=0")
        try:
            with transaction.atomic():
                pass
        except OperationalError as error:
            refused.append(str(error))

    with transaction.atomic():
        assert together(another) == []
    assert refused == ["database is locked"]


def test_two_writers_who_read_first_wait_for_each_other() -> None:
    def write(name: str) -> None:
        for number in range(15):
            with transaction.atomic():
                InboundMail.objects.count()
                time.sleep(0.01)
                a_letter(f"{name} {number}")

    assert together(lambda: write("a"), lambda: write("b"), lambda: write("c")) == []
    assert InboundMail.objects.count() == 45


def test_a_reader_does_not_wait_for_a_writer() -> None:
    seen: list[tuple[int, float]] = []

    def read() -> None:
        begun = time.monotonic()
        seen.append((InboundMail.objects.count(), time.monotonic() - begun))

    with transaction.atomic():
        a_letter("not committed")
        assert together(read) == []
    [(count, seconds)] = seen
    assert count == 0 and seconds < 5


# nobody calls another machine while he holds a transaction


class Sink:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken.append(envelope.content)
        return "250 ok"


@pytest.fixture
def mail_server(settings: Any) -> Iterator[Sink]:
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = controller.hostname, controller.port
    try:
        yield sink
    finally:
        controller.stop()


@pytest.fixture
def bell(settings: Any, tmp_path: Path) -> Iterator[redis.Redis]:
    """A Redis of our own behind the doorbell."""
    before = app.conf.broker_url
    with redis_of_our_own.running(tmp_path) as socket:
        app.conf.broker_url = f"redis+socket://{socket}"
        app._pool = app.amqp._producer_pool = None
        settings.DOORBELL = True
        try:
            yield redis.Redis(unix_socket_path=str(socket))
        finally:
            app.conf.broker_url = before
            app._pool = app.amqp._producer_pool = None


class Guard:
    """Notes everything that goes through a socket while this thread holds a transaction. The databases
    themselves are not seen: SQLite has no socket, and PostgreSQL's is opened by its own library."""

    def __init__(self) -> None:
        self.calls, self.inside = 0, list[str]()

    def watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def watched(*arguments: Any, **named: Any) -> Any:
            self.calls += 1
            if connection.in_atomic_block:
                self.inside.append(f"{owner.__name__}.{name}")
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, watched)


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> Guard:
    guard = Guard()
    for name in ("connect", "connect_ex", "send", "sendall", "sendto"):
        guard.watch(monkeypatch, socket.socket, name)
    guard.watch(monkeypatch, socket, "getaddrinfo")
    guard.watch(monkeypatch, smtplib.SMTP, "send")
    return guard


def test_no_bell_and_no_mail_inside_a_transaction(guard: Guard, bell: redis.Redis, mail_server: Sink) -> None:
    """A battle between a player who writes letters and a captain, with a real Redis and a real
    mail server."""
    game = create_game(
        "orchard", {"normans": Player("Anna", "anna@example.org"), "lombards": Captain("bold")}
    )
    for number in range(6):
        game = Game.objects.get(pk=game.pk)
        seat = Seat.objects.get(game=game, name="normans")
        if seat.awaited:
            to = seats.reply_address(seat, game.phase)
            lines = engine.captain_orders(_battle(game), "normans", "bold")
            head = f"From: {seat.email}\nTo: {to}\nMessage-ID: <{number}@example.org>\n"
            arrivals.receive(
                f"{head}\n{chr(10).join([*lines, 'FINAL'])}\n".encode(), "smtp", seat.email, [to]
            )
        while queue.work_off():
            pass
    assert Game.objects.get(pk=game.pk).phase >= 4
    assert len(mail_server.taken) == OutboundMail.objects.filter(state=OutboundState.ACCEPTED).count() >= 4
    assert sum(bell.llen(name) for name in ("mail", "relay", "adjudicate", "maint")) >= 8
    assert guard.calls > 20 and guard.inside == []


def _battle(game: Game) -> Any:
    from games.record import eventlog

    return eventlog.load(game.pk).battle


def test_the_guard_would_notice(guard: Guard) -> None:
    here, there = socket.socketpair()
    with here, there, transaction.atomic():
        here.sendall(b"x")
    assert guard.inside == ["socket.sendall"]
