"""The six directions of a board with flat-topped hexes."""

from __future__ import annotations

from enum import StrEnum

from rules.core.language import english


class Facing(StrEnum):
    """Where a horse's head points (GUI-1.2e)."""

    N = "N"
    NE = "NE"
    SE = "SE"
    S = "S"
    SW = "SW"
    NW = "NW"

    @property
    def number(self) -> int:
        """0 for north, then clockwise."""
        return _ORDER[self]

    def turned(self, sixths: int) -> Facing:
        """The direction so many sixths of a circle further, clockwise (negative: anticlockwise)."""
        return FACINGS[(self.number + sixths) % 6]

    @property
    def opposite(self) -> Facing:
        return self.turned(3)

    @property
    def words(self) -> str:
        return _WORDS[self]


FACINGS: tuple[Facing, ...] = (Facing.N, Facing.NE, Facing.SE, Facing.S, Facing.SW, Facing.NW)
_ORDER = {facing: i for i, facing in enumerate(FACINGS)}
_WORDS = {
    Facing.N: english("north"),
    Facing.NE: english("north-east"),
    Facing.SE: english("south-east"),
    Facing.S: english("south"),
    Facing.SW: english("south-west"),
    Facing.NW: english("north-west"),
}
