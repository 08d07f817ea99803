"""Ways through a stockade for those outside: pulled down with a grapnel, or burnt (GUI-10.6.5a,
GUI-10.2.1, GUI-10.3)."""

from __future__ import annotations

from itertools import combinations

from rules.assault import grapnels
from rules.assault.fire import may_light
from rules.captains.flames import archers_at
from rules.captains.marching import FAR, March
from rules.captains.plan import Plan
from rules.captains.temper import siege
from rules.captains.walls import Site, guards, inside, sites
from rules.core.facing import FACINGS
from rules.core.rejection import Rejection
from rules.orders.records import PullOrder
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.ladders import ROPE, climber, wall_hex
from rules.state.terrain import terrain_at
from rules.state.works import Ladder
from rules.tactical.ways import climbing
from rules.tactical.ways.passage import in_contact
from rules.works import gates
from rules.works.wood import wood_at

# pulled down


def pull_down(plan: Plan, march: March) -> None:
    """Four idle men at every rope that holds a stockade and that nobody can climb: they pull if they stand in
    two files, else they form them."""
    for rope in list(plan.battle.ladders.values()):
        wall = wall_hex(plan.battle, rope)
        if rope.kind != ROPE or wall is None or wood_at(plan.battle, wall) != "stockade":
            continue
        men = _idle_near(plan, rope.hexes[0])
        if len(men) >= _pullers(plan) and _of_no_use(plan, rope, wall, men) and not _pull(plan, rope, men):
            _form_files(plan, march, rope.hexes[0], men)


def _pullers(plan: Plan) -> int:
    return plan.rules.tables["grapnels"].number("pullers", "value")


def _idle_near(plan: Plan, foot: Hex) -> list[Character]:
    """Sound men without anything to do, the nearest first."""
    board, walled = plan.battle.board, inside(plan.battle.board)
    free = [f for f in plan.free_to_move() if f.id not in plan.shooting and not f.mounted and not f.storey]
    near = [
        f
        for f in free
        if f.hex
        and f.hex not in walled
        and not f.wounded
        and f.carries is None
        and board.distance(f.hex, foot) <= siege().pull_near
    ]
    near = [f for f in near if not in_contact(plan.battle, plan.rules, f)]
    return sorted(near, key=lambda f: (board.distance(f.hex or foot, foot), f.id))[: siege().pull_call]


def _of_no_use(plan: Plan, rope: Ladder, wall: Hex, men: list[Character]) -> bool:
    """Whether nobody is to go up it: an enemy waits behind the wall, or those beside it are too
    heavy for a rope."""
    if climber(plan.battle, rope) is not None:
        return False
    if any(wall in enemy.hexes for enemy in plan.enemies()):
        return True
    return all(climbing.cannot_climb(plan.battle, man, rope) is not None for man in men)


def _pull(plan: Plan, rope: Ladder, men: list[Character]) -> bool:
    foot = rope.hexes[0]
    for four in combinations(men, _pullers(plan)):
        if not grapnels.two_files(plan.battle.board, [f.hex or "" for f in four]):
            continue
        order = PullOrder(tuple(f.id for f in four), foot)
        if not isinstance(grapnels.can_pull(plan.battle, plan.rules, order), Rejection):
            plan.attacks.append(f"PULL ROPE {' + '.join(f.name for f in four)} {foot}")
            for man in four:
                plan.stays(man.id)
            return True
    return False


def _form_files(plan: Plan, march: March, foot: Hex, men: list[Character]) -> None:
    """The men go to the four hexes of two files nearest to the rope, each hex to whoever is nearest to it."""
    board = plan.battle.board
    open_to = march.distances(men[0], frozenset({foot}))
    theirs = {man.hex for man in men}
    for files in _files(plan, foot):
        if not all(at in open_to and (at in theirs or plan.is_free(at)) for at in files):
            continue
        left = list(men)
        for at in files:
            man = _nearest(board, left, at)
            left.remove(man)
            if man.hex == at:
                plan.moved.add(man.id)
            else:
                march.step_towards(man, frozenset({at}))
        return


def _nearest(board: Board, men: list[Character], at: Hex) -> Character:
    return min(men, key=lambda f: (board.distance(f.hex or at, at), f.id))


