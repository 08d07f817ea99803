"""What men do to houses, tents and castles, and what these do to men (GUI-8, GUI-9)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.modifier import Modifier
from rules.events.base import Event
from rules.state.figure import FigureId, Hex


class Jumped(Event, frozen=True):
    """Somebody comes down from the top of a stockade (GUI-9.2.1b, GUI-9.2.2). ``result``: safe or wounded."""

    kind: ClassVar[str] = "jumped"
    figure: FigureId
    hex: Hex
    face: int
    modifiers: tuple[Modifier, ...]
    total: int
    result: str
    rule: str = "GUI-9.2.1b"


class TentTorn(Event, frozen=True):
    """The canvas of a tent hex is down: it is an opening from now on (GUI-8.5.2b)."""

    kind: ClassVar[str] = "tent_torn"
    figure: FigureId
    hex: Hex


class GateWorked(Event, frozen=True):
    """A bascule gate goes up or down (GUI-9.2.3.2). ``gate``: all its hexes."""

    kind: ClassVar[str] = "gate_worked"
    figure: FigureId
    gate: tuple[Hex, ...]
    opened: bool


class SideKept(Event, frozen=True):
    """Somebody is told which side to keep covered in cross-fire: that of a figure, or of a hex (GUI-8.3.5).
    ``answered``: by the answer to a question, for this phase only."""

    kind: ClassVar[str] = "side_kept"
    figure: FigureId
    side: FigureId | Hex
    answered: bool = False


class WoodDestroyed(Event, frozen=True):
    """A hex of wooden works is destroyed for good (GUI-9.2.1d). ``what``: stockade, platform or gate; ``by``:
    what did it, in words."""

    kind: ClassVar[str] = "wood_destroyed"
    hex: Hex
    what: str
    by: str
    rule: str
