"""Thrown riders who get back into a saddle."""

from __future__ import annotations

from rules.captains.plan import Plan
from rules.state.figure import Character
from rules.tactical.horses.riding import flanks
from rules.tactical.ways.passage import threats


def remount(plan: Plan) -> None:
    """Send riders on foot to the nearest of their side's loose horses that no enemy guards (GUI-4.4.2d)."""
    for figure in plan.free_to_fight():
        if figure.rider and not figure.mounted and figure.id not in plan.moved:
            _remount(plan, figure)


def _remount(plan: Plan, figure: Character) -> None:
    reach = plan.reach(figure)
    ways = sorted(
        (reach[beside], horse.id, beside)
        for horse in plan.battle.horses.values()
        if horse.loose and horse.side == figure.side and horse.led_by is None
        for beside in flanks(plan.battle.board, horse)
        if beside in reach and not threats(plan.battle, plan.rules, figure.side, beside)
    )
    for _, horse, beside in ways[:2]:
        if plan.mount(figure.id, horse, beside):
            return
