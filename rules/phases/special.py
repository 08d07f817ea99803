"""The special actions of buildings, castles and sieges, by the step that hosts them (GUI-2.1e).

Each is an order family of its own; here it finds who carries it out. In the combat step an action takes the place of
its figures' attack, and is carried out in the order of the lines, between the attacks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.assault import carrying, fire, flaming_arrows, grapnels, ladders, pushing, shooting
from rules.core.rejection import Rejection
from rules.journal import Journal
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
from rules.state.figure import FigureId, SeatId
from rules.works import gates, sheltering, tents

AfterStep = Callable[[FigureId], None]
Action = Callable[[Journal, Ruleset, SeatId, Any], Rejection | None]
Movement = Callable[[Journal, Ruleset, SeatId, Any, AfterStep], Rejection | None]

# Step 1, between the shots.
IN_FIRE: dict[type[Order], Action] = {
    FlameOrder: flaming_arrows.shoot,
    ShootOrder: shooting.carry_out,
    ShelterOrder: sheltering.keep,
}
# Step 3, between the moves; the last argument is to be called after each hex that somebody enters, for defensive fire.
IN_MOVEMENT: dict[type[Order], Movement] = {
    PushOrder: pushing.push,
    CarryOrder: carrying.carry,
    RaiseOrder: ladders.put_up,
    ShiftOrder: ladders.shift,
    LayOrder: ladders.lay,
    ThrowOrder: grapnels.throw,
    CoilOrder: grapnels.coil,
}
# Step 4, between the attacks.
IN_COMBAT: dict[type[Order], Action] = {
    TearOrder: tents.tear,
    OpenOrder: gates.work_gate,
    CloseOrder: gates.work_gate,
    LightOrder: fire.light,
    DouseOrder: fire.douse,
    ToppleOrder: ladders.topple,
    CutOrder: grapnels.cut,
    PullOrder: grapnels.pull,
}
