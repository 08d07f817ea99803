"""Ladders and grapnels: carried, put up, climbed, thrown down (GUI-10.1, GUI-10.6)."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from rules.core.modifier import Modifier
from rules.events.base import Event
from rules.state.figure import FigureId, Hex
from rules.state.works import Ladder


class LadderPlaced(Event, frozen=True):
    """Where a ladder or rope is now. ``how``: lifted, carried, raised, shifted, laid, dropped, fallen,
    thrown, coiled. ``by``: who did it; ``mp``: what each of them spent on it; ``work``: that it is something
    he has done in this phase, where an order asks who has done nothing else (not in older logs)."""

    kind: ClassVar[str] = "ladder_placed"
    ladder: Ladder
    how: str
    rule: str
    by: tuple[FigureId, ...] = ()
    mp: int = 0
    work: bool = False


class Loss(StrEnum):
    """How a ladder or rope was lost."""

    GONE = "gone"
    CUT = "cut"
    BURNT = "burnt"
    BREACH = "breach"  # a grapnel, in the stockade that it pulled down


class LadderLost(Event, frozen=True):
    """A ladder or rope is gone for good; ``why`` says in words how."""

    kind: ClassVar[str] = "ladder_lost"
    version: ClassVar[int] = 2
    ladder: str
    why: str
    rule: str
    code: Loss = Loss.GONE


class LadderTried(Event, frozen=True):
    """A die over a ladder or rope. ``what``: throw, topple, cut, pull, catch; ``at``: the hex of its foot.
    Whoever throws, topples, cuts or pulls does nothing else in this phase."""

    kind: ClassVar[str] = "ladder_tried"
    what: str
    figures: tuple[FigureId, ...]
    ladder: str
    at: Hex
    face: int
    done: bool
    rule: str
    modifiers: tuple[Modifier, ...] = ()


class Climbed(Event, frozen=True):
    """Somebody goes up or down a ladder or rope that stands in ``hex``; ``height``: levels up, 0 = at its
    foot. ``left``: MP left after it."""

    kind: ClassVar[str] = "climbed"
    figure: FigureId
    ladder: str
    hex: Hex
    height: int
    mp: int
    left: int


class Fell(Event, frozen=True):
    """Somebody falls from a ladder or rope into a hex; ``onto``: on whom (GUI-10.1.6c)."""

    kind: ClassVar[str] = "fell"
    figure: FigureId
    hex: Hex
    rule: str
    onto: FigureId = ""
