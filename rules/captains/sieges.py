"""What a captain does with walls, ladders, engines and fire, in the order of the phase (GUI-8 to GUI-10)."""

from __future__ import annotations

from rules.captains.breaching import burn_a_way, pull_down
from rules.captains.climbers import climb, take_up_ropes, throw_grapnels
from rules.captains.engines import work_engines
from rules.captains.escalade import bring_ladders
from rules.captains.flames import douse_fires, light_fires, shoot_flames
from rules.captains.gatekeepers import tear_tents, work_gates
from rules.captains.marching import March
from rules.captains.plan import Plan
from rules.captains.sallying import engine_to_raid, sally
from rules.captains.sheltering import keep_covered
from rules.captains.temper import Temper
from rules.captains.toppling import clear_walls, throw_off


def prepare(plan: Plan, march: March, temper: Temper) -> None:
    """Before anybody shoots at anybody: engines, burning arrows, who comes up the wall, ladders, the gate."""
    if plan.rules.has("works"):
        work_engines(plan, march)
        shoot_flames(plan)
        throw_off(plan)
    if plan.rules.has("castles"):
        work_gates(plan, march, sally=engine_to_raid(plan, march, temper) is not None)
    if plan.rules.has("works") and plan.battle.ladders and not march.garrison:
        bring_ladders(plan, march)
        take_up_ropes(plan)
        throw_grapnels(plan, march)


def storm(plan: Plan, march: March) -> None:
    """Before fights are sought: up the ladders and ropes."""
    if plan.rules.has("works") and plan.battle.ladders and not march.garrison:
        climb(plan)


def work(plan: Plan, march: March, temper: Temper) -> None:
    """When fights are settled: what idle hands do."""
    if plan.rules.has("works"):
        light_fires(plan)
        douse_fires(plan)
        _at_the_walls(plan, march, temper)
    if plan.rules.has("buildings"):
        tear_tents(plan)


def _at_the_walls(plan: Plan, march: March, temper: Temper) -> None:
    if not march.garrison:
        pull_down(plan, march)
        burn_a_way(plan, march)
        return
    clear_walls(plan)
    engine = engine_to_raid(plan, march, temper)
    if engine is not None:
        sally(plan, march, engine)


def settle(plan: Plan) -> None:
    """When everybody has his place: which side those in doorways and at corners keep covered."""
    if plan.rules.has("buildings"):
        keep_covered(plan)