def _files(plan: Plan, foot: Hex) -> list[tuple[Hex, ...]]:
    """Two files of two hexes each within reach of the end of a rope, the nearest first."""
    board, walled = plan.battle.board, inside(plan.battle.board)
    found = []
    for first in board.within(foot, grapnels.FARTHEST):
        for facing in FACINGS:
            second, third = board.neighbour(first, facing), board.neighbour(first, facing.turned(1))
            fourth = board.neighbour(second, facing.turned(1)) if second is not None else None
            if second is None or third is None or fourth is None:
                continue
            four = (first, second, third, fourth)
            if foot not in four and not walled.intersection(four):
                found.append((sum(board.distance(foot, at) for at in four), four))
    return [four for _, four in sorted(found)]


# burnt


def burn_a_way(plan: Plan, march: March) -> None:
    """Where no way leads in and nothing burns yet: torches to the weakest place of the wood, and burning
    arrows by those archers who have nobody to shoot at."""
    wood = _wood_in_the_way(plan, march)
    if not wood:
        return
    torches = [f for f in plan.free_to_move() if f.id not in plan.shooting and _can_carry_fire(plan, f)]
    target = _weakest(plan, wood, torches)
    archers = archers_at(plan, target.wall)[: siege().volley]
    if archers:
        plan.shots.append(f"FIRE {' + '.join(a.name for a in archers)} AT {target.wall} with flame")
        for archer in archers:
            plan.stays(archer.id)
    feet = frozenset(site.foot for site in wood if site.wall == target.wall)
    board = plan.battle.board
    torches.sort(key=lambda f: (board.distance(f.hex or target.foot, target.foot), f.id))
    for man in torches[: siege().torches]:
        if may_light(plan.battle, plan.rules, man, target.wall) is None:
            plan.attacks.append(f"LIGHT {man.name} {target.wall}")
            plan.stays(man.id)
            return
        if man.hex in feet:
            plan.moved.add(man.id)
        else:
            march.step_towards(man, feet)


def _can_carry_fire(plan: Plan, man: Character) -> bool:
    outside = man.hex is not None and man.hex not in inside(plan.battle.board)
    return outside and not man.mounted and not man.storey and not man.leader and not man.weapon


def _wood_in_the_way(plan: Plan, march: March) -> list[Site]:
    """The places where a stockade or a gate keeps a side out of what it is to hold; none while its own fire
    burns, or where ladders and ropes lead over."""
    battle, walled = plan.battle, inside(plan.battle.board)
    aims = battle.setup.victory.aims
    held = (at for a in aims if a.side == plan.side and a.kind == "held" for at in a.hexes if at in walled)
    goal = next(held, None)
    if goal is None or any(la.kind in ("ladder", ROPE) for la in battle.ladders.values()):
        return []
    ours = (at for at, flame in battle.flames.items() if battle.friendly(plan.side, flame.side))
    if any(wood_at(battle, at) for at in ours):
        return []
    wood = [*sites(battle, "stockade"), *_gates(plan)]
    wood = [s for s in wood if s.foot not in walled and wood_at(battle, s.wall)]
    if not wood or _is_open(plan) or _way_to(plan, march, goal):
        return []
    return [s for s in wood if s.wall not in battle.flames]


def _is_open(plan: Plan) -> bool:
    """Whether a gate stands open, or a piece of the stockade is down."""
    board = plan.battle.board
    if any(terrain_at(plan.battle, at) != "gate" for gate in gates.gates(board) for at in gate):
        return True
    return any(not wood_at(plan.battle, at) for at in board.owners("stockade") if at in inside(board))


def _way_to(plan: Plan, march: March, goal: Hex) -> bool:
    """Whether anybody outside could walk to a hex within; or there is nobody outside."""
    walled = inside(plan.battle.board)
    walkers = [f for f in plan.mine() if f.hex and f.hex not in walled and not f.mounted]
    far = march.distances(walkers[0], frozenset({goal})) if walkers else {}
    return not walkers or any(far.get(f.hex or "", FAR) < FAR for f in walkers)


def _gates(plan: Plan) -> list[Site]:
    board = plan.battle.board
    return [Site(near, at) for gate in gates.gates(board) for at in gate for near in board.neighbours(at)]


def _weakest(plan: Plan, wood: list[Site], men: list[Character]) -> Site:
    """Near to some of ours, and far from those who could put the fire out."""
    board, scale = plan.battle.board, siege()
    guard = {wall: scale.guard * guards(plan, wall) for wall in {site.wall for site in wood}}
    places = [f.hex for f in men if f.hex] or [f.hex for f in plan.mine() if f.hex]

    def price(site: Site) -> tuple[int, Site]:
        near = sorted(board.distance(site.foot, at) for at in places)[: scale.torches]
        return sum(near) + guard[site.wall], site

    return min(wood, key=price)
