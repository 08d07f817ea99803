"""Moves of every kind, step by step (GUI-4)."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from rules.core.modifier import Modifier
from rules.core.rejection import Reason, Rejection
from rules.events.base import Event
from rules.state.figure import FigureId, Hex, HorseId


class MoveBegan(Event, frozen=True):
    """A character starts to move with so many MP; from now on he may be shot at (GUI-5.3e)."""

    kind: ClassVar[str] = "move_began"
    figure: FigureId
    allowance: int


class StayDeclared(Event, frozen=True):
    """A character will not move this phase and may be shot at where he stands (GUI-5.3e)."""

    kind: ClassVar[str] = "stay_declared"
    figure: FigureId


class Moved(Event, frozen=True):
    """One hex of a move. ``how``: step, pivot, about_face, back, advance, march (with a formation), over (a
    wall, from a ladder or rope, or over a drawbridge), bearing (a ladder), storey (to the ``storey`` of a
    structure, or back to the ground in it). Led horses follow by HorseMoved.

    ``left``: MP left after it (for an advance: of the advance's own allowance)."""

    kind: ClassVar[str] = "moved"
    figure: FigureId
    hex: Hex
    mp: int
    left: int
    rear: Hex | None = None
    how: str = "step"
    costs: tuple[Modifier, ...] = ()
    storey: int = 0


class Ending(StrEnum):
    """How a move ended, as far as it matters who is told."""

    PLAIN = ""  # as it was ordered, or for the reason given
    OPPOSED = "opposed"  # by an enemy's test, which says so itself
    # in logs from before StoppedAsOrdered: the reason repeats an order, which is its owner's alone
    AS_ORDERED = "as-ordered"


class MoveEnded(Event, frozen=True):
    """A move is over. ``reason`` is empty when the order was carried out to its end."""

    kind: ClassVar[str] = "move_ended"
    version: ClassVar[int] = 2
    figure: FigureId
    reason: str = ""
    rule: str = ""
    code: Ending = Ending.PLAIN

    @classmethod
    def because(cls, figure: FigureId, why: Rejection) -> MoveEnded:
        """The end of a move that could not go on."""
        code = Ending.OPPOSED if why.code is Reason.OPPOSED else Ending.PLAIN
        return cls(figure=figure, reason=why.why, rule=why.rule, code=code)


class AllowanceCut(Event, frozen=True):
    """A mover loses MP (defensive fire, a wound, a burden); ``left``: MP left after it."""

    kind: ClassVar[str] = "allowance_cut"
    figure: FigureId
    left: int
    rule: str
    words: str


class InfiltrationTested(Event, frozen=True):
    """An enemy tried to stop somebody passing (GUI-4.3a). ``result``: none, stopped, wounded, killed.

    ``during``: move, advance, retreat."""

    kind: ClassVar[str] = "infiltration_tested"
    mover: FigureId
    enemy: FigureId
    hex: Hex
    face: int
    modifiers: tuple[Modifier, ...]
    total: int
    result: str
    during: str = "move"


class PutBack(Event, frozen=True):
    """A mover stopped in a hex that another holds goes back to the last free hex of his path (GUI-4.3.1a), or
    to the ``storey`` on which he was, such as up a ladder."""

    kind: ClassVar[str] = "put_back"
    version: ClassVar[int] = 2
    figure: FigureId
    hex: Hex
    rear: Hex | None = None
    storey: int = 0


class Mounted(Event, frozen=True):
    kind: ClassVar[str] = "mounted"
    figure: FigureId
    horse: HorseId
    mp: int
    left: int


class Dismounted(Event, frozen=True):
    """The rider stands in ``hex``; the horse stays where the counter was."""

    kind: ClassVar[str] = "dismounted"
    figure: FigureId
    horse: HorseId
    hex: Hex
    mp: int
    left: int


class HorseLed(Event, frozen=True):
    """Somebody took a loose horse by the bridle; it comes under his side (GUI-4.4.3b, GUI-4.4.3d)."""

    kind: ClassVar[str] = "horse_led"
    figure: FigureId
    horse: HorseId


class HorseReleased(Event, frozen=True):
    kind: ClassVar[str] = "horse_released"
    figure: FigureId
    horse: HorseId
    rule: str


class BridleTried(Event, frozen=True):
    """A rider snatched at a bridle in passing (GUI-4.4.3c)."""

    kind: ClassVar[str] = "bridle_tried"
    figure: FigureId
    horse: HorseId
    face: int
    caught: bool


class HorseCause(StrEnum):
    """Why a riderless horse changes place."""

    LED = "led"
    BESIDE = "beside"  # it comes to its leader, whose move is over
    PUSHED = "pushed"
    RETREAT = "retreat"
    DISPLACED = "displaced"
    FIRE = "fire"


class HorseMoved(Event, frozen=True):
    """A riderless horse changes place. ``why``: one of HorseCause."""

    kind: ClassVar[str] = "horse_moved"
    horse: HorseId
    front: Hex
    rear: Hex | None
    why: str


class BodiesHauled(Event, frozen=True):
    """Two men shifted corpses by one hex (GUI-4.2.3a); ``sunk`` if they went into water (GUI-4.2.3b)."""

    kind: ClassVar[str] = "bodies_hauled"
    by: tuple[FigureId, ...]
    people: tuple[FigureId, ...]
    horse: HorseId
    start: Hex
    end: Hex
    sunk: bool


class PickedUp(Event, frozen=True):
    """A stunned character is shouldered (GUI-4.2.4)."""

    kind: ClassVar[str] = "picked_up"
    figure: FigureId
    burden: FigureId


class PutDown(Event, frozen=True):
    kind: ClassVar[str] = "put_down"
    figure: FigureId
    burden: FigureId
    hex: Hex


class Left(Event, frozen=True):
    """A character left the board where the scenario allows it. ``led``: the horses that go with him."""

    kind: ClassVar[str] = "left_board"
    figure: FigureId
    hex: Hex
    led: tuple[HorseId, ...] = ()
