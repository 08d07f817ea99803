"""The doorbell may fail; the sweep finds all work again."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games import queue
from games.clockwork import doorbell
from games.gate import inbox, kept
from games.models import Game, InboundMail, InboundState, OutboundKind, OutboundMail, OutboundState
from games.outbox.outbox import enqueue
from games.play import adjudication, seat_requests
from pbem import celery
from pbem.mail import lasting
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
        celery.app, "send_task", lambda name, args, **_: heard.append((name.rpartition(".")[2], *args))
    )
    monkeypatch.setattr(celery, "unheard", lambda task: len(heard))
    return heard


def neglect() -> None:
    """Nobody has rung for anything lately."""
    for model in (Game, InboundMail, OutboundMail):
        model.objects.update(rung_at=timezone.now() - LONG_AGO)


def test_the_bell_rings_after_the_commit_only(
    rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        doorbell.ring_mail(7)
        assert rung == []
    assert rung == [("read_mail", 7)]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_fails_rings_nothing(rung: list[Any]) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        doorbell.ring_mail(7)
        raise RuntimeError
    assert rung == []


@pytest.mark.django_db(transaction=True)
def test_without_redis_a_ring_is_given_up_at_once_and_the_row_is_there(tmp_path: Path) -> None:
    """In a process of its own, since the address of Redis is settled when a process starts."""
    script = (
        "import time, django; django.setup(); from games.clockwork import doorbell;"
        "began = time.monotonic(); rang = [doorbell.ring('games.tasks.read_mail', 1) for _ in range(100)];"
        "print(any(rang), time.monotonic() - began < 2)"
    )
    for address in (f"redis+socket://{tmp_path}/nobody.sock", "redis://127.0.0.1:1/0"):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")}
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**clean, "PBEM_REDIS_URL": address, "PBEM_VAR": str(tmp_path),
                 "DJANGO_SETTINGS_MODULE": "pbem.settings"},
            capture_output=True,
            text=True,
            timeout=60,
        )  # fmt: skip
        assert done.stdout.split() == ["False", "True"], done.stderr


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


def test_the_sweep_rings_no_more_for_a_queue_that_is_long_already(
    rung: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows that wait in a long queue would be rung for again and again, and all those rings be
    heard in the end."""
    for number in range(5):
        InboundMail.objects.create(sha256=str(number), raw=b"x", transport="smtp")
    neglect()
    monkeypatch.setattr(celery, "unheard", lambda task: doorbell.MOST_UNHEARD - 3)
    assert queue.sweep() == 3 and len(rung) == 3
    monkeypatch.setattr(celery, "unheard", lambda task: doorbell.MOST_UNHEARD + 3)
    assert queue.sweep() == 0
    monkeypatch.setattr(celery, "unheard", lambda task: 0)
    assert queue.sweep() == 2 and len(set(rung)) == 5, "those that have waited longest, each once"


def test_where_nobody_can_say_how_long_a_queue_is_the_sweep_rings(
    rung: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(task: str) -> int:
        raise ConnectionError("no Redis")

    monkeypatch.setattr(celery, "unheard", fail)
    assert doorbell.room("games.tasks.read_mail") == doorbell.MOST_UNHEARD


def test_a_ring_for_one_mail_sends_others_that_wait(mailoutbox: list[Any]) -> None:
    names = [f"{number}@example.org" for number in range(queue.MORE_MAILS + 3)]
    rows = [enqueue(to, OutboundKind.NOTICE, to=to, subject="", rendered=b"x") for to in names]
    queue.send(rows[-1].pk)
    assert [mail.to for mail in mailoutbox] == [[names[-1]], *([to] for to in names[: queue.MORE_MAILS])]
    queue.send(rows[-1].pk)
    assert sorted(mail.to[0] for mail in mailoutbox) == sorted(names), "a ring too many is of use"
    queue.send(rows[-1].pk)
    assert len(mailoutbox) == len(names)


def test_after_a_failure_the_others_wait_for_their_own_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        enqueue(str(number), OutboundKind.NOTICE, to="a@b.c", subject="", rendered=b"x")
        for number in range(3)
    ]

    def refuse() -> None:
        raise ConnectionError("no mail server")

    monkeypatch.setattr(lasting, "get_connection", refuse)
    queue.send(rows[0].pk)
    assert list(OutboundMail.objects.order_by("pk").values_list("attempts", flat=True)) == [1, 0, 0]


class Owes:
    """Work that owes so many mails in one transaction."""

    def __init__(self, number: int) -> None:
        self.number, self.fails = number, False

    def __call__(self, row: int) -> None:
        with transaction.atomic():
            for number in range(self.number):
                enqueue(
                    f"{row}:{number}", OutboundKind.NOTICE, to=f"{number}@x.org", subject="", rendered=b"x"
                )
        if self.fails:
            raise OSError("after the commit")


@pytest.fixture
def owes(monkeypatch: pytest.MonkeyPatch) -> Owes:
    work = Owes(2)
    monkeypatch.setattr(inbox, "process", work)
    monkeypatch.setattr(adjudication, "attend", work)
    monkeypatch.setattr(queue, "_ringing_until", 0.0)
    return work


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("work", [queue.read, queue.adjudicate])
def test_whoever_owes_a_few_mails_sends_them_himself(
    owes: Owes, rung: list[Any], mailoutbox: list[Any], work: Any
) -> None:
    work(1, sending=True)
    assert len(mailoutbox) == 2 and not rung
    owes.number = queue.MORE_MAILS + 3
    work(2, sending=True)
    assert len(mailoutbox) == 3 + queue.MORE_MAILS
    assert [name for name, _ in rung] == ["send_mail"] * 2, "the rest is rung for"
    work(3, sending=False)
    assert len(rung) == 2 + owes.number, "a worker that sends no mail rings for each"


@pytest.mark.django_db(transaction=True)
def test_while_the_mail_server_is_in_trouble_he_rings(
    owes: Owes, rung: list[Any], mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    with monkeypatch.context() as patch:
        patch.setattr(lasting, "get_connection", lambda: tried.append(1) or 1 / 0)
        queue.read(1, sending=True)
        assert len(tried) == 1 and len(rung) == 1, "he tried one, and rang for the other"
        queue.read(2, sending=True)
        assert len(tried) == 1 and len(rung) == 3
    monkeypatch.setattr(queue, "_ringing_until", 0.0)
    queue.read(3, sending=True)
    assert len(mailoutbox) == 2


@pytest.mark.django_db(transaction=True)
def test_work_that_fails_after_its_commit_still_rings(owes: Owes, rung: list[Any]) -> None:
    owes.fails = True
    with pytest.raises(OSError):
        queue.read(1, sending=True)
    assert [name for name, _ in rung] == ["send_mail"] * 2


def test_a_bell_out_of_order_stops_the_sweep_softly(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DOORBELL = True

    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("no Redis")

    monkeypatch.setattr(celery.app, "send_task", fail)
    InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
    neglect()
    assert queue.sweep() == 0


@pytest.mark.parametrize("broken", [kept, seat_requests])
@pytest.mark.parametrize("work", [queue.sweep, queue.work_off])
def test_a_part_of_a_sweep_that_fails_keeps_nobody_from_the_rest(
    monkeypatch: pytest.MonkeyPatch, rung: list[Any], caplog: pytest.LogCaptureFixture, broken: Any, work: Any
) -> None:
    def fails(name: str) -> None:
        raise KeyError("of a row")

    monkeypatch.setattr(broken, "failpoint", fails)
    InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
    neglect()
    assert work() == 1 and f"{broken.__name__}." in caplog.text
