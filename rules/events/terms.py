"""What becomes of standing orders that have terms: used, held back, handed on to the next link. Their
owner's alone."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Audience, Event
from rules.state.figure import FigureId, SeatId


class StandingOrderUsed(Event, frozen=True):
    """A standing order whose uses are counted was used; ``turn`` is the game turn."""

    kind: ClassVar[str] = "standing_order_used"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    turn: int


class StandingOrderHeld(Event, frozen=True):
    """A standing order would have been used but for one of its terms."""

    kind: ClassVar[str] = "standing_order_held"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    why: str
    figure: FigureId = ""


class StoppedAsOrdered(Event, frozen=True):
    """Somebody ended his move because of what his order said of it; ``why``: fired at, tested, wounded. What
    the order said is his owner's alone, so the public end of the move gives no reason."""

    kind: ClassVar[str] = "stopped_as_ordered"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    figure: FigureId
    why: str


class StandingOrderPassedOn(Event, frozen=True):
    """A link of a chain has done its work; the next one, ``now`` in words, takes its place."""

    kind: ClassVar[str] = "standing_order_passed_on"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    link: int
    now: str
    why: str
