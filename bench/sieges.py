"""Sieges: the rules' time for a quiet day, and opening one that has lasted twenty days, from its events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from bench.measure import Measure, cpu_ms
from rules import engine
from rules.siege import scenarios
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.state.table import Options

SCENARIO = "siege-castle"
DAYS = 20
QUIET_DAY, OPENING = 20, 50  # milliseconds allowed
PLANS = {
    "normans": ("BATTER AND BUILD ladders", "IF throwers 1 THEN BATTER", "BUILD thrower", "REST"),
    "byzantines": ("REST",),
}


class Evening(NamedTuple):
    """A siege in the evening before a day: its events so far, and the state with both plans filed."""

    log: tuple[engine.Event, ...]
    ready: engine.Table


def measures() -> Iterator[Measure]:
    evenings = list(lasting(DAYS))
    days = sorted(cpu_ms(partial(play, evening), runs=3) for evening in evenings)
    for which, value in (("", days[len(days) // 2]), ("_worst", days[-1])):
        yield _against(f"siege_quiet_day{which}", value, QUIET_DAY)
    stored = [engine.encode(event) for event in evenings[-1].log]
    yield _against(f"siege_open_{DAYS}_days", cpu_ms(partial(opened, stored)), OPENING)


def _against(name: str, value: float, allowed: int) -> Measure:
    return Measure(name, value, "ms", round(allowed / max(value, 0.01), 2), f"{allowed} ms allowed")


def play(evening: Evening) -> object:
    """All that the rules do for a day: what the plans come to, and the report for both sides."""
    events = engine.adjudicate(evening.ready, _dice())
    return [engine.narrate(evening.ready, events, seat.id) for seat in evening.ready.setup.seats]


def opened(stored: list[engine.Record]) -> object:
    return engine.replay(engine.decode(*one) for one in stored)


def lasting(days: int) -> Iterator[Evening]:
    """The evenings of a siege in which nothing happens but what the besiegers build and batter."""
    endless = replace(scenarios.sieges()[SCENARIO], last_day=0)
    log = scenarios.opened(endless, GUISCARD_SIEGE, Options(), "", {})
    at = engine.replay(log)
    for _ in range(days):
        for seat in at.setup.seats:
            filed = engine.accept_orders(at, seat.id, engine.read_orders(at, seat.id, PLANS[seat.id]))
            at, log = engine.evolve(at, filed), [*log, filed]
        yield Evening(tuple(log), at.copy())
        events = engine.adjudicate(at, _dice())
        at, log = engine.replay(events, at), [*log, *events]


def _dice() -> engine.Dice:
    """No event, full stores, and the initiative with the besiegers."""
    return engine.ScriptedDice(named={"/event": 1, "11.1.3a/day": 5}, otherwise=10)
