"""Fires: how they begin, spread, are fought and end (GUI-10.2, GUI-10.3), and what they do to men
(GUI-10.2.4, GUI-10.5.3)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.figure import FigureId, Hex, SideId


class FireCaught(Event, frozen=True):
    """Hexes catch fire, all at once. ``side``: whose fire it is; ``cause``: torch, arrow, spread or naphtha;
    ``by``: who lit it; ``greek``: it is burning naphtha (GUI-10.5.1d)."""

    kind: ClassVar[str] = "fire_caught"
    hexes: tuple[Hex, ...]
    side: SideId
    cause: str
    rule: str
    by: FigureId = ""
    greek: bool = False


class FlamingArrowShot(Event, frozen=True):
    """A burning arrow at a hex: ``fuel`` is the column of the fire table, it catches from ``needed``
    on (GUI-10.3)."""

    kind: ClassVar[str] = "flaming_arrow_shot"
    shooter: FigureId
    weapon: str
    hex: Hex
    distance: int
    fuel: str
    face: int
    needed: int


class ArrowsPassed(Event, frozen=True):
    """An archer hands burning arrows to another at his side (GUI-11.4.2c)."""

    kind: ClassVar[str] = "arrows_passed"
    giver: FigureId
    taker: FigureId
    number: int


class FireSpreadTried(Event, frozen=True):
    """Whether a fire takes hold of a hex beside it (GUI-10.2.2)."""

    kind: ClassVar[str] = "fire_spread_tried"
    hex: Hex
    side: SideId
    fuel: str
    face: int
    needed: int


class FireFought(Event, frozen=True):
    """Somebody tries to put a fire out and does nothing else in this phase; ``wet``: water is at hand
    (GUI-10.2.3)."""

    kind: ClassVar[str] = "fire_fought"
    figure: FigureId
    hex: Hex
    face: int
    needed: int
    out: bool
    wet: bool = False


class FireBurned(Event, frozen=True):
    """A hex has burned for one turn more (GUI-10.2.5)."""

    kind: ClassVar[str] = "fire_burned"
    hex: Hex
    turns: int


class FireWentOut(Event, frozen=True):
    """There is nothing left to burn (GUI-10.2.5)."""

    kind: ClassVar[str] = "fire_went_out"
    hexes: tuple[Hex, ...]


class RousedByFire(Event, frozen=True):
    """Whether a stunned man comes to his senses among the flames (GUI-10.2.4b)."""

    kind: ClassVar[str] = "roused_by_fire"
    figure: FigureId
    face: int
    awake: bool


class NaphthaBurned(Event, frozen=True):
    """What burning naphtha does to somebody: killed, wounded (and one hex back) or retreat (GUI-10.5.3)."""

    kind: ClassVar[str] = "naphtha_burned"
    figure: FigureId
    hex: Hex
    face: int
    result: str
