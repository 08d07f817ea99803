"""Games that a game calls: a siege its assault, a campaign its battles. What a table remembers of a call
while it is open, and what comes back from one that is over."""

from __future__ import annotations

import msgspec

from rules.state.figure import Character, FigureId, Hex, Horse, SeatId, SideId
from rules.state.works import Engine


class Beginning(msgspec.Struct, frozen=True):
    """One of the first events of a child, as its log holds it."""

    type: str
    version: int
    data: str


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that was called and is not told yet. ``seats``: who of this table plays which seat of it.
    ``known``: the seats of this table that may know of it; ``openly``: everybody may. ``phase``: in
    which it was called, counted through this game."""

    phase: int
    seats: dict[SeatId, SeatId] = {}
    known: tuple[SeatId, ...] = ()
    openly: bool = False

    def known_to(self, seat: SeatId | None) -> bool:
        """Whether a seat (None: the public) may know of it."""
        return self.openly or seat in self.known


class Returned(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes back from a game that was called, dead men and horses among it: each with his wounds.
    ``prisoners`` by the side that has them; ``stores`` and ``damage`` by their names and hexes."""

    figures: tuple[Character, ...] = ()
    horses: tuple[Horse, ...] = ()
    engines: tuple[Engine, ...] = ()
    prisoners: dict[FigureId, SideId] = {}
    stores: dict[str, int] = {}
    damage: dict[Hex, int] = {}
