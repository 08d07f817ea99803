"""Counting what leaves no other trace: calls refused, mails turned away, events of mails that are not ours."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.models import Tally

KEPT = timedelta(days=90)


def count(what: str) -> None:
    """One more of these today."""
    today = timezone.now().date()
    rows = Tally.objects.filter(day=today, what=what[:60])
    if rows.update(count=F("count") + 1):
        return
    Tally.objects.filter(day__lt=today - KEPT).delete()
    try:
        with transaction.atomic():
            Tally.objects.create(day=today, what=what[:60], count=1)
    except IntegrityError:  # another process was first
        rows.update(count=F("count") + 1)


def today() -> dict[str, int]:
    """All that was counted today."""
    return dict(Tally.objects.filter(day=timezone.now().date()).values_list("what", "count"))
