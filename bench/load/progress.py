"""Waiting for a server at work, and telling whoever watches how far it is."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable

from bench.measure import Measure

TELL_SECONDS = 10
LOOK_SECONDS = 1


def tell(line: str) -> None:
    """A line to the stream that is not for the figures."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


def print_all(measures: Iterable[Measure]) -> None:
    """The figures, one JSON object a line, each as soon as it is known."""
    for measure in measures:
        print(json.dumps(measure._asdict()), flush=True)


def wait_until(done: Callable[[], bool], how_far: Callable[[], str], patience: float) -> bool:
    """Whether it was done within so many seconds."""
    deadline, told = time.monotonic() + patience, 0.0
    while not done():
        if time.monotonic() > deadline:
            tell(f"patience is at its end: {how_far()}")
            return False
        if time.monotonic() - told > TELL_SECONDS:
            tell(how_far())
            told = time.monotonic()
        time.sleep(LOOK_SECONDS)
    return True
