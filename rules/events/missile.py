"""Shots: who shot at whom, where it fell, what it did (GUI-5)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.modifier import Modifier
from rules.events.base import Event
from rules.state.figure import FigureId, Hex, HorseId


class FireDeclared(Event, frozen=True):
    """All who will shoot at a mover in this hex, named before the first shot is resolved (GUI-5.3c)."""

    kind: ClassVar[str] = "fire_declared"
    shooters: tuple[FigureId, ...]
    target: FigureId
    hex: Hex


class ShotFired(Event, frozen=True):
    """One shot. ``mode``: offensive or defensive. ``target`` may be a horse's id. ``band``: short,
    medium, long.

    The shooter counts as having fired from here on, whatever becomes of the shot."""

    kind: ClassVar[str] = "shot_fired"
    shooter: FigureId
    weapon: str
    target: FigureId | HorseId
    aim: Hex
    mode: str
    distance: int
    band: str


class ShotWasted(Event, frozen=True):
    """A named shooter whose target was gone before his turn has shot for nothing (GUI-5.3c)."""

    kind: ClassVar[str] = "shot_wasted"
    shooter: FigureId
    target: FigureId | HorseId
    why: str
    rule: str


class ImpactFound(Event, frozen=True):
    """Where the missile falls. ``hex`` is empty for a lost one; ``face`` is 0 when no die was needed."""

    kind: ClassVar[str] = "impact_found"
    shooter: FigureId
    aim: Hex
    face: int
    modifiers: tuple[Modifier, ...]
    total: int
    hex: Hex
    rule: str


class MissileStopped(Event, frozen=True):
    """It came down where the shooter has no line to whoever stands there: a wall took it (GUI-8.3.3)."""

    kind: ClassVar[str] = "missile_stopped"
    version: ClassVar[int] = 2
    shooter: FigureId
    victim: FigureId | HorseId
    hex: Hex
    why: str
    rule: str


class DamageRolled(Event, frozen=True):
    """What it did to whoever stood there. ``category``: foot or mounted; ``letter``: A to F, or "-";
    ``effect``: what it means for this victim, in words; ``shifts``: what moved the column that the
    cover names."""

    kind: ClassVar[str] = "damage_rolled"
    shooter: FigureId
    victim: FigureId | HorseId
    weapon: str
    category: str
    cover: str
    cover_why: tuple[Modifier, ...]
    face: int
    modifiers: tuple[Modifier, ...]
    total: int
    row: int
    letter: str
    table: str
    effect: str = ""
    shifts: tuple[Modifier, ...] = ()
