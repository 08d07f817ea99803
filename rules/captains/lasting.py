"""The standing orders that a captain gives once, at the start."""

from __future__ import annotations

from rules.captains.plan import Plan

PRUDENT_RANGE, EAGER_RANGE = 8, 14


def standing_lines(plan: Plan, bold: bool) -> None:
    """WATCH, RETREAT, ADVANCE, WOUND and OPPOSE, in the first phase in which the seat has none in force."""
    if plan.battle.standing.get(plan.seat):
        return
    reach = EAGER_RANGE if bold else PRUDENT_RANGE
    for shooter in plan.mine():
        if shooter.weapon and shooter.weapon != "javelin":
            plan.standing.append(f"WATCH {shooter.name} fire at first enemy within {reach}")
    edge = plan.battle.side_of(plan.side).edge
    if edge:
        plan.standing.append(f"RETREAT toward {edge}")
    plan.standing.append("ADVANCE always" if bold else "ADVANCE if alone")
    stalwarts = [f for f in plan.mine() if not f.leader and not f.armoured and not f.weapon][:2]
    if len(stalwarts) == 2:
        plan.standing.append("WOUND first " + " then ".join(f.name for f in stalwarts))
