"""When the server was last known to run, and when it was away: what its clocks said."""

from __future__ import annotations

from datetime import timedelta

from django.db import models


class Heartbeat(models.Model):
    """The last sweep of a machine: what its clock said (``at``), and how many seconds it had been up, which
    nobody can set. ``machine`` names the machine since it was last started; ``serial`` is the highest with
    whoever swept last; ``pause`` is that between its sweeps."""

    machine = models.CharField(max_length=60, unique=True)
    serial = models.BigIntegerField(db_index=True)
    at = models.DateTimeField()
    uptime = models.FloatField()
    pause = models.DurationField(default=timedelta)

    def __str__(self) -> str:
        return f"{self.machine} at {self.at}"


class Outage(models.Model):
    """The server was away from ``since``, by the clock as it was then, until ``machine`` noticed it, when it
    had been up for so many seconds and left the heartbeat ``serial``. ``length`` is known where that machine
    was not started anew meanwhile. Deadlines rest until it is settled."""

    since = models.DateTimeField()
    noticed = models.DateTimeField()
    machine = models.CharField(max_length=60)
    uptime = models.FloatField()
    serial = models.BigIntegerField()
    length = models.DurationField(null=True, blank=True)
    settled = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"away since {self.since}"
