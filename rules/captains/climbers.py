"""Grapnels thrown, and who goes up ladders and ropes: light men straight over, others up to the top first
(GUI-10.1.3a, GUI-10.6.1)."""

from __future__ import annotations

from rules.assault import grapnels
from rules.captains.marching import FAR, March
from rules.captains.plan import Plan
from rules.captains.temper import siege
from rules.captains.walls import Site, guards, inside, sites
from rules.core.rejection import Rejection
from rules.orders.records import CoilOrder, ThrowOrder
from rules.state.figure import Character, Hex
from rules.state.ladders import ROPE, borne_by, upright_at, wall_hex
from rules.state.works import Ladder
from rules.tactical.ways import climbing

WALLS = ("stockade", "wall")


def throw_grapnels(plan: Plan, march: March) -> None:
    """Whoever has a hook goes to a weakly held place of the wall and throws it over."""
    throwers = [f for f in plan.free_to_move() if borne_by(plan.battle, f.id, ROPE) and not f.armoured]
    if not throwers:
        return
    places = [s for feature in WALLS for s in sites(plan.battle, feature)]
    known = {s: ThrowOrder("", at=s.wall) for s in places}
    taken = {la.hexes[0] for la in plan.battle.ladders.values() if la.upright}
    for man in throwers:
        free = [s for s in known if s.foot not in taken]
        site = _site_for(plan, march, man, free)
        if site is None:
            continue
        taken.add(site.foot)
        order = ThrowOrder(man.id, at=site.wall)
        if man.hex == site.foot and not isinstance(
            grapnels.thrown(plan.battle, plan.rules, order), Rejection
        ):
            plan.lines.append(f"THROW GRAPNEL {man.name} AT {site.wall}")
            plan.moved.add(man.id)
            plan.fighting.add(man.id)
            continue
        far = march.distances(man, frozenset({site.foot}))
        reach = plan.reach(man)
        to = min(reach, key=lambda h: (far.get(h, FAR), reach[h], h))
        if to == man.hex or plan.move(man.id, to):
            plan.moved.add(man.id)
    march.ways_over = (*march.ways_over, *_hanging(plan))


def _hanging(plan: Plan) -> list[Site]:
    ropes = (la for la in plan.battle.ladders.values() if la.kind == ROPE and la.upright)
    return [Site(la.hexes[0], wall_hex(plan.battle, la) or "") for la in ropes]


def _site_for(plan: Plan, march: March, man: Character, free: list[Site]) -> Site | None:
    from_him = march.distances(man, frozenset({man.hex or ""}))
    guard = siege().guard

    def price(site: Site) -> tuple[int, Site]:
        return from_him[site.foot] + guard * guards(plan, site.wall), site

    near = [s for s in free if s.foot in from_him and (s.foot == man.hex or plan.is_free(s.foot))]
    near = [s for s in near if level_ground(plan, s)]
    return min(near, key=price, default=None)


def level_ground(plan: Plan, site: Site) -> bool:
    """Whether somebody could stand behind the wall, and nothing hangs there yet."""
    terrain = plan.rules.tables["terrain"]
    stands = terrain.cell(plan.battle.board.terrain(site.wall), "mp_foot") != "no"
    return stands and upright_at(plan.battle, site.foot) is None


def take_up_ropes(plan: Plan) -> None:
    """Ropes that lie about, and those that nobody outside could want any more: whoever stands there, or above
    them, has them for the next wall (GUI-10.6.1c)."""
    for rope in list(plan.battle.ladders.values()):
        if rope.kind != ROPE or rope.bearers or rope.since >= plan.battle.phase:
            continue
        at = wall_hex(plan.battle, rope) or rope.hexes[0]
        if rope.upright and _wanted(plan, rope.hexes[0]):
            continue
        for man in [f for f in plan.free_to_move() if f.hex == at and not f.storey and not f.armoured]:
            taken = grapnels.coiled(plan.battle, plan.rules, CoilOrder(man.id, rope.hexes[0]))
            if not isinstance(taken, Rejection) and not borne_by(plan.battle, man.id, ROPE):
                plan.lines.append(f"COIL ROPE {man.name} {rope.hexes[0]}")
                # out of play for the rest of the phase: he throws it in the next one
                del plan.battle.ladders[rope.id]
                break


def _wanted(plan: Plan, foot: Hex) -> bool:
    """Whether one of ours who is still outside could come to a rope."""
    board, walled = plan.battle.board, inside(plan.battle.board)
    own = (f for f in plan.battle.side_figures(plan.side) if f.living and f.hex and not f.armoured)
    return any(f.hex not in walled and board.distance(f.hex or foot, foot) <= siege().crowd for f in own)


def climb(plan: Plan) -> None:
    """Send one man up every ladder and rope over which nobody could get in one go."""
    for ladder in list(plan.battle.ladders.values()):
        wall = wall_hex(plan.battle, ladder)
        if wall is None or ladder.since >= plan.battle.phase:
            continue
        free = [
            f for f in plan.free_to_move() if not f.mounted and not f.storey and f.id not in plan.shooting
        ]
        reaches = {f.id: plan.reach(f) for f in free}
        if any(wall in reach for reach in reaches.values()):
            continue
        up = climbing.price(plan.rules, ladder, up=True)[0]
        foot = ladder.hexes[0]
        able = [f for f in free if _can(plan, f, ladder, reaches[f.id].get(foot, FAR) + up)]
        for man in sorted(able, key=lambda f: (bool(f.weapon), -f.values.attack, f.id))[:1]:
            plan.climb(man.id, ladder)


def _can(plan: Plan, man: Character, ladder: Ladder, mp: int) -> bool:
    return mp <= man.values.movement and climbing.cannot_climb(plan.battle, man, ladder) is None
