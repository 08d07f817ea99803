"""The clock of the sweep: even pauses, whatever the time of day is said to be, and whatever
becomes of Redis."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem import beat, celery
from pbem.beat import EvenPauses


class Seconds:
    """In place of the machine's count of seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    counted = Seconds()
    monkeypatch.setattr(beat, "time", counted)
    return counted


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(EvenPauses, "producer", None)
    monkeypatch.setattr(EvenPauses, "send_task", lambda _, task, args, kwargs, **__: told.append(kwargs))
    return told


def test_the_sweep_comes_in_even_pauses_and_is_told_of_the_start_once(
    seconds: Seconds, sent: list[dict[str, Any]]
) -> None:
    clock = EvenPauses(celery.app)
    assert clock.tick() == celery.settings.SWEEP_SECONDS and len(sent) == 1
    seconds.now += 1
    assert clock.tick() == celery.settings.SWEEP_SECONDS - 1 and len(sent) == 1
    seconds.now += clock.tick()
    clock.tick()
    assert sent == [{"started": True}, {}]


@pytest.mark.parametrize("days", [400, -400])
def test_a_clock_that_is_set_stops_no_sweep(
    seconds: Seconds, sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    clock = EvenPauses(celery.app)
    clock.tick()
    there = datetime.now(UTC) + timedelta(days=days)
    monkeypatch.setattr(celery.app, "now", lambda: there)
    monkeypatch.setattr(time, "time", there.timestamp)
    for _ in range(3):
        seconds.now += celery.settings.SWEEP_SECONDS
        clock.tick()
    assert len(sent) == 4


def test_what_cannot_be_sent_is_sent_later_and_still_tells_of_the_start(
    seconds: Seconds, sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("no Redis")

    clock = EvenPauses(celery.app)
    with monkeypatch.context() as patch:
        patch.setattr(EvenPauses, "send_task", refuse)
        assert clock.tick() == celery.settings.SWEEP_SECONDS
    seconds.now += celery.settings.SWEEP_SECONDS
    clock.tick()
    assert sent == [{"started": True}]


def test_it_keeps_no_file() -> None:
    assert celery.app.conf.beat_scheduler == "pbem.beat:EvenPauses"
    assert (
        not hasattr(EvenPauses, "_store") and celery.app.conf.beat_schedule_filename == "celerybeat-schedule"
    )
