"""Orders about tents, gates and doorways, as frozen records (GUI-8.3.5, GUI-8.5.2b, GUI-9.2.3.2)."""

from __future__ import annotations

from rules.orders.order import Order
from rules.state.figure import FigureId, Hex


class TearOrder(Order, frozen=True):
    """TEAR Milo 0508: he gives his whole turn to tearing down the canvas of a tent hex (GUI-8.5.2b)."""

    figure: FigureId
    hex: Hex


class ShelterOrder(Order, frozen=True):
    """SHELTER Robert FROM Jemal, or FROM 0405: the side that he keeps covered in cross-fire (GUI-8.3.5, GUI-8.3.6)."""

    figure: FigureId
    foe: FigureId = ""
    hex: Hex = ""


class OpenOrder(Order, frozen=True):
    """OPEN Milo gate: after a whole turn behind it he raises the gate (GUI-9.2.3.2). ``hex``: which, if there are several."""

    figure: FigureId
    hex: Hex = ""


class CloseOrder(Order, frozen=True):
    """CLOSE Milo gate: the same for lowering it."""

    figure: FigureId
    hex: Hex = ""
