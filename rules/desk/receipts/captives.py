"""What the receipt says of prisoners who are to be freed (GUC-14.8e)."""

from __future__ import annotations

from rules.core.language import say
from rules.core.rejection import Reason
from rules.desk.checked import Checked, refused
from rules.desk.sheet import Sheet
from rules.orders.records import FreeOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.works import captives


def freeing(battle: Battle, rules: Ruleset, sheet: Sheet, order: FreeOrder) -> Checked:
    """A FREE order: what keeps him from it in this phase is final, since nobody can have stood longer than he
    has."""
    found = captives.cannot_free(battle, rules, order)
    if found is not None:
        later = say("If he stays where he is and does nothing else, he can free him in your next phase.")
        return refused(found, *((later,) if found.code is Reason.TOO_SHORT else ()))
    told = say(
        "{figure} lets {captive} loose in the combat step, if he is still there.",
        figure=battle.figures[order.figure].name,
        captive=battle.figures[order.captive].name,
    )
    return Checked((told,))
