"""The clock of a server: has the sweep run in even pauses, in this process, and rings for what it finds."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.db import close_old_connections

from games import queue
from games.clockwork import heartbeats
from games.clockwork.heartbeats import Reading
from pbem.starting import begin_or_end

logger = logging.getLogger(__name__)

LONGEST_SECONDS = 300  # of one sweep, as of a task


class Command(BaseCommand):
    help = "Look for work every few seconds and ring for workers (one in a server; a second does no harm)."
    requires_system_checks: list[str] = []  # they would load the pages, and with them all boards

    def handle(self, *_: Any, **__: Any) -> None:
        begin_or_end()
        keep_sweeping()


def keep_sweeping() -> None:
    start = heartbeats.read()
    while True:
        began = time.monotonic()
        signal.alarm(LONGEST_SECONDS)  # one that hangs ends this process, and is started again
        swept(start)
        signal.alarm(0)
        time.sleep(max(0.0, began + settings.SWEEP_SECONDS - time.monotonic()))


def beside() -> None:
    """The same in a thread, for a process that has something else to do. Should it ever end, so does the
    process, which is started again: nobody would notice that it had no clock any more."""

    def sweeping() -> None:
        try:
            keep_sweeping()
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=sweeping, name="clock", daemon=True).start()


def swept(start: Reading) -> None:
    """Whatever stops a sweep is logged, and the clock goes on: it may be over by the next, and a clock that
    was started anew would be taken for an outage. ``start``: what the clocks said when this one was started.
    The sweep is told of that until it has left a heartbeat, and not while what stops it comes later."""
    try:
        queue.beat(started=not heartbeats.swept_since(start))
    except Exception:
        logger.exception("the sweep")
    finally:
        close_old_connections()
