"""Reports as they were sent: the archive shows the same words."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.game import Adjudication, Game, label_of
from games.models.seat import Seat


class Report(models.Model):
    """The report of one adjudication as a seat read it; one that it was not mailed is text alone. That of the
    public (no seat) is its head alone, since pages show the log itself. ``adjudication`` is empty for the
    first mail of a game. ``head_hash`` is the log's head that the report prints, ``seal`` see
    games.record.seals."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="reports")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    adjudication = models.ForeignKey(
        Adjudication, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    phase = models.PositiveIntegerField()
    key = models.CharField(max_length=60, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    html = models.TextField(blank=True)
    picture = models.BinaryField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)
    head_hash = models.BinaryField(max_length=32)
    seal = models.BinaryField(max_length=32, null=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "key"],
                condition=models.Q(seat__isnull=False),
                name="report_of_seat_once",
            ),
            models.UniqueConstraint(
                fields=["game", "key"], condition=models.Q(seat__isnull=True), name="public_report_once"
            ),
        ]
        # by which SQLite's triggers see that none is replaced, however many there are
        indexes = [models.Index(fields=["game", "seat", "key"], name="report_by_key")]
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return f"{label_of(self)} {self.key} for {self.seat.name if self.seat else 'everybody'}"

    @property
    def head(self) -> str:
        return bytes(self.head_hash).hex()
