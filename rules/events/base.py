"""What all events share: a stored name, a schema version, and who may see them."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import ClassVar

import msgspec


class Audience(StrEnum):
    """Who sees an event in reports, archive and feeds (DESIGN: fog from the first day)."""

    ALL = "all"
    SEAT = "seat"
    UMPIRE = "umpire"  # the whole of it; others may be shown a poorer one (Event.shown_to)


TABLE, UMPIRE = "table", "umpire"
"""The audiences of a log that every game has: what all may know, and what nobody may."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. Stored under ``kind``, never under an import path.

    Events for one seat only have a field ``seat``.
    """

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    audience: ClassVar[Audience] = Audience.ALL

    def stored(self) -> object:
        """What is encoded of it."""
        return self

    def kept_from(self) -> bool:
        """Whether more of this very event is the umpire's alone than its kind says."""
        return False

    def shown_to(self, seat: str | None) -> Event | None:
        """The poorer event that a seat (None: everybody) is shown in place of one that is the umpire's."""
        return None


def seat_audience(seat: str) -> str:
    """The audience of a log that is one seat."""
    return f"seat:{seat}"


@cache
def _is_open(kind: type[Event]) -> bool:
    """Whether all events of a type are for everybody."""
    return kind.audience is Audience.ALL and kind.kept_from is Event.kept_from


def audience_of(event: Event) -> str:
    """The audience of a log to which the truth of an event belongs: TABLE, UMPIRE or a seat's."""
    if _is_open(type(event)):
        return TABLE
    if event.audience is Audience.SEAT:
        return seat_audience(event.seat)  # type: ignore[attr-defined]
    if event.audience is Audience.UMPIRE or event.kept_from():
        return UMPIRE
    return TABLE


def seen_by(event: Event, seat: str | None) -> Event | None:
    """What a seat (None: the public) sees of an event while the game runs: the event itself, a poorer
    one, or nothing."""
    audience = audience_of(event)
    if audience == UMPIRE:
        return event.shown_to(seat)
    if audience == TABLE or (seat is not None and audience == seat_audience(seat)):
        return event
    return None


def is_visible(event: Event, seat: str | None) -> bool:
    """Whether a seat (None: the public) may see anything of an event while the game runs."""
    return seen_by(event, seat) is not None
