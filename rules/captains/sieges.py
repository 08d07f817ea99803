"""What a captain does with ladders, engines and fire, in the order of the phase (GUI-10)."""

from __future__ import annotations

from rules.captains.breaching import burn_a_way, pull_down
from rules.captains.climbers import climb, take_up_ropes, throw_grapnels
from rules.captains.escalade import bring_ladders
from rules.captains.flames import douse_fires, light_fires, shoot_flames
from rules.captains.marching import March
from rules.captains.plan import Plan
from rules.captains.raiding import is_raider, set_fire
from rules.captains.sallying import engine_to_raid, sally
from rules.captains.siege_engines import work_engines
from rules.captains.temper import Temper
from rules.captains.toppling import clear_walls, throw_off


def begin(plan: Plan, march: March, temper: Temper) -> None:
    """Before anybody shoots at anybody: engines, burning arrows, who comes up the wall."""
    if is_raider(plan):
        set_fire(plan)
    work_engines(plan, march)
    shoot_flames(plan)
    throw_off(plan)


def bring(plan: Plan, march: March, temper: Temper) -> None:
    """Ladders and ropes to the wall."""
    if plan.battle.ladders and not march.garrison:
        bring_ladders(plan, march)
        take_up_ropes(plan)
        throw_grapnels(plan, march)


def storm(plan: Plan, march: March, temper: Temper) -> None:
    """Before fights are sought: up the ladders and ropes."""
    if plan.battle.ladders and not march.garrison:
        climb(plan)


def work(plan: Plan, march: March, temper: Temper) -> None:
    """When fights are settled: what idle hands do."""
    light_fires(plan)
    douse_fires(plan)
    if not march.garrison:
        pull_down(plan, march)
        burn_a_way(plan, march)
        return
    clear_walls(plan)
    engine = engine_to_raid(plan, march, temper)
    if engine is not None:
        sally(plan, march, engine)
