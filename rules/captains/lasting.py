"""The standing orders that a captain gives once, at the start."""

from __future__ import annotations

from rules.captains.plan import Plan
from rules.captains.temper import Temper
from rules.captains.walls import is_garrison
from rules.state.figure import Character

PRUDENT_RANGE, EAGER_RANGE = 8, 14


def standing_lines(plan: Plan, temper: Temper, bold: bool) -> None:
    """WATCH, RETREAT, ADVANCE (never off the walls), WOUND, and with combat tactics COUNTER and REFUSE, in
    the first phase in which the seat has none in force."""
    if plan.battle.standing.get(plan.seat):
        return
    reach = EAGER_RANGE if bold else PRUDENT_RANGE
    for shooter in plan.mine():
        if shooter.weapon and shooter.weapon != "javelin":
            plan.standing.append(f"WATCH {shooter.name} fire at first enemy within {reach}")
    edge = plan.battle.side_of(plan.side).edge
    if edge:
        plan.standing.append(f"RETREAT toward {edge}")
    advance = "never" if is_garrison(plan) else "always" if bold else "if alone"
    plan.standing.append(f"ADVANCE {advance}")
    stalwarts = [f for f in plan.mine() if not f.leader and not f.armoured and not f.weapon][:2]
    if len(stalwarts) == 2:
        plan.standing.append("WOUND first " + " then ".join(f.name for f in stalwarts))
    for module in plan.rules.modules:
        if module.captain.lasting is not None:
            module.captain.lasting(plan, temper)


def lasting_tactics(plan: Plan, temper: Temper) -> None:
    """COUNTER for riders, REFUSE for the light ones and for archers, and hoplites who do not run
    after anybody."""
    mine = plan.mine()
    if any(f.mounted for f in mine):
        plan.standing.append(f"COUNTER charge anyone at {temper.counter_from} percent or better")
    fast = [f for f in mine if not f.armoured and (f.weapon or f.mounted)]
    if fast:
        least = plan.rules.policies.weighing.written(temper.refuse_from)
        plan.standing.append(f"REFUSE {_names(fast)} always at {least} or better")
    hoplites = [f for f in mine if f.hoplite]
    if hoplites:
        plan.standing.append(f"ADVANCE {_names(hoplites)} never")


def _names(figures: list[Character]) -> str:
    return " + ".join(f.name for f in figures)
