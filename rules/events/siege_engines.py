"""Stone throwers and Greek fire: worked, moved, broken (GUI-10.4, GUI-10.5)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.facing import Facing
from rules.events.base import Event
from rules.state.figure import FigureId, Hex, SideId


class EngineShot(Event, frozen=True):
    """An engine shoots; its crew does nothing else in this phase. ``wait``: turns of its side until it may
    shoot again (GUI-10.4.1, GUI-10.5.1b)."""

    kind: ClassVar[str] = "engine_shot"
    engine: str
    crew: tuple[FigureId, ...]
    aim: Hex
    distance: int
    wait: int


class StoneFell(Event, frozen=True):
    """Where a stone came down, "" off the board; two dice (GUI-10.4.4)."""

    kind: ClassVar[str] = "stone_fell"
    engine: str
    aim: Hex
    faces: tuple[int, int]
    hex: Hex


class WoodBattered(Event, frozen=True):
    """A stone on wood: the column W of the battering table, in which D destroys (GUI-10.4.4)."""

    kind: ClassVar[str] = "wood_battered"
    engine: str
    hex: Hex
    face: int
    result: str


class EngineMoved(Event, frozen=True):
    """Men push an engine by one hex, or turn it, and go with it (GUI-10.4.2)."""

    kind: ClassVar[str] = "engine_moved"
    engine: str
    by: tuple[FigureId, ...]
    hexes: tuple[Hex, ...]
    facing: Facing


class EngineLost(Event, frozen=True):
    """An engine is destroyed: burnt, crushed or burst."""

    kind: ClassVar[str] = "engine_lost"
    engine: str
    rule: str
    words: str


class SiphonTested(Event, frozen=True):
    """The die before a shot with Greek fire: burst, jam or works (GUI-10.5.2)."""

    kind: ClassVar[str] = "siphon_tested"
    engine: str
    face: int
    result: str


class NaphthaSpilled(Event, frozen=True):
    """Naphtha lies in these hexes, on land and water, until a flame reaches it (GUI-10.5.1c)."""

    kind: ClassVar[str] = "naphtha_spilled"
    engine: str
    side: SideId
    hexes: tuple[Hex, ...]
