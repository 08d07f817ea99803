"""A world for the tests of outages: a clock and a machine that tests may stop and set."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.clockwork import heartbeats
from games.clockwork.heartbeats import Reading
from games.models import (
    Game,
)
from games.play import deadlines, outages
from games.play.deadlines import Due
from tests.games.crash_world import AnyDatetime
from tests.games.kit import again

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
FOUR_HUNDRED_DAYS = 400 * DAY


class World:
    """The clocks of the machine on which the server runs."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.uptime = 10_000.0
        self.machine = "one"

    def passes(self, span: timedelta) -> None:
        self.now += span
        self.uptime += span.total_seconds()

    def starts_anew(self) -> None:
        self.machine, self.uptime = f"{self.machine}'", 20.0

    def in_place_of_datetime(self) -> type:
        clocks = self

        class Told(metaclass=AnyDatetime):
            @staticmethod
            def now(tz: Any = None) -> datetime:
                return clocks.now

        return Told

    @property
    def reading(self) -> Reading:
        return Reading(self.now, self.machine, self.uptime)

    def beat(self, **how: bool) -> None:
        outages.beat(self.reading, **how)

    def runs(self, span: timedelta) -> None:
        """The server runs, and sweeps all the while: for tests once a minute."""
        for _ in range(int(span / MINUTE)):
            self.passes(MINUTE)
            self.beat()


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    clocks = World()
    monkeypatch.setattr(
        timezone, "datetime", clocks.in_place_of_datetime()
    )  # what fields know as their default
    monkeypatch.setattr(heartbeats, "read", lambda: clocks.reading)
    clocks.beat()
    clocks.runs(3 * MINUTE)
    return clocks


def due(game: Game, world: World) -> Due:
    return deadlines.due(again(game), world.now)


def left(game: Game, world: World) -> timedelta:
    deadline = again(game).phase_due
    assert deadline
    return deadline - world.now


def near(one: timedelta, other: timedelta, by: timedelta = 2 * SECOND) -> bool:
    return abs(one - other) <= by
