"""Fire as a weapon: burning arrows at naphtha, engines and wood, torches, and fires put out
(GUI-10.2, GUI-10.3)."""

from __future__ import annotations

from rules.assault.fire import may_douse, may_light
from rules.assault.flaming_arrows import aim_at
from rules.assault.fuel import fuel_at
from rules.captains.plan import Plan
from rules.captains.raiding import is_raider, prey
from rules.captains.temper import siege
from rules.core.rejection import Rejection
from rules.state.figure import Character, Hex
from rules.state.works import EngineState

BOWSHOT = 10


def shoot_flames(plan: Plan) -> None:
    """A few archers for each hex that is worth a fire: naphtha under enemies, enemy engines."""
    for worth, at in sorted(_worth_burning(plan), reverse=True):
        if worth < siege().burn_from:
            return
        archers = archers_at(plan, at)[: siege().volley]
        if archers:
            plan.shots.append(f"FIRE {' + '.join(a.name for a in archers)} AT {at} with flame")
            plan.shooting.update(a.id for a in archers)
            plan.fighting.update(a.id for a in archers)


def archers_at(plan: Plan, at: Hex) -> list[Character]:
    """Those who can shoot a burning arrow at a hex, the nearest first."""
    board, busy = plan.battle.board, plan.shooting | plan.moved
    bows = [
        f for f in plan.mine() if f.weapon.endswith("_bow") and f.id not in busy | plan.entering and f.hex
    ]
    near = sorted((board.distance(f.hex or at, at), f.id) for f in bows)
    close = [plan.figure(f) for distance, f in near if distance <= BOWSHOT]
    marks = ((f, aim_at(plan.before, plan.rules, f, at)) for f in close)
    return [f for f, mark in marks if not isinstance(mark, Rejection)]


def _worth_burning(plan: Plan) -> list[tuple[int, Hex]]:
    battle = plan.battle
    found = [(worth, at) for at, worth in _pools(plan).items()]
    for engine in battle.engines.values():
        if plan.hostile(engine.side) and engine.state is EngineState.READY:
            found += [(siege().engine, at) for at in engine.hexes if at not in battle.flames]
    if is_raider(plan):
        found += [(siege().burn_from, at) for at in prey(plan)]
    return found


def _pools(plan: Plan) -> dict[Hex, int]:
    """Every hex of spilled naphtha, with what burning all that is joined to it is worth."""
    battle, board = plan.battle, plan.battle.board
    left = {at for at in battle.naphtha if at not in battle.flames}
    found: dict[Hex, int] = {}
    while left:
        pool = [min(left)]
        left.remove(pool[0])
        for at in pool:
            near = [n for n in board.neighbours(at) if n in left]
            pool += near
            left.difference_update(near)
        worth = sum(_in_flames(plan, at) for at in pool)
        found.update(dict.fromkeys(pool, worth))
    return found


def _in_flames(plan: Plan, at: Hex) -> int:
    there = [f for f in plan.battle.figures.values() if at in f.hexes and f.living]
    return sum(100 if plan.hostile(f.side) else -siege().own_under_stone for f in there)


def light_fires(plan: Plan) -> None:
    """A torch to an enemy's engine, to naphtha under enemies, or to a gate that nobody opens; whoever has
    stood beside it for a turn."""
    pools = _pools(plan)
    for man in plan.free_to_fight():
        if man.hex is None or man.id in plan.moved:
            continue
        for at in plan.battle.board.neighbours(man.hex):
            worth = pools.get(at, _engine_worth(plan, at))
            if worth >= siege().burn_from and may_light(plan.battle, plan.rules, man, at) is None:
                plan.attacks.append(f"LIGHT {man.name} {at}")
                plan.stays(man.id)
                break


def _engine_worth(plan: Plan, at: Hex) -> int:
    engines = plan.battle.engines.values()
    foes = any(at in e.hexes and plan.hostile(e.side) and e.state is EngineState.READY for e in engines)
    return siege().engine if foes and fuel_at(plan.battle, plan.rules, at) else 0


def douse_fires(plan: Plan) -> None:
    """Those who stand idle beside a fire of the enemy's making put it out."""
    for at, flame in plan.battle.flames.items():
        if flame.greek or plan.battle.friendly(plan.side, flame.side):
            continue
        free = [f for f in plan.free_to_move() if f.id not in plan.shooting]
        able = [f for f in free if may_douse(plan.battle, plan.rules, f, at) is None]
        if able:
            plan.attacks.append(f"DOUSE {' + '.join(f.name for f in able[: siege().volley])} {at}")
            for man in able[: siege().volley]:
                plan.stays(man.id)
