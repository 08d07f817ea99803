"""A scenario as the lobby shows it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.state.table import Seat, Side


class SeatInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    side: str
    side_name: str
    adjective: str
    figures: int


class ScenarioInfo(msgspec.Struct, frozen=True):
    slug: str
    title: str
    blurb: str
    chapter: str
    turns: int
    seats: tuple[SeatInfo, ...]
    victory: tuple[str, ...]
    has_fights: bool = False
    """It goes on for days, and its fights are settled as the players agree (Options.fights)."""
    goes_on: bool = False
    """Some of it may go on while a fight is open (Options.days_ahead)."""


def seat_info(seat: Seat, sides: Iterable[Side], figures: int) -> SeatInfo:
    """A seat as the lobby shows it, with so many figures."""
    side = {side.id: side for side in sides}[seat.side]
    return SeatInfo(seat.id, seat.name, side.id, side.name, side.adjective, figures)
