"""The doorbell: how workers learn of work at once.

Work is rows (games.queue finds them). Ringing only saves the wait for the next sweep, so ringing may fail,
and a ring may be lost or doubled.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

from django.conf import settings
from django.db import transaction

from games.clockwork.failpoints import failpoint

logger = logging.getLogger(__name__)

# after a failed ring nobody tries again for so long: a stalled Redis must not stall callers
SILENCE_SECONDS = 5.0
# rings that wait in the queue of a task; more than the workers of a large server hear between two sweeps
MOST_UNHEARD = 500
SEND_MAIL = "games.tasks.send_mail"
_silent_until = 0.0
_listed: ContextVar[list[int] | None] = ContextVar("mail_listed", default=None)


def ring_mail(inbound_id: int) -> None:
    """Somebody should read this mail, once the present transaction is committed."""
    _after_commit("games.tasks.read_mail", inbound_id)


def ring_game(game_id: int) -> None:
    """Somebody should look whether this game's phase can be closed, once the present transaction
    is committed."""
    _after_commit("games.tasks.adjudicate_game", game_id)


def ring_outbox(outbound_id: int) -> None:
    """Somebody should send this mail, once the present transaction is committed."""
    _after_commit(SEND_MAIL, outbound_id)


def ring_snapshot(game_id: int) -> None:
    """Somebody should make a snapshot of this game, once the present transaction is committed."""
    _after_commit("games.tasks.keep_snapshot", game_id)


@contextmanager
def mail_listed(owed: list[int]) -> Iterator[None]:
    """Mails that are owed inside are listed in ``owed`` once they are committed, instead of rung for: whoever
    asks for that sends them, or rings."""
    token = _listed.set(owed)
    try:
        yield
    finally:
        _listed.reset(token)


def _after_commit(task: str, row: int) -> None:
    transaction.on_commit(partial(ring, task, row), robust=True)


def room(task: str) -> int:
    """How many more rings the queue of a task should hold. A queue that is long already gains nothing from
    more: rows that wait in it would only be rung for twice. Never raises."""
    from pbem.celery import unheard

    global _silent_until
    if not settings.DOORBELL or time.monotonic() < _silent_until:
        return MOST_UNHEARD
    failpoint("doorbell.counts")
    try:
        return max(0, MOST_UNHEARD - unheard(task))
    except Exception as error:
        _silent_until = time.monotonic() + SILENCE_SECONDS
        logger.warning("the doorbell does not say how many rings wait: %s", error)
        return MOST_UNHEARD


def ring(task: str, row: int) -> bool:
    """Whether the bell rang. It never raises: the sweep will find the row."""
    from pbem.celery import app

    global _silent_until
    listed = _listed.get()
    if listed is not None and task == SEND_MAIL:
        listed.append(row)
        return True
    if not settings.DOORBELL or time.monotonic() < _silent_until:
        return False
    failpoint("doorbell.rings")
    try:
        app.send_task(task, args=[row], retry=False)
    except Exception as error:
        _silent_until = time.monotonic() + SILENCE_SECONDS
        logger.warning("the doorbell is out of order (%s %s): %s", task, row, error)
        return False
    failpoint("doorbell.rang")
    return True
