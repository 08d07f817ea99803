"""Ladders: fetched, carried to where the stockade is weakly held, put up, shifted from where the enemy waits,
laid down when he comes (GUI-10.1)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.assault import carrying, ladders
from rules.captains.marching import FAR, March
from rules.captains.plan import Plan
from rules.captains.temper import siege
from rules.captains.walls import Site, guards, sites
from rules.core.rejection import Rejection
from rules.orders.records import CarryOrder, RaiseOrder, ShiftOrder
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import LADDER, wall_hex
from rules.state.works import Ladder
from rules.tactical.ways.passage import in_contact

MOST_PACES = 6
TOGETHER = 3


def bring_ladders(plan: Plan, march: March) -> None:
    """What becomes in this phase of every ladder that does not stand yet; ``march`` learns
    where they will."""
    shift_ladders(plan)
    upright = [la for la in plan.battle.ladders.values() if la.kind == LADDER and la.upright]
    chosen = [Site(la.hexes[0], wall_hex(plan.battle, la) or "") for la in upright]
    places = [s for s in sites(plan.battle, "stockade") if _possible(plan, s)]
    for ladder in list(plan.battle.ladders.values()):
        if ladder.kind != LADDER or ladder.upright:
            continue
        if ladder.bearers and plan.figure(ladder.bearers[0]).side != plan.side:
            continue
        site = _best_site(plan, march, ladder, places, chosen)
        if site is not None:
            chosen.append(site)
            _bring(plan, march, ladder, site)
    march.ways_over = tuple(chosen)


def shift_ladders(plan: Plan) -> None:
    """Two men beside a ladder before which an enemy stands turn it, or move it by a hex, to a place of the
    stockade that fewer guard (GUI-10.1.4)."""
    for ladder in list(plan.battle.ladders.values()):
        wall = wall_hex(plan.battle, ladder)
        if ladder.kind != LADDER or wall is None or plan.is_free(wall):
            continue
        if not any(wall in enemy.hexes for enemy in plan.enemies()):
            continue
        two = _beside(plan, ladder.hexes[0])
        shifted = _better_place(plan, ladder, two) if len(two) == 2 else None
        if shifted is None:
            continue
        foot, to, at = ladder.hexes[0], shifted.hexes[0], wall_hex(plan.battle, shifted)
        where = f"FROM {foot} AT {at}" if to == foot else f"FROM {foot} TO {to} AT {at}"
        plan.lines.append(f"SHIFT LADDER {two[0].name} + {two[1].name} {where}")
        # nobody is sent up before it stands there
        plan.battle.ladders[ladder.id] = replace(shifted, since=plan.battle.phase)
        for man in two:
            plan.moved.add(man.id)


def _beside(plan: Plan, foot: Hex) -> list[Character]:
    board = plan.battle.board
    free = [f for f in plan.free_to_move() if f.hex and not f.mounted and not f.storey]
    return [f for f in free if f.hex and board.distance(f.hex, foot) <= 1][:2]


def _better_place(plan: Plan, ladder: Ladder, two: list[Character]) -> Ladder | None:
    """The same ladder where nobody stands behind the stockade and fewer are near."""
    board, foot = plan.battle.board, ladder.hexes[0]
    feet = (foot, *board.neighbours(foot))
    places = [s for s in sites(plan.battle, "stockade") if s.foot in feet and plan.is_free(s.wall)]
    now = guards(plan, wall_hex(plan.battle, ladder) or "")
    for _, site in sorted((guards(plan, s.wall), s) for s in places):
        if guards(plan, site.wall) >= now:
            break
        order = ShiftOrder((two[0].id, two[1].id), foot, "" if site.foot == foot else site.foot, site.wall)
        shifted = ladders.shifted(plan.battle, plan.rules, order)
        if not isinstance(shifted, Rejection):
            return shifted
    return None


def _possible(plan: Plan, site: Site) -> bool:
    return ladders.no_place_for_ladder(plan.battle, site.foot, site.wall) is None


def _best_site(
    plan: Plan, march: March, ladder: Ladder, places: list[Site], chosen: list[Site]
) -> Site | None:
    """Near, weakly held, and beside another ladder, so that several men come over together."""
    walker = _somebody(plan)
    if walker is None:
        return None
    far = march.distances(walker, frozenset(ladder.hexes))
    scale, board = siege(), plan.battle.board

    def price(site: Site) -> int:
        together = any(board.distance(site.foot, other.foot) <= TOGETHER for other in chosen)
        return far[site.foot] + scale.guard * guards(plan, site.wall) - scale.together * together

    taken = {site.foot for site in chosen}
    free = [s for s in places if s.foot not in taken and s.foot in far]
    return min(free, key=lambda s: (price(s), s), default=None)


def _somebody(plan: Plan) -> Character | None:
    on_foot = [f for f in plan.mine() if not f.mounted]
    return min(on_foot, key=lambda f: (f.armoured, f.id), default=None)


def _bring(plan: Plan, march: March, ladder: Ladder, site: Site) -> None:
    men = _at_hand(plan, ladder)
    if len(men) < 2:
        _send_bearers(plan, march, ladder, men)
        return
    if any(in_contact(plan.battle, plan.rules, man) for man in men):
        if ladder.bearers:
            plan.lines.append(f"LAY LADDER {men[0].name} + {men[1].name}")
            plan.battle.ladders[ladder.id] = replace(ladder, bearers=())
        return
    carried = _carry(plan, march, (men[0].id, men[1].id), site)
    pair = (men[0].id, men[1].id)
    plan.moved.update(pair)
    raised = ladders.raised(plan.battle, plan.rules, RaiseOrder(pair, site.wall))
    if isinstance(raised, Rejection):
        if carried or ladder.bearers:
            plan.fighting.update(pair)
        return
    plan.battle.ladders[ladder.id] = raised
    plan.lines.append(f"RAISE LADDER {men[0].name} + {men[1].name} AT {site.wall}")


def _at_hand(plan: Plan, ladder: Ladder) -> list[Character]:
    """Its bearers, or those of ours who stand on it, ready to lift it."""
    if ladder.bearers:
        return [plan.figure(f) for f in ladder.bearers]
    standing = [f for f in plan.free_to_move() if f.hex in ladder.hexes and not f.mounted and not f.storey]
    return standing if {f.hex for f in standing} == set(ladder.hexes) else standing[:1]


def _send_bearers(plan: Plan, march: March, ladder: Ladder, there: list[Character]) -> None:
    """The nearest who are free go to the hexes of a ladder; whoever is there waits for the other."""
    for man in there:
        plan.moved.add(man.id)
    for at in ladder.hexes:
        if not plan.is_free(at):
            continue
        far = _field(plan, march, at)
        free = [f for f in plan.free_to_move() if not f.mounted and not f.storey and not f.leader and f.hex]
        for man in sorted(free, key=lambda f: (bool(f.weapon), far.get(f.hex or "", FAR), f.id))[:1]:
            reach = plan.reach(man)
            to = min(reach, key=lambda h: (far.get(h, FAR), reach[h], h))
            if to == man.hex or plan.move(man.id, to):
                plan.moved.add(man.id)


def _field(plan: Plan, march: March, at: Hex) -> dict[Hex, int]:
    walker = _somebody(plan)
    return march.distances(walker, frozenset({at})) if walker is not None else {}


def _carry(plan: Plan, march: March, pair: tuple[FigureId, FigureId], site: Site) -> bool:
    """Carry it as near to the foot of the wall as they get; whether they go at all."""
    far = _field(plan, march, site.foot)
    if site.foot in (plan.figure(f).hex for f in pair):
        return False
    for ahead, behind in (pair, pair[::-1]):
        way = _downhill(plan, far, plan.figure(ahead).hex or "", plan.figure(behind).hex or "")
        for length in range(len(way), 0, -1):
            order = CarryOrder((ahead, behind), path=tuple(way[:length]))
            found = carrying.planned(plan.battle, plan.rules, order)
            if not isinstance(found, Rejection):
                _go(plan, found)
                names = f"{plan.figure(found.ahead).name} + {plan.figure(found.behind).name}"
                plan.lines.append(f"CARRY LADDER {names} {' '.join(way[:length])}")
                return True
    return False


def _downhill(plan: Plan, far: dict[Hex, int], start: Hex, behind: Hex) -> list[Hex]:
    """The way to where ``far`` is least, hex by hex through free ones, as far as anybody could
    carry something."""
    way: list[Hex] = []
    at = start
    while len(way) < MOST_PACES and far.get(at, FAR) > 0:
        near = [h for h in plan.battle.board.neighbours(at) if h != behind and plan.is_free(h)]
        nearest = min(near, key=lambda h: (far.get(h, FAR), h), default=at)
        if far.get(nearest, FAR) >= far.get(at, FAR):
            break
        way.append(nearest)
        behind, at = at, nearest
    return way


def _go(plan: Plan, found: carrying.Carried) -> None:
    last = found.paces[-1]
    plan.place(found.ahead, last.ahead)
    plan.place(found.behind, last.behind)
    bearers = (found.ahead, found.behind)
    plan.battle.ladders[found.ladder.id] = replace(
        found.ladder, hexes=(last.ahead, last.behind), bearers=bearers
    )
