"""Whether the server has run all the while: every sweep leaves a row with what the clocks said.

A clock may be set; the seconds since a machine was started only count on. So the two together tell an outage
from a clock that was set, as long as the machine was not started anew.
"""

from __future__ import annotations

import platform
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

from games.clockwork.inserts import insert_once
from games.clockwork.moments import FAR_AHEAD
from games.models import Heartbeat, Outage

LEAST_OUTAGE = timedelta(minutes=2)
UNUSUAL = 3
"""A pause so many times as long as the last one is an outage: the sweep may be left to cron."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_SINCE_START = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Reading(NamedTuple):
    """What the clocks of this machine say."""

    now: datetime
    machine: str
    uptime: float


def read() -> Reading:
    """What they say now."""
    return Reading(timezone.now(), _machine(), _uptime())


def _machine() -> str:
    try:
        boot = _BOOT.read_text().strip()
    except OSError:  # no Linux: a start shows in the seconds alone
        boot = ""
    return f"{platform.node()[:20]} {boot}"[:60]


def _uptime() -> float:
    return time.clock_gettime(_SINCE_START)


class Gap(NamedTuple):
    """What lies between the last sweep and now. ``length``: how long that was, as this machine counts; None
    where it was started anew meanwhile, or another machine swept. ``jump``: by how much its clock was set,
    as far as that is known. ``by_clock``: how much later it is by the clock; ``usual``: no longer than
    between two sweeps."""

    length: timedelta | None
    jump: timedelta
    by_clock: timedelta
    usual: bool


def last() -> Heartbeat | None:
    """The last sweep of anybody."""
    return Heartbeat.objects.order_by("-serial").first()


def gap(before: Heartbeat, reading: Reading) -> Gap:
    """What lies between a heartbeat and now."""
    by_clock = reading.now - before.at
    if not _counts_on(before, reading):
        return Gap(None, timedelta(), by_clock, -FAR_AHEAD <= by_clock <= _longest(before))
    length = timedelta(seconds=reading.uptime - before.uptime)
    jump = by_clock - length
    return Gap(length, jump if abs(jump) > FAR_AHEAD else timedelta(), by_clock, length <= _longest(before))


def swept_lately(reading: Reading) -> bool:
    """Whether this machine has swept itself not long ago: then the server was not away, whatever the clock of
    another machine that swept meanwhile may say."""
    own = Heartbeat.objects.filter(machine=reading.machine).first()
    return own is not None and _counts_on(own, reading) and gap(own, reading).usual


def swept_since(start: Reading) -> bool:
    """Whether somebody on this machine has swept since its clocks said so much."""
    return Heartbeat.objects.filter(machine=start.machine, uptime__gte=start.uptime).exists()


def leave(before: Heartbeat | None, reading: Reading) -> bool:
    """Leave a heartbeat behind ``before``, the last one; whether nobody else has been quicker."""
    newest = before.serial + 1 if before else 1
    found = gap(before, reading) if before else None
    pause = max(found.length or found.by_clock, timedelta()) if found else timedelta()
    row = Heartbeat(
        machine=reading.machine, serial=newest, at=reading.now, uptime=reading.uptime, pause=pause
    )
    row, new = insert_once(row, "machine")
    values = {"serial": newest, "at": reading.now, "uptime": reading.uptime, "pause": pause}
    return new or bool(Heartbeat.objects.filter(pk=row.pk, serial__lt=newest).update(**values))


def _counts_on(before: Heartbeat, reading: Reading) -> bool:
    """Whether the seconds of a heartbeat are those of this machine, and of its present run."""
    return before.machine == reading.machine and before.uptime <= reading.uptime


def counted_until(now: datetime) -> datetime:
    """The moment up to which deadlines count: now; but where the server was away, and nobody has yet settled
    what that means for the players, the moment when it was last known to run."""
    open_outage = Outage.objects.filter(settled=None).first()
    if open_outage:
        return min(open_outage.since, now)
    before = last()
    if before and now - before.at > _longest(before):
        return min(before.at, now)
    return now


def _longest(before: Heartbeat) -> timedelta:
    """The longest pause behind a heartbeat that is not an outage."""
    return max(LEAST_OUTAGE, UNUSUAL * before.pause)
