"""Spans of time that end now, told by a clock that may have been set meanwhile."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

FAR_AHEAD = timedelta(minutes=1)  # more than the clocks of two machines may differ


def lately(field: str, span: timedelta) -> Q:
    """Rows whose moment lies within the span behind us. A moment ahead of us was written by a clock that had
    gone wrong, and would count for as long as it had gone ahead."""
    now = timezone.now()
    return Q(**{f"{field}__gt": now - span, f"{field}__lte": now + FAR_AHEAD})
