"""What somebody asked for on the web, before anybody knows that the mailbox he named is his."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.names import NameField
from games.models.seat import Seat


class SeatRequest(models.Model):
    """A new game, or a free seat of one, that was asked for on the web. Nothing of a game exists for it,
    and no seat is held, until the link of its one mail was followed (games.play.seat_requests); a day
    later it is gone.

    ``seat`` is the free seat, or empty for a new game of ``terms``. ``mailbox`` and ``network`` say in
    whose mailbox the mail lies and from where it was asked for, as limits count them. ``ended``: when the
    link was used, for the seat ``taken``, or when the owner of the mailbox said that it was not he who
    asked (nothing ``taken``)."""

    ref = models.CharField(max_length=12, unique=True)
    asked = models.DateTimeField(default=timezone.now, db_index=True)
    network = models.CharField(max_length=50, db_index=True)
    mailbox = models.CharField(max_length=254, db_index=True)
    player = NameField(max_length=80)
    email = models.CharField(max_length=254)
    language = models.CharField(max_length=8, default="en")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="requests")
    terms = models.JSONField(default=dict, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    taken = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"request {self.pk} for {self.seat or self.terms.get('scenario', '')}"
