"""How much is judged for the world: few positions at once, and so many an hour for one network.

Counted in memory, by the process that answers: nothing is kept of who asked what, and a restart forgets all.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

AN_HOUR = 30
AT_ONCE = 2
PATIENCE_SECONDS = 2.0
_HOUR = 3600.0
_MOST_NETWORKS = 10_000


class TooMany(Exception):
    """A network has had its share; ``seconds`` until there is more."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"more in {seconds} seconds")


class Busy(Exception):
    """As many as may be are judged just now."""


class Brakes:
    """Takes calls, and refuses those that are too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._calls: OrderedDict[str, deque[float]] = OrderedDict()
        self._running = threading.BoundedSemaphore(AT_ONCE)

    def count(self, network: str) -> None:
        """Note a call. Raises TooMany, and then does not count it."""
        with self._lock:
            now = self._clock()
            calls = self._calls.setdefault(network, deque())
            self._calls.move_to_end(network)
            while calls and calls[0] <= now - _HOUR:
                calls.popleft()
            if len(calls) >= AN_HOUR:
                raise TooMany(max(1, round(calls[0] + _HOUR - now)))
            calls.append(now)
            while len(self._calls) > _MOST_NETWORKS:
                self._calls.popitem(last=False)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One of those who are judged now. Raises Busy where it does not get so far in a short while."""
        if not self._running.acquire(timeout=PATIENCE_SECONDS):
            raise Busy
        try:
            yield
        finally:
            self._running.release()
