"""Those behind a wall and what leans on it: ladders thrown down, ropes cut or pulled up (GUI-10.1.6a,
GUI-10.6.1c, GUI-10.6.4)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.assault import grapnels, toppling
from rules.captains.plan import Plan
from rules.captains.prizes import held_by
from rules.captains.walls import NEAR_FOOT, inside, is_garrison
from rules.core.rejection import Rejection
from rules.orders.records import CoilOrder, CutOrder, ToppleOrder
from rules.state.figure import Character, Hex
from rules.state.ladders import LADDER, ROPE, at_top, climber, wall_hex
from rules.state.terrain import terrain_at
from rules.state.works import Ladder
from rules.tactical.ways.passage import threats


def throw_off(plan: Plan) -> None:
    """Ladders and ropes with an enemy on them: somebody above them sees to it, before anything else; a
    garrison to those too from whose foot an enemy is not far, who would be the next up: no shot stops
    so many."""
    garrison = is_garrison(plan)
    for ladder in _leaning(plan):
        man = climber(plan.battle, ladder)
        if man is None:
            if garrison and _is_manned(plan, ladder):
                _see_to(plan, ladder)
        elif plan.hostile(man.side) and not _better_fought(plan, ladder, man):
            _see_to(plan, ladder)


def _is_manned(plan: Plan, ladder: Ladder) -> bool:
    """Whether an enemy who can act could be at the foot of a ladder or rope in his next turn."""
    distance, foot = plan.battle.board.distance, ladder.hexes[0]
    return any(e.active and e.hex and distance(e.hex, foot) <= NEAR_FOOT for e in plan.enemies())


def _better_fought(plan: Plan, ladder: Ladder, man: Character) -> bool:
    """Whoever looks over the wall from the end of a rope is struck at from a platform with better hope than
    his rope (GUI-10.6.3a)."""
    wall = wall_hex(plan.battle, ladder) or ""
    return ladder.kind == ROPE and at_top(plan.battle, man) and terrain_at(plan.battle, wall) == "platform"


def clear_walls(plan: Plan) -> None:
    """What a garrison's idle hands do with those on which nobody is yet; with enemies within nobody
    runs for it."""
    walled = inside(plan.battle.board)
    within = any(enemy.hex in walled and not enemy.storey for enemy in plan.enemies())
    for ladder in _leaning(plan):
        if climber(plan.battle, ladder) is None:
            _see_to(plan, ladder, run=not within)


def _leaning(plan: Plan) -> list[Ladder]:
    return [la for la in plan.battle.ladders.values() if la.upright]


def _see_to(plan: Plan, ladder: Ladder, *, run: bool = True) -> None:
    """One man behind the wall, or who can get there, throws a ladder down; a rope he pulls up where he may,
    which takes no die, else he cuts it."""
    wall = wall_hex(plan.battle, ladder)
    man = _somebody_at(plan, wall, run) if wall is not None else None
    if wall is None or man is None:
        return
    before = plan.figure(man.id)
    line, at_once = _line(plan, replace(man, hex=wall, rear=None), ladder)
    if not line or (before.hex != wall and not plan.move(man.id, wall)):
        return
    (plan.lines if at_once else plan.attacks).append(line)
    plan.stays(man.id)


def _somebody_at(plan: Plan, wall: Hex, run: bool) -> Character | None:
    """Who stands behind the wall, else who gets there most easily, shooters last, and after them who holds a
    place that counts; nobody where other enemies could strike at him: those are to be fought first."""
    if any(not enemy.storey for enemy in threats(plan.battle, plan.rules, plan.side, wall)):
        return None
    free = [f for f in plan.free_to_move() if not f.mounted and not f.storey and f.id not in plan.shooting]
    there = next((f for f in free if f.hex == wall), None)
    if there is not None or not run or not plan.is_free(wall):
        return there
    near = [f for f in free if not f.leader and _within_a_turn(plan, f, wall)]
    held = held_by(plan, plan.side)
    reached = [
        (f.hex in held, bool(f.weapon), mp, f.id) for f in near if (mp := plan.reach(f).get(wall)) is not None
    ]
    return plan.figure(min(reached)[3]) if reached else None


def _within_a_turn(plan: Plan, man: Character, at: Hex) -> bool:
    return man.hex is not None and plan.battle.board.distance(man.hex, at) <= man.values.movement


def _line(plan: Plan, there: Character, ladder: Ladder) -> tuple[str, bool]:
    """What he is to do about it where he then stands, and whether that is done while others move; ""
    for nothing."""
    draft, foot = plan.battle.copy(), ladder.hexes[0]
    draft.figures[there.id] = there
    if ladder.kind == LADDER:
        toppled = toppling.can_topple(draft, plan.rules, ToppleOrder(there.id, foot))
        return ("" if isinstance(toppled, Rejection) else f"TOPPLE LADDER {there.name} {foot}"), False
    if not isinstance(grapnels.coiled(draft, plan.rules, CoilOrder(there.id, foot)), Rejection):
        return f"COIL ROPE {there.name} {foot}", True
    cut = grapnels.can_cut(draft, plan.rules, CutOrder(there.id, foot))
    return ("" if isinstance(cut, Rejection) else f"CUT ROPE {there.name} {foot}"), False
