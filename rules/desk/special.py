"""What the receipt says of the special actions of buildings, castles and sieges (GUI-2.1e): a function for each order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.desk import fires, ladders, sheltering, structures
from rules.desk.checked import Checked
from rules.desk.sheet import Sheet
from rules.orders.records import (
    CarryOrder,
    CloseOrder,
    CoilOrder,
    CutOrder,
    DouseOrder,
    FlameOrder,
    LayOrder,
    LightOrder,
    OpenOrder,
    Order,
    PullOrder,
    PushOrder,
    RaiseOrder,
    ShelterOrder,
    ShiftOrder,
    ShootOrder,
    TearOrder,
    ThrowOrder,
    ToppleOrder,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle

Check = Callable[[Battle, Ruleset, Sheet, Any], Checked]

CHECKS: dict[type[Order], Check] = {
    ShelterOrder: sheltering.sheltering,
    TearOrder: structures.tearing,
    OpenOrder: structures.working_the_gate,
    CloseOrder: structures.working_the_gate,
    LightOrder: fires.lighting,
    DouseOrder: fires.dousing,
    FlameOrder: fires.burning_arrows,
    ShootOrder: fires.working_an_engine,
    PushOrder: fires.pushing_an_engine,
    CarryOrder: ladders.carrying_a_ladder,
    RaiseOrder: ladders.raising,
    ShiftOrder: ladders.shifting,
    LayOrder: ladders.laying,
    ToppleOrder: ladders.toppling,
    ThrowOrder: ladders.throwing,
    CoilOrder: ladders.coiling,
    CutOrder: ladders.cutting,
    PullOrder: ladders.pulling,
}
