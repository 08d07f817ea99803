"""Letters between players: personal words, outside of the log, so that they can be deleted."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.game import Game
from games.models.mail import InboundMail
from games.models.seat import Seat


class LetterScope(models.TextChoices):
    """Who may read a letter."""

    NOBODY = "nobody"  # its addressee is not known
    SEAT = "seat"
    SIDE = "side"
    ALL = "all"


class LetterState(models.TextChoices):
    WAITING = "waiting"  # for the phase to be over
    DELIVERED = "delivered"
    RETURNED = "returned"  # to its writer, who is told why


class Letter(models.Model):
    """A letter of one player, cleaned, to a seat, a side or everybody. ``key`` names it, so that it is
    written once; ``answers`` is the letter that it is a reply to, ``whom`` the addressee in the writer's
    words, ``trouble`` why it was returned, ``mail`` the mail that it stood in."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="letters")
    writer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="letters_written")
    anonymous = models.BooleanField(default=False)
    scope = models.CharField(max_length=10, choices=LetterScope, default=LetterScope.NOBODY)
    to_seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="letters_received"
    )
    to_side = models.CharField(max_length=40, blank=True)
    whom = models.CharField(max_length=80, blank=True)
    answers = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replies"
    )
    text = models.TextField()
    key = models.CharField(max_length=100, unique=True)
    phase = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=LetterState, default=LetterState.WAITING)
    trouble = models.TextField(blank=True)
    written = models.DateTimeField(default=timezone.now)
    delivered = models.DateTimeField(null=True, blank=True)
    mail = models.ForeignKey(
        InboundMail, null=True, blank=True, on_delete=models.SET_NULL, related_name="letters"
    )

    class Meta:
        indexes = [
            models.Index(fields=["state", "written"]),
            models.Index(fields=["game", "scope", "written"]),
        ]
        ordering = ["-written", "-pk"]

    def __str__(self) -> str:
        return f"{self.state} letter {self.pk} of {self.writer}"
