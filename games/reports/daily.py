"""Which mails wait for the one mail a day of a player who wants that, and when it goes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game, OutboundKind, OutboundState, Seat
from games.reports import words

HOUR = 6  # of the day, where the player lives
SHORTEST = timedelta(days=1)
"""What is due sooner after the daily mail is sent at once."""
_WAITING = (OutboundKind.REPORT, OutboundKind.NOTICE)


def next_time(seat: Seat, after: datetime) -> datetime:
    """When the next daily mail goes to the player of a seat."""
    there = after.astimezone(words.zone_of(seat))
    time = there.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return time if time > there else time + timedelta(days=1)


def state_of(seat: Seat, game: Game, kind: OutboundKind) -> OutboundState:
    """Whether a mail to a seat goes at once (PENDING) or with the daily mail (GATHERED)."""
    if not (seat.digest and seat.proven) or kind not in _WAITING:
        return OutboundState.PENDING
    too_late = seat.awaited and game.phase_due is not None
    if too_late and game.phase_due and game.phase_due - next_time(seat, timezone.now()) < SHORTEST:
        return OutboundState.PENDING
    return OutboundState.GATHERED
