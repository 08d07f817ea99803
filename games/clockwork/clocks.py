"""Whether the clock of this machine is that of the others: all hosts of a server share one database, and it
has a clock of its own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import connection

TOO_FAR = timedelta(minutes=5)
"""So far apart a host does no work: it would close phases before their time, or late."""


def apart() -> timedelta:
    """By how much the clock of this machine is ahead of the database's; SQLite has none of its own. Raises
    DatabaseError where it cannot be asked."""
    if connection.vendor != "postgresql":
        return timedelta()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        theirs: datetime = cursor.fetchone()[0]
    return datetime.now(UTC) - theirs


def words(apart: timedelta) -> str:
    """How far apart they are, and what to do."""
    minutes = round(abs(apart).total_seconds() / 60)
    side = "ahead of" if apart > timedelta() else "behind"
    return (
        f"the clock of this machine is {minutes} minutes {side} that of the database: set the one that is "
        "wrong (an NTP client keeps it right)"
    )
