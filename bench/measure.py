"""Measuring: CPU time, the best of several runs, and how a result is written down."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Measure(NamedTuple):
    """A line of the bench. ``ratio``: how many times better than what ``against`` names; None without such."""

    measure: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None


def cpu_ms(act: Callable[[], object], runs: int = 5) -> float:
    """Milliseconds of CPU time that it takes, the best of so many runs."""
    return round(min(_once(act) for _ in range(runs)) * 1000, 2)


def _once(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def rate(count: int, milliseconds: float) -> int:
    """So many things in so many milliseconds, in a second."""
    return round(count * 1000 / milliseconds)


def times(slow: float, fast: float) -> float:
    """How many times faster the second is."""
    return round(slow / fast, 2)
