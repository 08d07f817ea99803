"""When nobody sweeps any more: whoever takes mail in notices, and tells the operator himself, since nobody
else would send what is owed."""

from __future__ import annotations

import logging
import time

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from games import health
from games.clockwork import heartbeats, hosts
from pbem.calling import PROGRAM

logger = logging.getLogger(__name__)

LOOKS_SECONDS = 60.0
NEVER = 0
"""In place of the number of the last sweep."""
_next_look = 0.0


def look() -> None:
    """Called often by processes that do not need the doorbell; looks once a minute. Where nobody has ever
    swept, the silence began with the first process. Never raises."""
    global _next_look
    if time.monotonic() < _next_look or not settings.SILENCE_MINUTES or not settings.GAME_MASTER:
        return
    _next_look = time.monotonic() + LOOKS_SECONDS
    try:
        last = heartbeats.last()
        since = last.at if last is not None else hosts.first_seen()
        if since is not None and timezone.now() - since > health.silence():
            _tell(last.serial if last is not None else NEVER)
    except DatabaseError as error:
        logger.warning("nobody can tell when the last sweep was: %s", error)


def _tell(serial: int) -> None:
    """Once for each silence, whoever notices; the mail goes out at once."""
    from games.outbox import outbox
    from games.reports import notes

    mail = notes.tell_operator(
        f"silence:{serial}",
        "nothing sweeps on this server any more",
        f"For more than {settings.SILENCE_MINUTES} minutes nobody has looked for work: no phase is played, "
        "no mail read, none sent. Nothing is lost, and deadlines rest meanwhile.\n\nStart the worker and its "
        f"clock; {PROGRAM} doctor says what else is wrong.",
    )
    if mail is not None:
        outbox.send(mail.pk)
