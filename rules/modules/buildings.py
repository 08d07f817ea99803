"""Buildings: rooms, doors, windows, tents (GUI-8)."""

from __future__ import annotations

from rules.captains.gatekeepers import tear_tents
from rules.captains.sheltering import keep_covered
from rules.core.choices import Question
from rules.core.language import english
from rules.core.modules import BUILDINGS as NAME
from rules.desk.desk import of_sheet
from rules.desk.receipts import sheltering as desk_sheltering
from rules.desk.receipts import structures
from rules.modules.hindrances import is_busy
from rules.orders.records import ShelterOrder, TearOrder
from rules.ruleset import Captain, Module, OrderKind
from rules.works import sheltering, tents

BUILDINGS = Module(
    NAME,
    orders=(
        OrderKind(
            TearOrder,
            "combat",
            carry_out=tents.tear,
            check=of_sheet(structures.tearing),
            does=(is_busy,),
            forbidden=lambda board, rules, order, men: tents.cannot_tear(board, rules, order),
        ),
        OrderKind(
            ShelterOrder, "fire", carry_out=sheltering.keep, check=of_sheet(desk_sheltering.sheltering)
        ),
    ),
    questions=(
        Question(
            "cover",
            english(
                "which side a man in a doorway or at a corner keeps covered in cross-fire (GUI-8.3.5, "
                "GUI-8.3.6)"
            ),
            ("shelter", "crossfire"),
        ),
    ),
    captain=Captain(
        work=lambda plan, march, temper: tear_tents(plan),
        settle=lambda plan, march, temper: keep_covered(plan),
    ),
)
