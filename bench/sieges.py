"""Sieges: the rules' time for a quiet day, and opening one that has lasted twenty days, from its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from bench.measure import Measure, cpu_ms
from rules import engine
from rules.siege import scenarios
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.state.table import Fights, Options

SCENARIO = "siege-castle"
DAYS = 20
QUIET_DAY, OPENING = 20, 50  # milliseconds allowed
PLANS = {
    "normans": ("BATTER AND BUILD ladders", "IF throwers 1 THEN BATTER", "BUILD thrower", "REST"),
    "byzantines": ("REST",),
}
STORMED, STORM = (8, 16), ("ASSAULT halt at 0 % give up at 10 %",)


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
    family = [[engine.encode(event) for event in log] for log in fought_out(DAYS)]
    yield _against(f"siege_open_{DAYS}_days_with_fights", cpu_ms(partial(all_opened, family)), OPENING)


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


def all_opened(family: Iterable[list[engine.Record]]) -> list[object]:
    return [opened(stored) for stored in family]


def fought_out(days: int) -> list[list[engine.Event]]:
    """The logs of such a siege with its fights on boards, and of these: two assaults of cautious captains."""
    endless = replace(scenarios.sieges()[SCENARIO], last_day=0)
    log = scenarios.opened(endless, GUISCARD_SIEGE, Options(fights=Fights.BOARD), "", {})
    at, logs = engine.replay(log), [log]
    while at.turn <= days and at.outcome is None:
        awaited = engine.awaiting(at)
        for call in awaited.rests:
            [called] = [e for e in log if isinstance(e, engine.GameCalled) and e.call == call]
            logs.append(_by_captains(engine.opening_of(called)))
            end = engine.replay(logs[-1])
            news: list[engine.Event] = [
                engine.told(at, call, end, name="k", game="", head="", events=len(logs[-1]))
            ]
            at, log[len(log) :] = engine.replay(news, at), news
        for seat in awaited.seats:
            lines = STORM if at.turn in STORMED and seat == "normans" else PLANS[seat]
            filed: list[engine.Event] = [engine.accept_orders(at, seat, engine.read_orders(at, seat, lines))]
            at, log[len(log) :] = engine.replay(filed, at), filed
        events = engine.adjudicate(at, _dice())
        at, log[len(log) :] = engine.replay(events, at), events
    return logs


def _by_captains(log: list[engine.Event]) -> list[engine.Event]:
    """A fight to its end."""
    at = engine.replay(log)
    while at.outcome is None:
        for seat in engine.awaiting(at).seats:
            lines = engine.captain_orders(at, seat, "cautious")
            filed = engine.accept_orders(at, seat, engine.read_orders(at, seat, lines))
            at, log = engine.evolve(at, filed), [*log, filed]
        events = engine.adjudicate(at, engine.KeyedDice(at.phase.to_bytes(2)))
        at, log = engine.replay(events, at), [*log, *events]
    return log


def _dice() -> engine.Dice:
    """No event, full stores, and the initiative with the besiegers."""
    return engine.ScriptedDice(named={"/event": 1, "11.1.3a/day": 5}, otherwise=10)
