"""What the receipt says of SHELTER orders (GUI-8.3.5, GUI-8.3.6, GUI-9.4.3a)."""

from __future__ import annotations

from rules.desk.checked import Checked, refused
from rules.desk.sheet import Sheet
from rules.orders.records import ShelterOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.tactical.shelter import is_shelter
from rules.works.sheltering import cannot_shelter


def sheltering(battle: Battle, rules: Ruleset, sheet: Sheet, order: ShelterOrder) -> Checked:
    """Whom it concerns, and whether he stands in such a place now."""
    found = cannot_shelter(battle, order)
    if found is not None:
        return refused(found)
    figure = battle.figures[order.figure]
    whom = battle.figures[order.foe].name if order.foe else order.hex
    told = f"In cross-fire {figure.name} keeps covered from {whom}, in doorways and at corners of houses."
    if figure.hex is not None and is_shelter(battle, figure.hex):
        return Checked((told,))
    here = f"{figure.hex} is neither; the order stands for where he goes."
    return Checked((told, here), "GUI-8.3.5", note=True)
