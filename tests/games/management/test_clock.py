"""The clock of a server: even pauses, whatever becomes of a sweep."""

from __future__ import annotations

import signal
import threading
from typing import Any

import pytest
from django.db import OperationalError

from games import queue
from games.management.commands import clock
from games.models import Heartbeat, Outage
from games.play import outages

pytestmark = pytest.mark.django_db


class Stopped(Exception):
    """In place of somebody who stops it."""


class Seconds:
    """In place of the machine's count of seconds: what sleeps are asked for, and ``rounds`` of them."""

    def __init__(self, rounds: int) -> None:
        self.now, self.rounds = 1000.0, rounds
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        if len(self.slept) == self.rounds:
            raise Stopped


def run(monkeypatch: pytest.MonkeyPatch, *fates: Exception | float) -> tuple[list[bool], list[float]]:
    """What each sweep was told of its start, and the pause behind it, where each ends like this or takes so
    many seconds."""
    seconds, told, coming = Seconds(len(fates)), [], iter(fates)

    def sweep(*, started: bool) -> None:
        told.append(started)
        fate = next(coming)
        if isinstance(fate, OperationalError):
            raise fate
        outages.beat(started=started)
        if isinstance(fate, Exception):
            raise fate
        seconds.now += fate

    monkeypatch.setattr(clock, "time", seconds)
    monkeypatch.setattr(queue, "beat", sweep)
    monkeypatch.setattr(clock, "close_old_connections", lambda: None)  # that of the test is kept
    with pytest.raises(Stopped):
        clock.Command().handle()
    return told, seconds.slept


def test_the_sweep_comes_in_even_pauses_and_is_told_of_the_start_once(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.SWEEP_SECONDS = 5
    assert run(monkeypatch, 0.0, 2.0, 60.0) == ([True, False, False], [5.0, 3.0, 0.0])


def test_whatever_stops_a_sweep_stops_no_clock(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """It would be started anew with growing pauses, and each start be taken for an outage."""
    settings.SWEEP_SECONDS = 5
    away, fault = OperationalError("the database is away"), KeyError("of a row")
    told, slept = run(monkeypatch, away, 0.0, fault, 0.0)
    assert told == [True, True, False, False], "one that left no heartbeat has told nobody"
    assert slept == [5.0] * 4 and "the database is away" in caplog.text


def test_what_stops_each_sweep_behind_its_heartbeat_keeps_no_deadline_at_rest(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Told of the start again and again, it would take each pause for an outage."""
    outages.beat()
    fault = KeyError("of a row")
    told, _ = run(monkeypatch, fault, fault, fault, fault)
    assert told == [True, False, False, False]
    assert Outage.objects.get().serial == Heartbeat.objects.get().serial - 3


def test_a_second_clock_is_told_of_its_own_start(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    assert run(monkeypatch, 0.0, 0.0)[0] == [True, False]
    assert run(monkeypatch, 0.0, 0.0)[0] == [True, False]


def test_a_process_that_loses_the_clock_beside_its_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started again with one; else it would go on, and nobody would sweep."""
    ended, lost = threading.Event(), []

    def lose() -> None:
        raise Stopped

    monkeypatch.setattr(clock, "keep_sweeping", lose)
    monkeypatch.setattr(threading, "excepthook", lambda told: lost.append(told.exc_type))
    before = signal.signal(signal.SIGTERM, lambda *_: ended.set())
    try:
        clock.beside()
        assert ended.wait(10) and lost == [Stopped]
    finally:
        signal.signal(signal.SIGTERM, before)
