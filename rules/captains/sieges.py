"""What a captain does with walls, ladders, engines and fire, in the order of the phase (GUI-8 to GUI-10)."""

from __future__ import annotations

from rules.captains.climbers import climb, throw_grapnels
from rules.captains.engines import work_engines
from rules.captains.escalade import bring_ladders
from rules.captains.flames import douse_fires, light_fires, shoot_flames
from rules.captains.gatekeepers import tear_tents, work_gates
from rules.captains.marching import March
from rules.captains.plan import Plan


def prepare(plan: Plan, march: March) -> None:
    """Before anybody shoots at anybody: engines, burning arrows, ladders, the gate."""
    if plan.rules.has("works"):
        work_engines(plan)
        shoot_flames(plan)
    if plan.rules.has("castles"):
        work_gates(plan, march, march.garrison)
    if plan.rules.has("works") and plan.battle.ladders and not march.garrison:
        bring_ladders(plan, march)
        throw_grapnels(plan, march)


def storm(plan: Plan, march: March) -> None:
    """Before fights are sought: up the ladders and ropes."""
    if plan.rules.has("works") and plan.battle.ladders and not march.garrison:
        climb(plan)


def work(plan: Plan, march: March) -> None:
    """When fights are settled: what idle hands do."""
    if plan.rules.has("works"):
        light_fires(plan)
        douse_fires(plan)
    if plan.rules.has("buildings"):
        tear_tents(plan)
