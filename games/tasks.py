# mypy: disallow-untyped-decorators=False
"""What workers do. Every task takes an id only, may run twice, and forgives a row that is gone or done.
On a host whose version the database has outgrown none does anything: the sweep of another finds its row."""

from __future__ import annotations

from typing import Any

from celery.signals import worker_process_init

from games import queue, start
from games.clockwork.doorbell import SEND_MAIL
from games.gate import inbox
from games.record import eventlog
from pbem.celery import app, listens_to
from pbem.mail import child


def start_reader(**_: Any) -> None:
    """A worker's process that reads mail has its reader before its first mail, and before it
    has any thread."""
    if listens_to("games.tasks.read_mail"):
        child.start(inbox.ORDER_TEST)


worker_process_init.connect(start_reader, weak=False)


@app.task(name="games.tasks.read_mail")
def read_mail(inbound_id: int) -> None:
    if start.may_work():
        queue.read(inbound_id, sending=listens_to(SEND_MAIL))


@app.task(name="games.tasks.adjudicate_game")
def adjudicate_game(game_id: int) -> None:
    if start.may_work():
        queue.adjudicate(game_id, sending=listens_to(SEND_MAIL))


@app.task(name="games.tasks.send_mail")
def send_mail(outbound_id: int) -> None:
    if start.may_work():
        queue.send(outbound_id)


@app.task(name="games.tasks.keep_snapshot")
def keep_snapshot(game_id: int) -> None:
    if start.may_work():
        eventlog.keep_snapshot(game_id)


@app.task(name="games.tasks.sweep")
def sweep(started: bool = False) -> None:
    queue.beat(started=started)
