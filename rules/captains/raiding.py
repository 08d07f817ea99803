"""Raiders in the besiegers' camp (GUI-11.4.2c): they go for its tents with torches and burning arrows, and
home when enough of it burns."""

from __future__ import annotations

from rules.assault.fire import may_light
from rules.assault.fuel import fuel_at
from rules.captains.plan import Plan
from rules.captains.temper import raids
from rules.phases.sallying import spoils
from rules.state.battle import Battle, Errand
from rules.state.figure import Character, Hex, SeatId, SideId
from rules.tactical.deploying.placing import EDGES, edge_of
from rules.tactical.moving.legs import exits_of


def is_raider(plan: Plan) -> bool:
    """Whether the seat's men have come to burn a camp."""
    return raids_camp(plan.battle, plan.side)


def raids_camp(battle: Battle, side: SideId) -> bool:
    sortie = battle.setup.victory.sortie
    return sortie is not None and sortie.errand is Errand.CAMP and sortie.came_out(side)


def is_in_a_hurry(plan: Plan) -> bool:
    """Whether the seat's men have better to do than to fight: to burn a camp, to bring stores home."""
    sortie = plan.battle.setup.victory.sortie
    return sortie is not None and sortie.errand.goes_home and sortie.came_out(plan.side)


def way_in(battle: Battle, seat: SeatId) -> list[str]:
    """All together, by the hex of the edge from which a tent is near and few guards are: the guards were
    placed first."""
    board, side = battle.board, battle.seat(seat).side
    tents = [at for at, cell in board.cells.items() if cell.terrain.startswith("tent")]
    guards = [man.hex for man in battle.active_enemies(side) if man.hex]
    names = [man.name for man in battle.side_figures(side) if man.seat == seat and man.awaited]

    def price(at: Hex) -> tuple[int, Hex]:
        tent = min(tents, key=lambda tent: (board.distance(at, tent), tent))
        near = sum(board.distance(tent, guard) <= raids().alarm for guard in guards)
        return near * raids().guard + board.distance(at, tent), at

    open_edge = [at for name in EDGES for at in edge_of(board, name) if board.terrain(at) == "flat"]
    return [f"ENTER {' + '.join(names)} by {min(open_edge, key=price)}"] if names else []


def prey(plan: Plan) -> frozenset[Hex]:
    """Hexes of tents, engines and ladders that do not burn yet."""
    battle = plan.battle
    tents = (at for at, cell in battle.board.cells.items() if cell.terrain.startswith("tent"))
    engines = (at for engine in battle.engines.values() for at in engine.hexes)
    ladders = (at for ladder in battle.ladders.values() for at in ladder.hexes)
    wanted = frozenset((*tents, *engines, *ladders)) - battle.flames.keys()
    return frozenset(at for at in wanted if fuel_at(battle, plan.rules, at))


def beside_prey(plan: Plan) -> frozenset[Hex]:
    """Where a man with a torch wants to stand: next to what may burn."""
    burnable = prey(plan)
    return frozenset(by for at in burnable for by in plan.battle.board.neighbours(at)) - burnable


def places_for_a_torch(plan: Plan, man: Character, near: frozenset[Hex]) -> frozenset[Hex]:
    """Those of the hexes beside prey that nobody has yet: he goes where he is at once, and away from guards
    as long as he may choose."""
    board, reach = plan.battle.board, plan.reach(man)
    left = frozenset(at for at in near if at == man.hex or plan.is_free(at))
    watched = frozenset(
        at
        for enemy in plan.enemies()
        if enemy.active and enemy.hex
        for at in board.within(enemy.hex, raids().shy)
    )
    at_once = left.intersection(reach)
    return at_once - watched or at_once or left - watched or left


def free_exits(plan: Plan, exits: frozenset[Hex]) -> frozenset[Hex]:
    """The half of the exits that is farther from all enemies, for whoever brings stores home; else all."""
    sortie = plan.battle.setup.victory.sortie
    guards = [man.hex for man in plan.enemies() if man.active and man.hex]
    if sortie is None or sortie.errand is not Errand.SUPPLY or not guards:
        return exits
    distance = plan.battle.board.distance
    far = sorted(exits, key=lambda at: (-min(distance(at, guard) for guard in guards), at))
    return frozenset(far[: (len(far) + 1) // 2])


def homeward(plan: Plan) -> frozenset[Hex]:
    """The exits, once enough burns or time runs out; nothing before."""
    battle = plan.battle
    late = battle.turn * 100 > battle.setup.victory.turns * raids().until
    done = spoils(battle)["tents"] >= raids().enough or not prey(plan)
    return exits_of(battle, plan.side) if late or done else frozenset()


def set_fire(plan: Plan) -> None:
    """A torch to whatever burns, by everybody who has stood beside it for a turn; a tent before an engine, so
    that each lights another."""
    lit: set[Hex] = set()
    burnable = prey(plan)
    for man in plan.free_to_fight():
        near = plan.battle.board.neighbours(man.hex) if man.hex and man.id not in plan.moved else ()
        for at in sorted(burnable & set(near) - lit):
            if may_light(plan.battle, plan.rules, man, at) is None:
                plan.attacks.append(f"LIGHT {man.name} {at}")
                plan.stays(man.id)
                lit.add(at)
                break
