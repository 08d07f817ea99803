"""Orders about prisoners, as frozen records (GUC-14.8e)."""

from __future__ import annotations

from typing import ClassVar

from rules.orders.order import Order
from rules.state.figure import FigureId


class FreeOrder(Order, frozen=True):
    """FREE Drogo: Ugo. He gives a whole turn beside a prisoner to setting him free (GUC-14.8e)."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    captive: FigureId
