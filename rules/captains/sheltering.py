"""Cross-fire: those in doorways and at corners keep covered from the shots that would hurt them most
(GUI-8.3.5, GUI-8.3.6)."""

from __future__ import annotations

from rules.captains.plan import Plan
from rules.core.rejection import Rejection
from rules.state.figure import Character, Hex
from rules.tactical.shooting import targets
from rules.tactical.sight.shelter import choice_of, is_shelter
from rules.tactical.weapons import weapon_of


def keep_covered(plan: Plan) -> None:
    """A lasting SHELTER for each of ours in cross-fire who would keep a worse side where he ends his move."""
    if not plan.battle.board.built:
        return
    for man in plan.mine():
        if man.hex is None or not is_shelter(plan.battle, man.hex):
            continue
        choice = choice_of(plan.battle, plan.rules, man, man.hex)
        if choice is None:
            continue
        danger = {side: _danger(plan, man, place) for side, place in choice.sides.items()}
        best = min(danger, key=lambda side: (danger[side], side))
        if danger[best] < danger.get(choice.kept, 0):
            plan.standing.append(f"SHELTER {man.name} FROM {choice.sides[best]}")


def _danger(plan: Plan, man: Character, place: Hex) -> int:
    """What all enemies who can shoot at somebody would do to him if he kept covered from a place."""
    assert man.hex is not None
    draft = plan.battle.copy()
    draft.now.sheltered[man.id] = place
    total = 0
    for enemy in draft.active_enemies(man.side):
        weapon = weapon_of(draft, plan.rules, enemy)
        found = targets.odds(draft, plan.rules, enemy.id, man.id, man.hex, weapon) if weapon else None
        if found is not None and not isinstance(found, Rejection):
            total += found.worth
    return total
