"""Shots of the fire step, and who keeps watch in the enemy's phase."""

from __future__ import annotations

from rules.captains.plan import Plan
from rules.captains.temper import Temper
from rules.state.figure import Character, FigureId
from rules.tactical.shooting import targets
from rules.tactical.weapons import may_fire_offensively, weapon_of


def shoot(plan: Plan, temper: Temper) -> None:
    """Give everybody who has a worthwhile shot his target. A second man at the same target shoots at another
    if the first has brought it down."""
    aimed_at: set[FigureId] = set()
    for shooter in plan.mine():
        if not _may_shoot(plan, shooter):
            continue
        best = targets.best_target(plan.before, plan.rules, shooter)
        if best is None or best.worth < temper.shot_from:
            continue
        target = plan.figure(best.sight.target).name
        if best.sight.target in aimed_at:
            plan.shots.append(
                f"IF {target} is down THEN FIRE {shooter.name} AT best ELSE FIRE {shooter.name} AT {target}"
            )
        else:
            plan.shots.append(f"FIRE {shooter.name} AT {target}")
        aimed_at.add(best.sight.target)
        plan.shooting.add(shooter.id)


def throw_lances(plan: Plan, temper: Temper) -> None:
    """Those on foot who get to nobody and have no other work stand and throw their lances at whoever is worth
    one (GUI-5c, GUI-5.2b)."""
    for man in plan.mine():
        if man.mounted or not man.lance or man.weapon or man.id in plan.entering or man.id in plan.fighting:
            continue
        thrower = plan.before.figures[man.id]
        weapon = weapon_of(plan.before, plan.rules, thrower)
        if not weapon or may_fire_offensively(plan.before, plan.rules, thrower, weapon) is not None:
            continue
        best = targets.best_target(plan.before, plan.rules, thrower, weapon=weapon)
        if best is not None and best.worth >= temper.throw_from:
            plan.shots.append(f"FIRE {man.name} AT {plan.figure(best.sight.target).name} with lance")
            plan.fighting.add(man.id)


def _may_shoot(plan: Plan, shooter: Character) -> bool:
    if (
        not shooter.weapon
        or shooter.id in plan.entering
        or shooter.id in plan.moved
        or shooter.id in plan.fighting
    ):
        return False
    return may_fire_offensively(plan.battle, plan.rules, shooter, shooter.weapon) is None
