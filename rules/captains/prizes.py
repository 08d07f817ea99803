"""Places that count when the battle ends (aims of the kind "held"): somebody stands on each of them in time,
and beside those of the enemy."""

from __future__ import annotations

from rules.captains.plan import Plan
from rules.state.figure import Character, Hex, SideId


def held_by(plan: Plan, side: SideId) -> tuple[Hex, ...]:
    """The places that count for a side which holds them at the end."""
    aims = plan.battle.setup.victory.aims
    return tuple(at for a in aims if a.side == side and a.kind == "held" for at in a.hexes)


def is_last_turn(plan: Plan) -> bool:
    return plan.battle.turn >= plan.battle.setup.victory.turns


def is_last_phase(plan: Plan) -> bool:
    """Whether nobody moves after this."""
    return is_last_turn(plan) and plan.battle.setup.sides[-1].id == plan.side


def stand_on_prizes(plan: Plan) -> None:
    """In the last turn one man goes on, or stays on, every place that counts, and one beside every one that
    an enemy holds; they fight from there."""
    if not is_last_turn(plan):
        return
    for at in held_by(plan, plan.side):
        if _beset(plan, at):
            continue
        on_it = [f for f in plan.mine() if f.hex == at and not f.storey]
        if on_it:
            plan.moved.update(f.id for f in on_it)
            plan.standing += [f"ADVANCE {f.name} never" for f in on_it]
        else:
            _send(plan, [at])
    theirs = (
        at for side in plan.battle.setup.sides if plan.hostile(side.id) for at in held_by(plan, side.id)
    )
    for at in dict.fromkeys(theirs):
        if any(at in e.hexes for e in plan.enemies() if e.active) and not _ours_beside(plan, at):
            _send(plan, [h for h in plan.battle.board.neighbours(at) if plan.is_free(h)])


def _send(plan: Plan, places: list[Hex]) -> None:
    """Whoever gets to one of these hexes with the least harm, best a man who has no shot."""
    found: list[tuple[bool, int, int, str, Hex]] = []
    for man in plan.free_to_move():
        reach = plan.reach(man)
        for at in places:
            if at in reach:
                harm = int(plan.passage(man.id, at).harm)
                found.append((man.id in plan.shooting, harm, reach[at], man.id, at))
    for _, _, _, man_id, at in sorted(found):
        if plan.move(man_id, at):
            return


def _beset(plan: Plan, at: Hex) -> bool:
    around = {at, *plan.battle.board.neighbours(at)}
    return any(around & set(e.hexes) for e in plan.enemies() if e.active)


def _ours_beside(plan: Plan, at: Hex) -> bool:
    around = {at, *plan.battle.board.neighbours(at)}
    own: list[Character] = plan.battle.side_figures(plan.side)
    return any(f.active and around & set(f.hexes) for f in own)
