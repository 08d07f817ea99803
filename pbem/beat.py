"""The clock that has the sweep run: in even pauses by the machine's own count of seconds, with nothing
kept on disk.

Celery's own clock asks when a task ran last by the time of day, and keeps that in a file: a clock that was
set back a year stops it for a year, and a full disk for good.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

logger = logging.getLogger(__name__)

STARTED = {"started": True}
"""What a task is told, besides, by a clock that was started since it last ran."""


class EvenPauses(Scheduler):  # type: ignore[misc]
    """Sends every task of the schedule when its pause is over. What could not be sent is sent with
    the next pause."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._due: dict[str, float] = {}
        self._sent: set[str] = set()
        super().__init__(*args, **options)

    def tick(self, *_: Any, **__: Any) -> float:
        """Send what is due; returns for how many seconds nothing will be."""
        for entry in self.schedule.values():
            if self._due.get(entry.name, 0.0) <= time.monotonic():
                self._due[entry.name] = time.monotonic() + entry.schedule.run_every.total_seconds()
                self._send(entry)
        return max(0.0, min(self._due.values(), default=self.max_interval) - time.monotonic())

    def _send(self, entry: ScheduleEntry) -> None:
        try:
            producer = self.producer  # connects
            kwargs = entry.kwargs if entry.name in self._sent else {**entry.kwargs, **STARTED}
            self.send_task(entry.task, entry.args, kwargs, producer=producer, **entry.options)
        except Exception as error:  # Redis is down, or has no room: the clock goes on
            logger.warning("%s was not sent: %s", entry.name, error)
        else:
            self._sent.add(entry.name)
