"""Men placed before the first turn, and reserves that come later (GUI-2a)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event, Knowledge
from rules.state.deployment import Reserve
from rules.state.figure import Character, FigureId, Hex, Horse, SeatId, SideId


class KeptSecret(Event, frozen=True, kw_only=True):
    """What only the seats of one side may know while ``seats`` names them; everybody may if it is empty."""

    seats: tuple[SeatId, ...] = ()

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        return self if not self.seats or knowledge.seat in self.seats else None


class ReservesCalled(KeptSecret, frozen=True):
    """Those who may come later, and how the scenario lets them. The other side knows nothing of any in an
    event that is kept from it: they are no part of the battle for it until they stand on the board."""

    kind: ClassVar[str] = "reserves_called"
    figures: tuple[Character, ...]
    reserves: dict[FigureId, Reserve]
    horses: tuple[Horse, ...] = ()


class ReservesShown(Event, frozen=True):
    """Those of whom the other side knew nothing are about to stand on the board: from now on everybody knows
    who they are."""

    kind: ClassVar[str] = "reserves_shown"
    figures: tuple[Character, ...]
    horses: tuple[Horse, ...] = ()


class Placed(Event, frozen=True):
    """A seat's men stand where they were placed: his hex, or front and rear."""

    kind: ClassVar[str] = "placed"
    seat: SeatId
    places: dict[FigureId, tuple[Hex, ...]]


class ReservesSet(KeptSecret, frozen=True):
    """Who of a seat is held back, by which edge he will enter and when."""

    kind: ClassVar[str] = "reserves_set"
    seat: SeatId
    reserves: dict[FigureId, Reserve]


class PatrolAwaited(Event, frozen=True):
    """A die for whether one more patrol of a side comes: it does up to a face (GUI-11.4.3c). ``came``: its
    men."""

    kind: ClassVar[str] = "patrol_awaited"
    side: SideId
    face: int
    at_most: int
    came: tuple[FigureId, ...] = ()


class Entered(Event, frozen=True):
    """A reserve comes on to the board; ``left``: the MP that remain to him."""

    kind: ClassVar[str] = "entered"
    figure: FigureId
    hex: Hex
    mp: int
    left: int
    rear: Hex | None = None


class EntryDelayed(KeptSecret, frozen=True):
    """A reserve found no room at his edge, and tries again in the turn named."""

    kind: ClassVar[str] = "entry_delayed"
    figure: FigureId
    by: str
    turn: int
