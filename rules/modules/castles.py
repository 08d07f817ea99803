"""Castles: walls, battlements, gates (GUI-9)."""

from __future__ import annotations

from rules.captains.gatekeepers import guard_gates
from rules.core.choices import Question
from rules.core.language import english
from rules.core.modules import CASTLES as NAME
from rules.desk.desk import of_sheet
from rules.desk.receipts import structures
from rules.modules.hindrances import is_busy
from rules.orders.records import CloseOrder, CloseWhenOrder, OpenOrder, OpenWhenOrder, Order
from rules.ruleset import Captain, Module, OrderKind
from rules.tactical.sight import line_of_fire
from rules.works import gates


def _working_the_gate(order: type[Order]) -> OrderKind:
    return OrderKind(
        order,
        "combat",
        carry_out=gates.work_gate,
        check=of_sheet(structures.working_the_gate),
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: gates.cannot_work_gate(board, rules, order),
    )


CASTLES = Module(
    NAME,
    seams=(line_of_fire.CASTLES,),
    orders=(
        _working_the_gate(OpenOrder),
        _working_the_gate(CloseOrder),
        OrderKind(OpenWhenOrder),
        OrderKind(CloseWhenOrder),
    ),
    unasked=(gates.work_unasked,),
    questions=(
        Question(
            "gate",
            english("whether a man behind a gate raises or lowers it (GUI-9.2.3.2)"),
            ("gates", "close", "open"),
        ),
    ),
    captain=Captain(begin=guard_gates),
)
