"""The event log, the commands that wrote it, and snapshots of where it led. Rows of the log are never
changed: triggers refuse it."""

from __future__ import annotations

from django.db import models

from games.models.game import Game, label_of


class Event(models.Model):
    """One event as stored and hashed (games.record.eventlog has the layout). In a log of form 2 ``audience``
    is the place of its audience among those that the game declares, ``shown`` what others were shown in place
    of it (games.record.leaves), and ``hash`` that of the link which ends with this event, else empty."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, db_index=False, related_name="events")
    seq = models.BigIntegerField()
    type = models.CharField(max_length=60)
    version = models.PositiveIntegerField()
    data = models.BinaryField()
    command_id = models.CharField(max_length=200)
    recorded_us = models.BigIntegerField()
    hash = models.BinaryField(max_length=32)
    audience = models.PositiveSmallIntegerField(default=0, db_default=0)
    shown = models.BinaryField(default=b"", db_default=b"")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="event_place")]
        ordering = ["game", "seq"]

    def __str__(self) -> str:
        return f"{label_of(self)} #{self.seq} {self.type}"


class Command(models.Model):
    """A command that was carried out: the same command a second time gets this outcome and does nothing.
    ``seal``: see games.record.seals."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, db_index=False, related_name="commands")
    command_id = models.CharField(max_length=200)
    first_seq = models.BigIntegerField()
    last_seq = models.BigIntegerField()
    outcome = models.JSONField(default=dict)
    seal = models.BinaryField(max_length=32, null=True, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "command_id"], name="command_once")]

    def __str__(self) -> str:
        return f"{label_of(self)} {self.command_id}"


class Snapshot(models.Model):
    """Where a long game stood after an event, as some version of the rules saw it (games.record.snapshots).
    Rows may be deleted at any time. ``fold`` names the code, ``seal`` binds the bytes to it and to the
    event's hash."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="snapshots")
    seq = models.BigIntegerField()
    fold = models.CharField(max_length=64)
    seal = models.BinaryField(max_length=32)
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seq", "fold"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{label_of(self)} after event {self.seq}"
