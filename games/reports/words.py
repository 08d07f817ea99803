"""Times, spans and other facts in the player's words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

from games.models import Game, Seat

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def zone_of(seat: Seat | None) -> tzinfo:
    """The player's time zone; UTC where it is unknown."""
    try:
        return ZoneInfo(seat.timezone) if seat else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def moment(when: datetime, seat: Seat | None, *, year: bool = True) -> str:
    """ "Tue 24 Nov 2026 20:00 CET"."""
    there = when.astimezone(zone_of(seat))
    date = f"{_DAYS[there.weekday()]} {there.day} {_MONTHS[there.month - 1]}"
    zone = there.tzname() or "UTC"
    if zone[0] in "+-":  # zones without a name of their own
        zone = f"UTC{zone}"
    return f"{date}{f' {there.year}' if year else ''} {there:%H:%M} {zone}"


def span(length: timedelta) -> str:
    """ "2 days 4 hours", "35 minutes"; never less than a minute."""
    minutes = max(1, round(length.total_seconds() / 60))
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = [_count(days, "day"), _count(hours, "hour"), _count(minutes, "minute")]
    return " ".join([part for part in parts if part][:2])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}" if number else ""


def counted(number: int, what: str) -> str:
    """ "1 line", "3 lines", "no lines"."""
    return _count(number, what) or f"no {what}s"


def until(when: datetime | None) -> str:
    """ "in 2 days 4 hours", or "now" for what has passed."""
    if when is None:
        return ""
    left = when - timezone.now()
    return f"in {span(left)}" if left > timedelta(0) else "now"


def short_hash(digest: str) -> str:
    """ "8d31a6...90e2", enough to compare by eye."""
    return f"{digest[:8]}...{digest[-4:]}" if len(digest) > 16 else digest


def tag(game: Game, short: str = "") -> str:
    """What stands in brackets in subjects and behind #ORDERS: "G12 T3 Norman"."""
    return " ".join(part for part in (game.label, short or game.phase_short) if part)
