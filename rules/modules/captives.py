"""Prisoners in a battle (GUC-14.8e)."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import CAPTIVES as NAME
from rules.desk.desk import of_sheet
from rules.desk.receipts import captives as desk_captives
from rules.modules.hindrances import is_busy
from rules.orders.records import FreeOrder
from rules.ruleset import Module, OrderKind, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.works import captives


def _remark(battle: Battle, rules: Ruleset, figure: Character) -> str:
    """What the muster says of him."""
    if figure.bound:
        return english("a prisoner")
    return english("unarmed") if figure.lacks is not None else ""


CAPTIVES = Module(
    NAME,
    orders=(
        OrderKind(
            FreeOrder,
            "combat",
            carry_out=captives.free,
            check=of_sheet(desk_captives.freeing),
            does=(is_busy,),
            forbidden=lambda board, rules, order, men: captives.cannot_free(board, rules, order),
        ),
    ),
    unasked=(captives.free_unasked,),
    phase_ends=(captives.arm,),
    remarks=(_remark,),
)
