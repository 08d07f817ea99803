"""What the receipt says of prisoners who are to be freed (GUC-14.8e)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.language import say
from rules.core.rejection import Reason
from rules.desk.checked import Checked, refused
from rules.desk.sheet import Sheet
from rules.orders.records import FreeOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
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


def hints(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """Whom a figure could free now, or how an unarmed one comes to arms: for the order form."""
    if not rules.knows(FreeOrder) or figure.hex is None:
        return
    if figure.lacks is not None:
        yield say("He has no arms before he stands for a whole turn beside somebody dead or stunned.")
    near = (man for at in battle.board.neighbours(figure.hex) for man in battle.living_at(at) if man.bound)
    for captive in near:
        if captives.cannot_free(battle, rules, FreeOrder(figure.id, captive.id)) is None:
            yield say(
                "A prisoner is beside him: FREE {figure} {captive}.",
                figure=figure.name,
                captive=captive.name,
            )
