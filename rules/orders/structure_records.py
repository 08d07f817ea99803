"""Orders about tents and gates, as frozen records (GUI-8.5.2b, GUI-9.2.3.2)."""

from __future__ import annotations

from typing import ClassVar

from rules.orders.order import Order
from rules.state.figure import FigureId, Hex


class TearOrder(Order, frozen=True):
    """TEAR Milo 0508: he gives his whole turn to tearing down the canvas of a tent hex (GUI-8.5.2b)."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    hex: Hex


class OpenOrder(Order, frozen=True):
    """OPEN Milo gate: after a whole turn behind it he raises the gate (GUI-9.2.3.2). ``hex``: which, if there
    are several."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    hex: Hex = ""


class CloseOrder(Order, frozen=True):
    """CLOSE Milo gate: the same for lowering it."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    hex: Hex = ""
