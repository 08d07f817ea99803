"""What the receipt says of SHELTER orders (GUI-8.3.5, GUI-8.3.6, GUI-9.4.3a)."""

from __future__ import annotations

from rules.core.language import say, say_many
from rules.desk.checked import Checked, refused
from rules.desk.sheet import Sheet
from rules.orders.records import ShelterOrder
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.tactical.sight.shelter import is_shelter
from rules.works.sheltering import cannot_shelter


def sheltering(battle: Battle, rules: Ruleset, sheet: Sheet, order: ShelterOrder) -> Checked:
    """Whom it concerns, and whether he stands in such a place now."""
    found = cannot_shelter(battle, order)
    if found is not None:
        return refused(found)
    whom = battle.figures[order.foe].name if order.foe else order.hex
    who = listed([battle.figures[f].name for f in order.figures], "and") or say("each of yours")
    told = say_many(
        "In cross-fire {who} keeps covered from {whom}, in doorways and at corners of houses.",
        "In cross-fire {who} keep covered from {whom}, in doorways and at corners of houses.",
        len(order.figures),
        who=who,
        whom=whom,
    )
    away = [at for at in (battle.figures[f].hex for f in order.figures) if at and not is_shelter(battle, at)]
    if not away:
        return Checked((told,))
    here = say_many(
        "{away} is neither; the order stands for where he goes.",
        "{away} are neither; the order stands for where he goes.",
        len(away),
        away=listed(away, "and"),
    )
    return Checked((told, here), "GUI-8.3.5", note=True)
