"""Spans of time that end now, told by a clock that may have been set meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

FAR_AHEAD = timedelta(minutes=1)  # more than the clocks of two machines may differ


def lately(field: str, span: timedelta) -> Q:
    """Rows whose moment lies within the span behind us."""
    begin, end = bounds(span)
    return Q(**{f"{field}__gt": begin, f"{field}__lte": end})


def bounds(span: timedelta) -> tuple[datetime, datetime]:
    """After which moment the span behind us begins, and which is the last of it. A moment ahead of us was
    written by a clock that had gone wrong, and would count for as long as it had gone ahead."""
    now = timezone.now()
    return now - span, now + FAR_AHEAD
