"""What the receipt says of SHELTER orders (GUI-8.3.5, GUI-8.3.6, GUI-9.4.3a)."""

from __future__ import annotations

from rules.desk.checked import Checked, refused
from rules.desk.sheet import Sheet
from rules.orders.records import ShelterOrder
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.tactical.shelter import is_shelter
from rules.works.sheltering import cannot_shelter


def sheltering(battle: Battle, rules: Ruleset, sheet: Sheet, order: ShelterOrder) -> Checked:
    """Whom it concerns, and whether he stands in such a place now."""
    found = cannot_shelter(battle, order)
    if found is not None:
        return refused(found)
    whom = battle.figures[order.foe].name if order.foe else order.hex
    who = listed([battle.figures[f].name for f in order.figures], "and") or "each of yours"
    told = f"In cross-fire {who} keep{'' if len(order.figures) > 1 else 's'} covered from {whom}, in doorways and at corners of houses."
    away = [at for at in (battle.figures[f].hex for f in order.figures) if at and not is_shelter(battle, at)]
    if not away:
        return Checked((told,))
    here = f"{listed(away, 'and')} {'is neither' if len(away) == 1 else 'are neither'}; the order stands for where he goes."
    return Checked((told, here), "GUI-8.3.5", note=True)
