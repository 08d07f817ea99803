"""The event log, the commands that wrote it, and snapshots of where it led. Rows of the log are never
changed: triggers refuse it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.game import Game, label_of

RARE = ("game_called", "game_called_again", "game_told", "forked", "dice_renewed", "taken_over")
"""Types of a few events of thousands for which pages ask: by which a game calls others, is told of their
ends, was forked, changed hands, got new dice."""
IS_RARE = f"games_event.type IN ({', '.join(map(repr, RARE))})"
"""As the index has it, letter by letter, or SQLite does not see that it is meant."""


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
        indexes = [models.Index(fields=["game", "seq"], condition=Q(type__in=RARE), name="event_rare")]
        ordering = ["game", "seq"]

    def __str__(self) -> str:
        return f"{label_of(self)} #{self.seq} {self.type}"


def rare(game_id: int) -> models.QuerySet[Event]:
    """The events of a game that are of a ``RARE`` type, in order, without a look at any other."""
    return Event.objects.filter(game_id=game_id).extra(where=[IS_RARE]).order_by("seq")


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
