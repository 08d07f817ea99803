"""Seats, the people on them, and the addresses they answer to."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.game import Game, label_of
from games.models.names import NameField


class MapSize(models.TextChoices):
    LARGE = "large"
    SMALL = "small"
    NONE = "none"


class Proof(models.TextChoices):
    """What has shown that whoever plays a seat reads the mailbox that its mails go to."""

    NONE = "", "nothing yet"
    REQUEST = "request", "the link in the mail that answers a request on the web"
    LINK = "link", "the seat's link, which stands in its mails alone"
    MAIL = "mail", "a mail to an address that was given out in the seat's mails alone"


class Seat(models.Model):
    """A player's place in a game, under the name the log knows it by ("normans"). Who sits there is
    known here only.

    ``captain`` is the temper of the automaton that plays the seat, or empty; ``fights``: of one that plays
    for its player in the games that this one calls. ``awaited``: owes orders for the open phase.
    ``filed_seq`` is the event of the orders filed last: the phase has the seat's orders when it is greater
    than ``Game.opened_seq`` (0: standing orders alone, or all taken back). ``mends_until``: the player has
    more to write, or time to change his mind; the phase is not closed early before. ``mends_for``: the names
    of those whose lines were to be mended and who had no other order yet. ``wants_mail``: reports, reminders
    and letters; ``no_mail``: not even questions and answers. ``quiet``: no receipts where there is nothing to
    mend; ``digest``: one mail a day for reports and reminders (games.delivery.digests); ``each_phase``: from
    which event of the log on a report comes after every phase, and not once a game turn
    (games.reports.since). ``html_mail``, ``map_size`` and ``lists`` (sentences where others have tables) say
    how a mail looks. ``mail_suspended``: since when nothing is mailed to its player, because of
    ``mail_trouble``; ``mail_resumed``: what happened before then counts no more. ``no_letters_from``: names
    of seats, or "anonymous", whose letters are not wanted; ``letters_since``: older ones belong to whoever
    sat there before.

    ``proven``: when, and by which ``proof``, it was first seen that whoever plays here reads the mailbox
    ``email`` (games.people.proven). Until then the seat is alone: it has nothing to do with the other seats
    of that address. ``stands_for``: in a game that another one called, the seat there whose player plays
    here; ``alone``: he was put there on purpose, and goes with no other (``follows``)."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(max_length=40)
    title = NameField(max_length=80)
    side = models.CharField(max_length=40)
    order = models.PositiveSmallIntegerField(default=0)

    player = NameField(max_length=80, blank=True)
    email = models.CharField(max_length=254, blank=True)
    other_emails = models.JSONField(default=list, blank=True)
    timezone = models.CharField(max_length=60, default="UTC")
    language = models.CharField(max_length=8, default="en")
    joined = models.DateTimeField(null=True, blank=True)
    captain = models.CharField(max_length=20, blank=True)
    fights = models.CharField(max_length=20, blank=True, db_default="")
    wants_mail = models.BooleanField(default=True)
    no_mail = models.BooleanField(default=False)
    quiet = models.BooleanField(default=False)
    digest = models.BooleanField(default=False)
    each_phase = models.BigIntegerField(null=True, blank=True)
    html_mail = models.BooleanField(default=True)
    map_size = models.CharField(max_length=5, choices=MapSize, default=MapSize.LARGE)
    lists = models.BooleanField(default=False)
    mail_suspended = models.DateTimeField(null=True, blank=True)
    mail_trouble = models.CharField(max_length=200, blank=True)
    mail_resumed = models.DateTimeField(null=True, blank=True)
    no_letters_from = models.JSONField(default=list, blank=True)
    letters_since = models.DateTimeField(null=True, blank=True)
    link_serial = models.PositiveIntegerField(default=1)
    stands_for = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="elsewhere"
    )
    alone = models.BooleanField(default=False, db_default=False)
    proven = models.DateTimeField(null=True, blank=True)
    proof = models.CharField(max_length=10, choices=Proof, blank=True, default=Proof.NONE)

    awaited = models.BooleanField(default=False)
    filed_seq = models.BigIntegerField(default=0)
    mends_until = models.DateTimeField(null=True, blank=True)
    mends_for = models.JSONField(default=list, blank=True, db_default=models.Value([], models.JSONField()))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="seat_name")]
        ordering = ["game", "order"]

    def __str__(self) -> str:
        return f"{label_of(self)} {self.name}"

    @property
    def taken(self) -> bool:
        """A human or an automaton plays it."""
        return bool(self.email or self.captain)

    @property
    def follows(self) -> Seat | None:
        """The seat whose player plays here because he plays there."""
        return None if self.alone else self.stands_for

    @property
    def addresses(self) -> tuple[str, ...]:
        """Every mail address its player may write from, in lower case; the first is the one we write to."""
        return tuple(address.lower() for address in (self.email, *self.other_emails) if address)


class Purpose(models.TextChoices):
    ORDERS = "orders"
    ANSWER = "answer"
    PRESS = "press"
    UNSUBSCRIBE = "unsubscribe"
    BOUNCE = "bounce"
    CONFIRM = "confirm"
    ADDRESS = "address"
    DAILY = "daily"


class ReplyToken(models.Model):
    """A reply address that we gave out: one for each seat, phase and purpose, or for each ``question`` (0:
    none; with the purposes CONFIRM, ADDRESS and PRESS the number of the held mail, new address or letter that
    is answered). The secret in it is derived from the server's key and this row (games.seats.seats), so
    nothing in the database opens a seat."""

    ref = models.CharField(max_length=12, unique=True)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tokens")
    phase = models.PositiveIntegerField()
    purpose = models.CharField(max_length=12, choices=Purpose)
    question = models.BigIntegerField(default=0)
    issued = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "phase", "purpose", "question"],
                condition=models.Q(revoked=None),
                name="one_token_for_each_purpose",
            )
        ]

    def __str__(self) -> str:
        return f"{self.purpose}+{self.ref} ({self.seat}, phase {self.phase})"


class NewAddress(models.Model):
    """A player wants to write from another address as well; it counts once somebody there has
    confirmed it. With the name of a ``guest``: whoever confirms it leads that fight instead of him;
    ``confirmed`` then is when he was answered, or the request was taken back."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="new_addresses")
    address = models.CharField(max_length=254)
    asked = models.DateTimeField(default=timezone.now)
    confirmed = models.DateTimeField(null=True, blank=True)
    guest = NameField(max_length=80, blank=True, db_default="")

    def __str__(self) -> str:
        return f"{self.address} for {self.seat}"
