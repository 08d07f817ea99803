"""Counting what leaves no other trace: calls refused, mails turned away, events of mails that
are not ours."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.models import Tally

KEPT = timedelta(days=90)


def count(what: str) -> None:
    """One more of these today."""
    today = timezone.now().date()
    with transaction.atomic():
        _, new = Tally.objects.get_or_create(day=today, what=what[:60])
        Tally.objects.filter(day=today, what=what[:60]).update(count=F("count") + 1)
        if new:
            Tally.objects.filter(day__lt=today - KEPT).delete()
        failpoint("tallies.counted")


def today() -> dict[str, int]:
    """All that was counted today."""
    return dict(Tally.objects.filter(day=timezone.now().date()).values_list("what", "count"))
