"""Orders of the set-up, as frozen records: where men stand before the first turn, and when reserves
come (GUI-2a)."""

from __future__ import annotations

from typing import ClassVar

from rules.orders.order import Order
from rules.state.figure import FigureId, Hex


class PlaceOrder(Order, frozen=True):
    """PLACE archers on the wall; PLACE Robert 0305-0304; PLACE Drogo + Odo at 0305 0306.

    ``figures``, or who is of these ``kinds``, or everybody who has no order of his own. ``hexes``: one for
    each, two for a rider who is to face as they say; ``area`` by name; with neither, the places that the
    scenario gives. ``facing``: of a rider."""

    slot: ClassVar[str] = "PLACE"  # whoever is placed is not held back

    figures: tuple[FigureId, ...] = ()
    kinds: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    area: str = ""
    facing: str = ""


class EnterOrder(Order, frozen=True):
    """ENTER Drogo by the north turn 3: he is held back and comes on to the board then. ``by``: an edge or a
    hex of one, empty for the first that the scenario allows; ``turn`` 0: as soon as it does."""

    slot: ClassVar[str] = "PLACE"

    figures: tuple[FigureId, ...] = ()
    kinds: tuple[str, ...] = ()
    by: str = ""
    turn: int = 0
