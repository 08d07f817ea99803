"""Mail as it came in and as it goes out. These rows are the work lists of the inbox and the outbox."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.game import Game
from games.models.seat import Seat


class InboundState(models.TextChoices):
    UNREAD = "unread"
    DONE = "done"
    KEPT = "kept"  # read when the phase that is being played is over
    HELD = "held"  # waits for a person
    IGNORED = "ignored"  # deliberate silence
    FAILED = "failed"  # we could not read it; it is kept


class InboundMail(models.Model):
    """A mail to one recipient, stored before anything else happens to it. ``sha256`` is of the raw bytes, in
    hexadecimal; ``reason`` a short code for held, ignored and failed mails; ``parsed`` what the reader found.
    ``transport_id`` is what the transport calls the mail; ``payload`` what a provider sent where ``raw`` had to be
    rebuilt from it; ``authentication`` the verdict of a provider on its sender."""

    sha256 = models.CharField(max_length=64)
    recipient = models.CharField(max_length=254, blank=True)
    raw = models.BinaryField()
    payload = models.BinaryField(default=b"")
    transport = models.CharField(max_length=20)
    transport_id = models.CharField(max_length=120, blank=True)
    authentication = models.JSONField(default=dict, blank=True)
    envelope_from = models.CharField(max_length=254, blank=True)
    message_id = models.CharField(max_length=200, blank=True, db_index=True)
    sender = models.CharField(max_length=254, blank=True, db_index=True)
    received_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=InboundState, default=InboundState.UNREAD)
    reason = models.CharField(max_length=60, blank=True)
    detail = models.TextField(blank=True)
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="inbound_mails"
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="inbound_mails"
    )
    parsed = models.JSONField(default=dict, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    rung_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sha256", "recipient"], name="inbound_once")]
        indexes = [
            models.Index(fields=["state", "received_at"]),
            models.Index(fields=["received_at"]),
            models.Index(fields=["transport", "transport_id"]),
        ]
        ordering = ["-received_at"]

    def __str__(self) -> str:
        return f"{self.state} mail {self.pk} from {self.sender or self.envelope_from}"


class OutboundKind(models.TextChoices):
    REPORT = "report"
    QUESTION = "question"
    RECEIPT = "receipt"
    REMINDER = "reminder"
    NOTICE = "notice"


class OutboundState(models.TextChoices):
    PENDING = "pending"
    SENDING = "sending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNKNOWN = "unknown"  # the line broke: perhaps it went out, perhaps not
    WITHHELD = "withheld"  # mail to this seat is suspended; to be read on the web


class OutboundMail(models.Model):
    """A mail that is owed. ``dedupe_key`` names its effect, so the same mail is never owed twice; ``rendered`` are
    its final bytes. A worker that sends it holds the lease; see games.outbox for the states."""

    dedupe_key = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=10, choices=OutboundKind)
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="outbound_mails"
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="outbound_mails"
    )
    to = models.CharField(max_length=254)
    subject = models.CharField(max_length=200, blank=True)
    message_id = models.CharField(max_length=200, unique=True)
    rendered = models.BinaryField()
    in_reply_to = models.ForeignKey(
        InboundMail, null=True, blank=True, on_delete=models.PROTECT, related_name="answers"
    )
    created = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=OutboundState, default=OutboundState.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.CharField(max_length=32, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    provider_id = models.CharField(max_length=200, blank=True, db_index=True)
    possible_duplicates = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    rung_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["state", "due_at"])]
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.state} {self.kind} {self.dedupe_key}"
