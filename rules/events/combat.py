"""Hand-to-hand: who fought whom on which column, who gave way, who followed (GUI-6)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.modifier import Modifier
from rules.core.weights import Weight
from rules.events.base import Event
from rules.state.figure import FigureId, Hex, HorseId


class CombatsDeclared(Event, frozen=True):
    """Everybody who is engaged in some combat of this step, fought already or not (GUI-6.6d)."""

    kind: ClassVar[str] = "combats_declared"
    engaged: tuple[FigureId, ...]


class CombatFought(Event, frozen=True):
    """One combat: how both sides stand, columns, shifts, die and letter, so that a reader can recompute it.
    The sum of the strengths stands in the words of ``weight``, as the book does it.

    ``defenders`` may name a riderless horse. ``letter``: Ak Aw As B - C D E F G H I; ``effect``: what it
    means here, in words; ``raised``: what a charge adds, counted in ``weight`` already (GUI-7.2.3a). Version
    1 had the strengths and their difference."""

    kind: ClassVar[str] = "combat_fought"
    version: ClassVar[int] = 2
    attackers: tuple[FigureId, ...]
    defenders: tuple[FigureId | HorseId, ...]
    weight: Weight
    shifts: tuple[Modifier, ...]
    column: str
    face: int
    modifiers: tuple[Modifier, ...]
    total: int
    letter: str
    table: str
    effect: str = ""
    raised: tuple[Modifier, ...] = ()


class Retreated(Event, frozen=True):
    """One hex of a retreat. ``cause``: combat, missile, displaced."""

    kind: ClassVar[str] = "retreated"
    figure: FigureId
    hex: Hex
    cause: str
    rear: Hex | None = None
    storey: int = 0


class RetreatBlocked(Event, frozen=True):
    """The full distance cannot be covered: he stays and is wounded (GUI-6.5d, GUI-5.4.4d)."""

    kind: ClassVar[str] = "retreat_blocked"
    figure: FigureId
    needed: int
    rule: str
    why: str


class AdvanceBegan(Event, frozen=True):
    """The winner sends one of his after the loser with half his allowance (GUI-6.6a)."""

    kind: ClassVar[str] = "advance_began"
    figure: FigureId
    allowance: int


class CombatRefused(Event, frozen=True):
    """A faster defender goes out of the way before the blow (GUI-7.4a). By which order is his owner's
    affair alone."""

    kind: ClassVar[str] = "combat_refused"
    figure: FigureId
    attackers: tuple[FigureId, ...]


class AttackWasted(Event, frozen=True):
    """Nobody is left to strike at: these attackers have used their attack up (GUI-7.4c)."""

    kind: ClassVar[str] = "attack_wasted"
    attackers: tuple[FigureId, ...]
