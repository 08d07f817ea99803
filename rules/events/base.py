"""What all events share: a stored name, a schema version, and who may see them."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec


class Audience(StrEnum):
    """Who sees an event in reports, archive and feeds (DESIGN: fog from the first day)."""

    ALL = "all"
    SEAT = "seat"


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. Stored under ``kind``, never under an import path.

    Events for one seat only have a field ``seat``.
    """

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    audience: ClassVar[Audience] = Audience.ALL


def is_visible(event: Event, seat: str | None) -> bool:
    """Whether a seat (None: the public) may see an event while the game runs."""
    if event.audience is Audience.ALL:
        return True
    return seat is not None and getattr(event, "seat", None) == seat
