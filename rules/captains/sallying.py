"""A sally: those behind the walls go out by the gate against an engine that the enemy has left
with few men."""

from __future__ import annotations

from rules.captains.marching import FAR, March
from rules.captains.plan import Plan
from rules.captains.temper import Temper, siege
from rules.captains.walls import inside, threatened
from rules.state.figure import Character, Hex
from rules.state.works import Engine, EngineState
from rules.works import gates


def engine_to_raid(plan: Plan, march: March, temper: Temper) -> Engine | None:
    """The enemy's engine that a sally is worth: ours outnumber the men around it as their temper asks, nobody
    is inside or at the wall, and most stay behind."""
    engines = [
        e for e in plan.battle.engines.values() if plan.hostile(e.side) and e.state is EngineState.READY
    ]
    if not march.garrison or not engines or threatened(plan):
        return None
    party = len(raiders(plan)) * 100
    weak = [(g, e.id) for e in engines if (g := _guards(plan, e)) * temper.sally_from <= party]
    return plan.battle.engines[min(weak)[1]] if weak and party else None


def _guards(plan: Plan, engine: Engine) -> int:
    """Enemies who would be there in time; a rider counts for two."""
    board, at = plan.battle.board, engine.hexes[0]
    near = (e for e in plan.enemies() if e.active and e.hex and board.distance(e.hex, at) <= siege().relief)
    return sum(2 if e.mounted else 1 for e in near)


def raiders(plan: Plan) -> list[Character]:
    """Those who would go: riders, those outside already, the fast ones; no leader, no archer, and
    fewer than half."""
    own = [f for f in plan.battle.side_figures(plan.side) if f.active and f.hex]
    walled = inside(plan.battle.board)
    fit = [f for f in plan.mine() if not f.leader and not f.wounded and not f.storey]
    fit = [f for f in fit if f.mounted or not f.weapon.endswith("bow")]
    fit.sort(key=lambda f: (f.hex in walled, not f.mounted, -f.values.movement, -f.values.attack, f.id))
    return fit[: (len(own) - 1) // 2]


def sally(plan: Plan, march: March, engine: Engine) -> None:
    """Whoever has no fight goes for the engine; while the gate is shut they gather behind it."""
    board = plan.battle.board
    goals = frozenset(near for at in engine.hexes for near in board.neighbours(at)) - set(engine.hexes)
    behind = _behind_gates(plan)
    for man in raiders(plan):
        if man.id in plan.fighting or man.id in plan.moved or man.id in plan.shooting:
            continue
        plan.let_out(man.id)
        open_way = march.distances(man, goals).get(man.hex or "", FAR) < FAR
        if open_way or behind:
            march.step_towards(man, goals if open_way else behind)


def _behind_gates(plan: Plan) -> frozenset[Hex]:
    """Where a party waits: behind the gates, one hex from the chains."""
    board, walled = plan.battle.board, inside(plan.battle.board)
    chains = {at for gate in gates.gates(board) for at in gates.rear_hexes(board, gate)}
    return frozenset(near for at in chains for near in board.neighbours(at) if near in walled) - chains
