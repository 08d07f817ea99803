"""What men carry to a wall, build before it or set alight on it: ladders, ropes, engines, flames.

Implements GUI-10.1, GUI-10.6.2 (positions of ladders and ropes), GUI-10.4 and GUI-10.5 (engines),
GUI-10.2 (flames).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.core.facing import Facing
from rules.state.figure import FigureId, Hex, SideId
from rules.state.structures import Body


class Ladder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scaling ladder, or a grapnel with its rope. Upright it stands in one hex and leans on the side
    towards ``facing``; lying or carried it covers two hexes (a coiled rope none but its bearer's, one that
    lies about one). ``bearers``: who carries it; ``since``: the phase in which it was put up. Who is on it
    stands in the storeys of its hex."""

    id: str
    kind: str  # "ladder" or "rope"
    hexes: tuple[Hex, ...]
    facing: Facing | None = None
    bearers: tuple[FigureId, ...] = ()
    since: int = 0

    @property
    def upright(self) -> bool:
        return self.facing is not None


class EngineState(StrEnum):
    """Whether an engine works."""

    READY = "ready"
    JAMMED = "jammed"
    DESTROYED = "destroyed"


class Engine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An engine of a kind that the book knows (rules.ruleset.EngineKind). ``facing``: where its arrow
    points; ``wait``: turns of its own side until it may shoot again, 0 = now; ``body``: its storeys,
    if it has any."""

    id: str
    kind: str
    name: str
    side: SideId
    hexes: tuple[Hex, ...]
    facing: Facing
    wait: int = 0
    state: EngineState = EngineState.READY
    body: Body | None = None


class Flame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A burning hex. ``side``: who lit it and rolls for its spreading; ``turns``: how many it has burned in a
    row; ``greek``: burning naphtha, which nobody can douse (GUI-10.5.1d)."""

    side: SideId
    since: int
    turns: int = 0
    greek: bool = False
