"""Measuring: time of the clock and of the processor, and how a result is written down."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import NamedTuple

Act = Callable[[], object]
QUIET = 0.0065  # seconds for the yardstick on the machine on which the limits were set, nothing beside it
MOST = 4  # times slower: a machine that is slower still is no place to measure
_WORD = re.compile(r"[a-z]+|\d+")


class Measure(NamedTuple):
    """A line of the bench. ``ratio``: how many times better than what ``against`` names; None
    without such."""

    measure: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None


class Timing(NamedTuple):
    """Milliseconds by the clock, and of CPU time of this process alone."""

    wall: float
    cpu: float


def pace() -> float:
    """How many times longer than on a quiet machine things take just now; at least 1."""
    began = time.thread_time()
    found: dict[str, int] = {}
    for number in range(3000):
        words = _WORD.findall(f"move drogo to {number} and stay")
        key = " ".join(words)
        found[key] = found.get(key, 0) + len(words)
        if key.endswith("7"):
            del found[key]
    return min(max((time.thread_time() - began) / QUIET, 1), MOST)


def cpu_ms(act: Act, runs: int = 5) -> float:
    """Milliseconds of CPU time that it takes, the best of so many runs."""
    return round(min(timed(act).cpu for _ in range(runs)), 2)


def interleaved(*acts: Act, runs: int = 5) -> list[Timing]:
    """The medians of each of some things, done round after round: whatever else the machine does meanwhile
    disturbs all of them alike. Each round has an order of its own, the same in every run of the bench: what
    comes after its like finds the caches warm, which alone made two equal ones differ by a tenth."""
    found: list[list[Timing]] = [[] for _ in acts]
    shuffled = Random(0)
    for _ in range(runs):
        for place in shuffled.sample(range(len(acts)), len(acts)):
            found[place].append(timed(acts[place]))
    return [Timing(*(median(values) for values in zip(*rounds, strict=True))) for rounds in found]


def timed(act: Act) -> Timing:
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    act()
    return Timing((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def rate(count: int, milliseconds: float) -> int:
    """So many things in so many milliseconds, in a second."""
    return round(count * 1000 / milliseconds)


def times(slow: float, fast: float) -> float:
    """How many times faster the second is."""
    return round(slow / fast, 2)
