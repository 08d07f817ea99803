"""Orders about fires and engines, as frozen records (GUI-10.2 to GUI-10.5)."""

from __future__ import annotations

from typing import ClassVar

from rules.orders.order import Order
from rules.state.figure import FigureId, Hex


class LightOrder(Order, frozen=True):
    """LIGHT Milo 0508: after a whole turn beside it he sets fire to a work or an engine (GUI-10.2.1)."""

    slot: ClassVar[str] = "ATTACK"
    figure: FigureId
    hex: Hex


class DouseOrder(Order, frozen=True):
    """DOUSE Milo + Yani 0508: each tries to put the fire in the hex out (GUI-10.2.3)."""

    slot: ClassVar[str] = "ATTACK"
    figures: tuple[FigureId, ...]
    hex: Hex


class FlameOrder(Order, frozen=True):
    """FIRE Yani AT 0508 with flame: a burning arrow at a hex (GUI-10.3). Several shoot in turn,
    until it burns."""

    slot: ClassVar[str] = "FIRE"
    figures: tuple[FigureId, ...]
    hex: Hex


class ShootOrder(Order, frozen=True):
    """SHOOT Catapult AT 0712 with Hugo + Fulk + Odo: an engine is worked (GUI-10.4.1, GUI-10.5.1b).
    ``engine``: its id; ``figures``: the crew, filled up with others who stand by it."""

    slot: ClassVar[str] = "FIRE"
    engine: str
    hex: Hex
    figures: tuple[FigureId, ...] = ()


class PushOrder(Order, frozen=True):
    """PUSH Catapult N N facing NE with Hugo + Fulk: an engine is moved hex by hex, then turned
    (GUI-10.4.2)."""

    slot: ClassVar[str] = "MOVE"
    engine: str
    steps: tuple[str, ...] = ()
    facing: str = ""
    figures: tuple[FigureId, ...] = ()
