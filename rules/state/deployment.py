"""What a scenario leaves to its players before the first turn: where they may place their men, and who comes
later (GUI-2a)."""

from __future__ import annotations

import msgspec

from rules.state.figure import FigureId, Hex, SeatId


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where men may be placed before the first turn, by the name that orders call it: "the wall". ``men``:
    who alone may; none named: everybody of the seat."""

    name: str
    hexes: tuple[Hex, ...]
    men: tuple[FigureId, ...] = ()

    def open_to(self, figure: FigureId) -> bool:
        return not self.men or figure in self.men


class Deployment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that places its men itself (GUI-2a): where they may stand, and where each of them does if
    nothing else is ordered (``template``: his hex, or front and rear). Deployments stand in the order in
    which their sides place."""

    seat: SeatId
    areas: tuple[Area, ...]
    template: dict[FigureId, tuple[Hex, ...]] = {}

    @property
    def hexes(self) -> dict[Hex, str]:
        """Every hex in which the seat may place, with the first area that it lies in."""
        found: dict[Hex, str] = {}
        for area in self.areas:
            for at in area.hexes:
                found.setdefault(at, area.name)
        return found

    def areas_of(self, figure: FigureId) -> tuple[Area, ...]:
        """Those in which somebody may be placed."""
        return tuple(area for area in self.areas if area.open_to(figure))

    def hexes_of(self, figure: FigureId) -> frozenset[Hex]:
        return frozenset(at for area in self.areas_of(figure) for at in area.hexes)


class Reserve(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who enters the board later. ``by``: the edges and hexes by which he may, ``turn``: from when
    on, at first as the scenario allows and, once his side is set up, as he will: ``by`` is then one.
    ``place``: where he stands instead if his player lays nothing out; empty for one who must wait.
    ``announced``: the other side knows of him. ``patrol``: the number of the patrol with which he waits for
    the dice, 0 once they have brought it (GUI-11.4.3c); ``slow``: in the turn in which he comes he has half
    his MP (GUI-11.4.3b)."""

    by: tuple[str, ...]
    turn: int
    place: tuple[Hex, ...] = ()
    announced: bool = False
    set: bool = False
    patrol: int = 0
    slow: bool = False

    @property
    def optional(self) -> bool:
        """His player has still to say whether he waits at all."""
        return bool(self.place) and not self.set
