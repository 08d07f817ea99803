"""The doorbell may fail; the sweep finds all work again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games import queue
from games.models import Game, InboundMail, InboundState, OutboundKind, OutboundMail, OutboundState
from games.outbox import enqueue
from pbem.celery import app
from tests.games.kit import a_game, a_game_of_captains, file
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(minutes=5)


@pytest.fixture
def rung(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What rang, in order."""
    heard: list[tuple[str, int]] = []
    settings.DOORBELL = True
    monkeypatch.setattr(
        app, "send_task", lambda name, args, **_: heard.append((name.rpartition(".")[2], *args))
    )
    return heard


def neglect() -> None:
    """Nobody has rung for anything lately."""
    for model in (Game, InboundMail, OutboundMail):
        model.objects.update(rung_at=timezone.now() - LONG_AGO)


def test_the_bell_rings_after_the_commit_only(
    rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        queue.ring_mail(7)
        assert rung == []
    assert rung == [("read_mail", 7)]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_fails_rings_nothing(rung: list[Any]) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        queue.ring_mail(7)
        raise RuntimeError
    assert rung == []


@pytest.mark.django_db(transaction=True)
def test_a_broken_bell_harms_nobody(settings: Any) -> None:
    """No Redis at all: the call returns, the row is there."""
    settings.DOORBELL = True
    with app.connection_or_acquire() as connection:
        assert connection.transport_cls
    broken = app.conf.broker_url
    app.conf.broker_url = "redis+socket:///nowhere/redis.sock"
    try:
        mail = InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
        queue.ring_mail(mail.pk)
    finally:
        app.conf.broker_url = broken
    assert list(queue.unread_mail()) == [mail]


def test_the_sweep_rings_for_everything_that_is_due(pocket: PocketRules, rung: list[Any]) -> None:
    unread = InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
    InboundMail.objects.create(sha256="2", raw=b"x", transport="smtp", state=InboundState.DONE)
    owed = enqueue("a", OutboundKind.NOTICE, to="a@b.c", subject="", rendered=b"x")
    done = enqueue("b", OutboundKind.NOTICE, to="a@b.c", subject="", rendered=b"x")
    OutboundMail.objects.filter(pk=done.pk).update(state=OutboundState.ACCEPTED)
    quiet, full, captains, overdue = a_game(), a_game(), a_game_of_captains(), a_game()
    file(full, "normans")
    Game.objects.filter(pk=overdue.pk).update(phase_due=timezone.now() - LONG_AGO)
    neglect()
    rung.clear()
    assert queue.sweep() == 5
    assert set(rung) == {
        ("read_mail", unread.pk),
        ("send_mail", owed.pk),
        ("adjudicate_game", full.pk),
        ("adjudicate_game", captains.pk),
        ("adjudicate_game", overdue.pk),
    }
    assert ("adjudicate_game", quiet.pk) not in rung


def test_the_sweep_does_not_ring_twice_for_what_waits_its_turn(rung: list[Any]) -> None:
    InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
    assert queue.sweep() == 0, "its own ring has only just gone out"
    neglect()
    assert queue.sweep() == 1
    assert queue.sweep() == 0
    neglect()
    assert queue.sweep() == 1, "a lost ring is repeated after a while"


def test_a_bell_out_of_order_stops_the_sweep_softly(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DOORBELL = True

    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("no Redis")

    monkeypatch.setattr(app, "send_task", fail)
    InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
    neglect()
    assert queue.sweep() == 0
