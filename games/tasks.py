# mypy: disallow-untyped-decorators=False
"""What workers do. Every task takes an id only, may run twice, and forgives a row that is gone or done."""

from __future__ import annotations

from games import adjudication, inbox, queue
from pbem.celery import app


@app.task(name="games.tasks.read_mail")
def read_mail(inbound_id: int) -> None:
    inbox.process(inbound_id)


@app.task(name="games.tasks.adjudicate_game")
def adjudicate_game(game_id: int) -> None:
    adjudication.attend(game_id)


@app.task(name="games.tasks.send_mail")
def send_mail(outbound_id: int) -> None:
    queue.send(outbound_id)


@app.task(name="games.tasks.sweep")
def sweep() -> None:
    queue.sweep()
