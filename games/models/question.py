"""Questions to players: an adjudication waits for each of them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.game import Game, label_of
from games.models.seat import Seat


class Question(models.Model):
    """A question as event ``seq`` of the log put it: an index for the clock, the mail and the page. ``name``
    names the decision within the game. ``remind_at``: when its one reminder is owed; None when there is none
    (any more). Once answered, ``choice`` is the key chosen; empty when the clock ran out."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="questions")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="questions")
    name = models.CharField(max_length=200)
    phase = models.PositiveIntegerField()
    seq = models.BigIntegerField()
    asked = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField()
    remind_at = models.DateTimeField(null=True, blank=True)
    answered = models.DateTimeField(null=True, blank=True)
    choice = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="question_once")]
        indexes = [models.Index(fields=["answered", "due"])]
        ordering = ["game", "seq"]

    def __str__(self) -> str:
        return f"{label_of(self)} {self.name} to {self.seat.name}"

    @property
    def place(self) -> int:
        """Its number among those that its seat was asked: what addresses call it, since one that all games
        share would tell how much others are asked."""
        return Question.objects.filter(seat=self.seat_id, seq__lte=self.seq).count()

    @property
    def open(self) -> bool:
        return self.answered is None
