"""The set-up: men placed before the first turn and reserves that come later, where a scenario leaves them to
its players (GUI-2a)."""

from __future__ import annotations

from rules.core.modules import SETUP as NAME
from rules.desk.receipts import placing
from rules.orders.records import EnterOrder, PlaceOrder
from rules.ruleset import Module, OrderKind
from rules.tactical.deploying import patrols

SETUP = Module(
    NAME,
    orders=(
        OrderKind(PlaceOrder, "setup", check=placing.check_place),
        OrderKind(EnterOrder, "setup", check=placing.check_place),
    ),
    phase_ends=(patrols.player_phase_ends,),
    remarks=(placing.when_he_comes,),
)
