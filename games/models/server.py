"""The server itself: the key its secrets hang on, and the machines it runs on."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class ServerKey(models.Model):
    """The fingerprint of the key that the hosts of this database share (games.record.server_key). There is
    one row, ``only``."""

    only = models.BooleanField(default=True, unique=True)
    fingerprint = models.CharField(max_length=32)
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"key {self.fingerprint[:8]} since {self.since}"


class Host(models.Model):
    """A machine on which processes of the server run: its ``version`` of the server, and when one of them was
    seen last."""

    name = models.CharField(max_length=60, unique=True)
    version = models.CharField(max_length=60)
    since = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"
