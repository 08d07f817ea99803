"""What became of mail after it left us, and what came to the doors of the server."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.mail import OutboundMail
from games.models.seat import Seat


class DeliveryKind(models.TextChoices):
    DELIVERED = "delivered"
    DEFERRED = "deferred"  # somebody still tries
    SOFT = "soft", "soft bounce"
    HARD = "hard", "hard bounce"
    COMPLAINED = "complained"  # its reader called it spam
    SUPPRESSED = "suppressed"  # the provider does not write to this address any more


class DeliveryEvent(models.Model):
    """Something that happened to a mail of ours. Rows are added and never changed. ``key`` names the event
    in its ``source`` (a provider, or "report" for a delivery report that came as a mail), so none is
    counted twice."""

    source = models.CharField(max_length=20)
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=12, choices=DeliveryKind)
    mail = models.ForeignKey(OutboundMail, on_delete=models.PROTECT, related_name="deliveries")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries")
    said = models.TextField(blank=True)
    happened = models.DateTimeField(default=timezone.now)
    noted = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "key"], name="delivery_event_once")]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.mail_id} ({self.source})"


class SeenCall(models.Model):
    """A provider's call whose signature may serve once only; ``digest`` is of what it said."""

    source = models.CharField(max_length=20)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    seen = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "key"], name="call_seen_once")]

    def __str__(self) -> str:
        return f"{self.source} {self.key}"


class Tally(models.Model):
    """How often something happened on a day that leaves no other trace: calls refused, mails turned away."""

    day = models.DateField()
    what = models.CharField(max_length=60)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "what"], name="tally_of_a_day")]
        ordering = ["-day", "what"]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.day} {self.what}: {self.count}"
