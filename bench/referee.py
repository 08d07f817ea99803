"""The rules alone: a battle of sixty figures in full swing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bench.large_battle import Moment, moments
from bench.measure import Measure, cpu_ms
from rules import engine

ADJUDICATE, READ, ONE_LINE, CAPTAIN = 100, 100, 20, 300  # milliseconds allowed
LINES = 30
TRIED = ("MOVE", "FIRE", "ATTACK")


def measures() -> Iterator[Measure]:
    phases = moments()
    yield from _over("adjudicate_60", phases, adjudicate, ADJUDICATE)
    full = [m for m in phases if len(m.lines) >= LINES]
    yield from _over("read_orders_30", full, read_orders, READ)
    yield from _over("read_one_move", phases, read_one_move, ONE_LINE)
    for verb in TRIED:
        asked = [m for m in phases if _first(m, verb)]
        yield from _over(f"try_{verb.lower()}", asked, partial(try_one, verb), ONE_LINE)
    yield from _over("captain_60", phases, captain, CAPTAIN)


def adjudicate(moment: Moment) -> object:
    return engine.adjudicate(moment.ready, moment.dice)


def read_orders(moment: Moment) -> object:
    return engine.read_orders(moment.before, moment.seat, moment.lines[:LINES])


def read_one_move(moment: Moment) -> object:
    """One more line behind a mail that has been filed: a move by destination."""
    line = next((line for line in moment.lines if line.startswith("MOVE")), moment.lines[0])
    return engine.read_orders(moment.ready, moment.seat, [line])


def try_one(verb: str, moment: Moment) -> object:
    """What if: the same line once more, with every hex, die and chance, on a sheet that is full."""
    return engine.read_orders(moment.ready, moment.seat, [f"TRY {_first(moment, verb)}"])


def _first(moment: Moment, verb: str) -> str:
    return next((line for line in moment.lines if line.startswith(verb)), "")


def captain(moment: Moment) -> object:
    return engine.captain_orders(moment.before, moment.seat, "bold")


def _over(
    name: str, phases: Sequence[Moment], act: Callable[[Moment], object], allowed: int
) -> Iterator[Measure]:
    """The middle one of some phases and the slowest, each against what is allowed."""
    found = sorted(cpu_ms(partial(act, moment), runs=3) for moment in phases)
    for which, value in (("", found[len(found) // 2]), ("_worst", found[-1])):
        yield Measure(name + which, value, "ms", round(allowed / value, 2), f"{allowed} ms allowed")
