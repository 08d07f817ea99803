"""What all events share: a stored name, a schema version, and what a seat is shown of them."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any, ClassVar

import msgspec

from rules.state.figure import SeatId


class Audience(StrEnum):
    """Whose the truth of an event is, by its kind."""

    ALL = "all"
    SEAT = "seat"  # the seat in its field ``seat``
    UMPIRE = "umpire"


TABLE, UMPIRE = "table", "umpire"
"""The audiences of a log that every game has: what all may know, and what nobody may."""


class Knowledge:
    """Who looks (``seat`` None: the public), and the state as he knows it when something happens: what he has
    been shown so far comes to it, and nothing else is in it."""

    __slots__ = ("_state", "seat")

    def __init__(self, seat: SeatId | None, state: Any = None) -> None:
        self.seat = seat
        self._state = state

    @property
    def state(self) -> Any:
        """Raises LookupError for a kind of event that has not said that it asks (``Event.by_knowledge``)."""
        if self._state is None:
            raise LookupError("what is shown depends on what is known: its kind has to say by_knowledge")
        return self._state


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. Stored under ``kind``, never under an import path.

    Events for one seat only have a field ``seat``. ``by_knowledge``: what is shown of it depends on what one
    knows, besides who one is; its truth is the umpire's then.
    """

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    audience: ClassVar[Audience] = Audience.ALL
    by_knowledge: ClassVar[bool] = False

    def stored(self) -> object:
        """What is encoded of it."""
        return self

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        """What somebody is shown of it while the game runs: the event itself, a poorer one, or nothing. A
        seat is shown no less than the public."""
        if self.audience is Audience.ALL:
            return self
        if self.audience is Audience.SEAT and knowledge.seat == self.seat:  # type: ignore[attr-defined]
            return self
        return None


def seat_audience(seat: str) -> str:
    """The audience of a log that is one seat."""
    return f"seat:{seat}"


_PUBLIC = Knowledge(None)


@cache
def is_open(kind: type[Event]) -> bool:
    """Whether all events of a type are for everybody."""
    return kind.audience is Audience.ALL and kind.seen_by is Event.seen_by


def audience_of(event: Event) -> str:
    """The audience of a log to which the truth of an event belongs: TABLE, UMPIRE or a seat's."""
    kind = type(event)
    if is_open(kind):
        return TABLE
    if kind.audience is Audience.SEAT:
        return seat_audience(event.seat)  # type: ignore[attr-defined]
    if kind.audience is Audience.UMPIRE or kind.by_knowledge:
        return UMPIRE
    return TABLE if event.seen_by(_PUBLIC) is event else UMPIRE
