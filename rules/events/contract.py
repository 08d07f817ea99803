"""What becomes of standing orders that have terms: used, held back, handed on to the next link. Their owner's alone."""

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


class StandingOrderPassedOn(Event, frozen=True):
    """A link of a chain has done its work; the next one, ``now`` in words, takes its place."""

    kind: ClassVar[str] = "standing_order_passed_on"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    link: int
    now: str
    why: str
