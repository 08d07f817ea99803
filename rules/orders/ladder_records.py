"""Orders about ladders and grapnels, as frozen records (GUI-10.1, GUI-10.6)."""

from __future__ import annotations

from typing import ClassVar

from rules.orders.order import Order
from rules.state.figure import FigureId, Hex


class CarryOrder(Order, frozen=True):
    """CARRY LADDER Hugo + Fulk 0405 0406: two who stand on a ladder carry it along, the one ahead by these
    hexes (GUI-10.1.2a). ``to``: by the cheapest way instead."""

    figures: tuple[FigureId, ...]
    path: tuple[Hex, ...] = ()
    to: Hex = ""


class RaiseOrder(Order, frozen=True):
    """RAISE LADDER Hugo + Fulk AT 0508: its bearers put it up against the stockade of that hex (GUI-10.1.2b).
    ``foot``: in which of their two hexes, else the one beside it."""

    figures: tuple[FigureId, ...]
    at: Hex
    foot: Hex = ""


class ShiftOrder(Order, frozen=True):
    """SHIFT LADDER Hugo + Fulk FROM 0405 TO 0406 AT 0508: two beside an upright ladder move it by a hex or
    turn it (GUI-10.1.4). ``foot``: where it stands, empty for the one beside them; ``to``: empty to turn it
    where it stands; ``at``: the hex against whose stockade it then leans, empty for the same."""

    figures: tuple[FigureId, ...]
    foot: Hex = ""
    to: Hex = ""
    at: Hex = ""


class LayOrder(Order, frozen=True):
    """LAY LADDER Hugo + Fulk: its bearers put it down where they stand."""

    figures: tuple[FigureId, ...]


class ToppleOrder(Order, frozen=True):
    """TOPPLE LADDER Argyros 0407 toward 0408: from above or below, instead of an attack (GUI-10.1.6a,
    GUI-10.1.7). ``foot``: where it stands, empty for the one beside him; ``toward``: where its other
    half is to fall."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    foot: Hex = ""
    toward: Hex = ""


class ThrowOrder(Order, frozen=True):
    """THROW GRAPNEL Vladko AT 0508, or N: the hook goes over the wall on that side of his hex
    (GUI-10.6.1a)."""

    slot: ClassVar[str] = "MOVE"
    figure: FigureId
    at: Hex = ""
    facing: str = ""


class CoilOrder(Order, frozen=True):
    """COIL ROPE Vladko 0407: from above he pulls a rope up and has it with him (GUI-10.6.1c). ``foot``:
    where it hangs."""

    figure: FigureId
    foot: Hex = ""


class CutOrder(Order, frozen=True):
    """CUT ROPE Argyros 0407: from the top of the wall, instead of an attack (GUI-10.6.4)."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    foot: Hex = ""


class PullOrder(Order, frozen=True):
    """PULL ROPE Hugo + Fulk + Odo + Milo 0407: four in two files tear the stockade down (GUI-10.6.5a)."""

    slot: ClassVar[str] = "ATTACK"
    figures: tuple[FigureId, ...]
    foot: Hex = ""
