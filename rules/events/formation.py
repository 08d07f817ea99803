"""Hoplites in close order (GUI-7.3)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.facing import Facing
from rules.events.base import Event
from rules.state.figure import FigureId, Hex, SideId


class FormationFormed(Event, frozen=True):
    """Hoplites lock into a formation (GUI-7.3.1a). ``ranks`` from the front, each from left to right;
    ``opened``: those of the first who have no room to lower their pikes."""

    kind: ClassVar[str] = "formation_formed"
    formation: str
    side: SideId
    front: Facing
    ranks: tuple[tuple[FigureId, ...], ...]
    opened: tuple[FigureId, ...] = ()


class FormationMoved(Event, frozen=True):
    """The whole formation has gone one hex (GUI-7.3.1b); the steps of its men stand before it."""

    kind: ClassVar[str] = "formation_moved"
    formation: str
    toward: Facing
    places: dict[FigureId, Hex]
    mp: int
    left: int


class FormationThinned(Event, frozen=True):
    """Some are no longer part of it, the others stand on (GUI-7.3.1b)."""

    kind: ClassVar[str] = "formation_thinned"
    formation: str
    lost: tuple[FigureId, ...]


class FormationBroken(Event, frozen=True):
    """There is no formation any more. ``ordered``: its owner dissolved it."""

    kind: ClassVar[str] = "formation_broken"
    formation: str
    ordered: bool = False


class PikesBroken(Event, frozen=True):
    """The pikes before one man are beaten down: the marker goes (GUI-7.3.1c)."""

    kind: ClassVar[str] = "pikes_broken"
    formation: str
    figure: FigureId


class TortoiseTurned(Event, frozen=True):
    """Shields go up or down (GUI-7.3.2a)."""

    kind: ClassVar[str] = "tortoise_turned"
    formation: str
    up: bool
