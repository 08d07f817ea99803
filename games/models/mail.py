"""Mail as it came in and as it goes out. These rows are the work lists of the inbox and the outbox."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from games.models.game import Game
from games.models.rows import values
from games.models.seat import Seat

NULL_SENDER = "<>"  # in an envelope: the mail is a report of the post itself


class InboundState(models.TextChoices):
    UNREAD = "unread", gettext_lazy("Unread")
    DONE = "done", gettext_lazy("Done")
    KEPT = "kept", gettext_lazy("Kept")  # read when the phase that is being played is over
    HELD = "held", gettext_lazy("Held")  # waits for a person
    IGNORED = "ignored", gettext_lazy("Ignored")  # deliberate silence
    FAILED = "failed", gettext_lazy("Failed")  # we could not read it; it is kept


class Released(models.TextChoices):
    """Who said that a held mail is to be carried out."""

    NOBODY = "", gettext_lazy("nobody")
    PLAYER = "player", gettext_lazy("the player")
    GAME_MASTER = "game master", gettext_lazy("the game master")


class InboundMail(models.Model):
    """A mail to one recipient, stored before anything else happens to it. ``sha256`` is of the raw bytes, in
    hexadecimal; ``reason`` a short code for held, ignored and failed mails; ``parsed`` what the reader found;
    ``transport_id`` what the transport calls the mail; ``payload`` what a provider sent where ``raw`` had to
    be rebuilt from it; ``authentication`` what the transport told of the sender (pbem.mail.authentication);
    ``released``: the mail was held, and is carried out by this person's word; ``game`` of an unread mail: the
    one its address belongs to."""

    sha256 = models.CharField(max_length=64)
    recipient = models.CharField(max_length=254, blank=True)
    raw = models.BinaryField()
    payload = models.BinaryField(default=b"")
    transport = models.CharField(max_length=20)
    transport_id = models.CharField(max_length=120, blank=True)
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
    authentication = models.JSONField(default=dict, blank=True)
    released = models.CharField(max_length=12, choices=Released, blank=True, default=Released.NOBODY)
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

    @cached_property
    def has_namesakes(self) -> bool:
        """Whether another mail with this Message-ID has come in, when that is first asked."""
        others = "SELECT 1 FROM games_inboundmail WHERE message_id = %s AND id <> %s LIMIT 1"
        return bool(values(others, self.message_id, self.pk))


class Handling(models.TextChoices):
    """What a person did with a mail that came in."""

    LOOKED = "looked at", gettext_lazy("looked at it")
    READ_AGAIN = "read again", gettext_lazy("had it read again")
    LET_THROUGH = "let through", gettext_lazy("let it through")
    CONFIRMED = "confirmed", gettext_lazy("confirmed it")
    DENIED = "denied", gettext_lazy("said that it is not his")


class MailHandled(models.Model):
    """Who did what with a mail that came in, and when: written, and never changed. ``who`` is the account of
    a game master, or how a player spoke."""

    mail = models.ForeignKey(InboundMail, on_delete=models.PROTECT, related_name="handled")
    at = models.DateTimeField(default=timezone.now)
    who = models.CharField(max_length=150)
    what = models.CharField(max_length=12, choices=Handling)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.who} {self.get_what_display()}: mail {self.mail_id}"


class OutboundKind(models.TextChoices):
    REPORT = "report"
    QUESTION = "question"
    RECEIPT = "receipt"
    REMINDER = "reminder"
    NOTICE = "notice"
    DIGEST = "digest"
    LETTER = "letter"


class OutboundState(models.TextChoices):
    PENDING = "pending", gettext_lazy("Pending")  # its bytes are made; it waits for its first or next attempt
    SENDING = "sending", gettext_lazy("Sending")  # somebody is at it
    ACCEPTED = "accepted", gettext_lazy("Accepted")  # the other side has it
    REJECTED = "rejected", gettext_lazy("Rejected")  # refused for good
    GATHERED = "gathered", gettext_lazy("Gathered")  # for the daily mail of a player who wants one
    ENCLOSED = "enclosed", gettext_lazy("Enclosed")  # it went out inside of a daily mail
    UNKNOWN = "unknown", gettext_lazy("Unknown")  # the line broke: perhaps it went out, perhaps not
    GIVEN_UP = "given up", gettext_lazy("Given Up")  # we have tried often enough; a person must say what now
    WITHHELD = (
        "withheld",
        gettext_lazy("Withheld"),
    )  # mail to this seat is suspended, or not wanted any more; to be read on the web


class OutboundMail(models.Model):
    """A mail that is owed. ``dedupe_key`` names its effect, so the same mail is never owed twice;
    ``rendered`` are its final bytes. A worker that sends it holds the lease; see games.outbox.outbox for the
    states. ``in_doubt_since``: when it may first have gone out without our knowing; ``possible_duplicates``:
    how often it was sent again all the same. ``told_at``: when the game master was told that it could not be
    delivered. ``said`` tells answers that say the same (games.answers.brakes). ``seal``: see
    games.record.seals."""

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
    seal = models.BinaryField(max_length=32, null=True, editable=False)
    said = models.CharField(max_length=32, blank=True)
    changed = models.BooleanField(default=False, db_default=False)
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
    in_doubt_since = models.DateTimeField(null=True, blank=True)
    possible_duplicates = models.PositiveIntegerField(default=0)
    told_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)
    rung_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["state", "due_at"]),
            models.Index(fields=["to", "created"]),
            models.Index(fields=["kind", "created"], name="outbound_kind_created"),
        ]
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.state} {self.kind} {self.dedupe_key}"
