"""Stones and Greek fire: what to aim at, which way to turn, and who keeps to the engine
(GUI-10.4, GUI-10.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from rules.assault import pushing, shooting, stone_thrower
from rules.assault.fuel import work_at
from rules.captains.marching import March
from rules.captains.plan import Plan
from rules.captains.temper import siege
from rules.core.facing import FACINGS, Facing
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.orders.records import PushOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.works import Engine, EngineState
from rules.tactical.ways.passage import in_contact

THROWS = 100
MOST_AIMS = 24


def work_engines(plan: Plan, march: March) -> None:
    """Shoot what is ready at what is worth it, else turn it if that helps; its crew stays beside it
    in any case."""
    for engine in list(plan.battle.engines.values()):
        ours = engine.side == plan.side and engine.state is EngineState.READY
        if ours and not _shoot(plan, engine):
            push_round(plan, march, engine)


def _shoot(plan: Plan, engine: Engine) -> bool:
    kind = plan.rules.engine_kinds[engine.kind]
    if kind.worth is None or kind.worth_from is None:
        return False
    best = max(((kind.worth(plan, engine, at), at) for at in _aims(plan, engine)), default=(0, ""))
    if best[0] < kind.worth_from():
        return False
    found = shooting.working(plan.battle, plan.rules, plan.seat, engine, best[1])
    if isinstance(found, Rejection):
        return False
    crew = [plan.figure(f) for f in found.crew]
    plan.shots.append(f"SHOOT {engine.name} AT {best[1]} with {' + '.join(f.name for f in crew)}")
    for man in crew:
        plan.stays(man.id)
    return True


def _aims(plan: Plan, engine: Engine) -> list[Hex]:
    """Hexes worth looking at: where enemies stand, and beside them."""
    if engine.wait:
        return []
    table, board = plan.rules.tables["engines"], plan.battle.board
    before = plan.rules.engine_kinds[engine.kind].arc
    least, most = table.number(engine.kind, "nearest"), table.number(engine.kind, "farthest")
    crowd = Counter[Hex]()
    for enemy in plan.enemies():
        if enemy.active and enemy.hex:
            crowd.update(board.within(enemy.hex, 1))
    reached = [
        (-count, at)
        for at, count in crowd.items()
        if least <= board.distance(engine.hexes[0], at) <= most and before(plan.battle, engine, at)
    ]
    return [at for _, at in sorted(reached)[:MOST_AIMS]]


def worth_of_a_stone(plan: Plan, engine: Engine, aim: Hex) -> int:
    """What a stone does, in hundredths of a man."""
    falls = _falls(plan.battle, plan.rules, engine.hexes[0], aim)
    return sum(count * _struck(plan, at) for at, count in falls.items()) // THROWS


def worth_of_a_jet(plan: Plan, engine: Engine, aim: Hex) -> int:
    """What a jet of naphtha does."""
    return sum(_in_the_jet(plan, at) for at in plan.battle.board.within(aim, 1))


def _struck(plan: Plan, at: Hex) -> int:
    """What a stone that falls into a hex is worth (GUI-10.4.4)."""
    battle, rules = plan.battle, plan.rules
    points = _points(plan, (v for v in stone_thrower.struck(battle, at) if isinstance(v, Character)))
    return points or (
        siege().wood if stone_thrower.breaks(battle, rules, at) and work_at(battle, rules, at) else 0
    )


def _in_the_jet(plan: Plan, at: Hex) -> int:
    there = (f for f in plan.battle.figures.values() if at in f.hexes and f.living)
    return _points(plan, there) or (siege().wood if work_at(plan.battle, plan.rules, at) else 0)


def _points(plan: Plan, people: Iterable[Character]) -> int:
    return sum(100 if plan.hostile(figure.side) else -siege().own_under_stone for figure in people)


@lru_cache(maxsize=2048)
def _known_falls(board: Board, tables: Tables, start: Hex, aim: Hex) -> dict[Hex, int]:
    return {}


def _falls(battle: Battle, rules: Ruleset, start: Hex, aim: Hex) -> dict[Hex, int]:
    """Where a stone comes down, and in how many of a hundred throws: looked up, since captains aim much."""
    known = _known_falls(battle.board, rules.tables, start, aim)
    if not known:
        known.update(stone_thrower.falls(battle, rules, start, aim))
    return known


def push_round(plan: Plan, march: March, engine: Engine) -> None:
    """Turn an engine that has no shot, or push it, to where more of the enemy come before it (GUI-10.4.2);
    its count to the next shot goes on meanwhile. Men are sent to it if it takes more."""
    table = plan.rules.tables["engines"]
    order = _best_push(plan, engine, table.number(engine.kind, "pace"))
    if order is None:
        _keep_crew(plan, engine, table.number(engine.kind, "crew"))
        return
    way = pushing.plan(plan.battle, plan.rules, plan.seat, order)
    if isinstance(way, Rejection):
        movers = table.number(engine.kind, "movers")
        _send_hands(plan, march, engine, movers - _keep_crew(plan, engine, movers))
        return
    where = f"facing {order.facing}" if order.facing else " ".join(order.steps)
    men = [plan.figure(man) for man in way.men]
    plan.lines.append(f"PUSH {engine.name} {where} with {' + '.join(man.name for man in men)}")
    for man in men:
        plan.place(man.id, way.paces[-1].places[man.id])
        plan.stays(man.id)
    plan.battle.engines[engine.id] = way.paces[-1].engine


def _best_push(plan: Plan, engine: Engine, pace: int) -> PushOrder | None:
    """The push that brings most enemies before an engine; None where it gains too little, or
    cannot be moved."""
    if not pace:
        return None
    found = [(_before(plan, _pushed(plan, engine, order)), order) for order in _pushes(plan, engine, pace)]
    most, order = max(found, key=lambda f: f[0])
    return order if 100 * most > siege().turn * _before(plan, engine) else None


def _send_hands(plan: Plan, march: March, engine: Engine, lacking: int) -> None:
    """The nearest who neither shoot nor lead go to an engine."""
    board = plan.battle.board
    beside = {near for at in engine.hexes for near in board.neighbours(at)} - set(engine.hexes)
    free = [
        f for f in plan.free_to_move() if not f.mounted and not f.weapon and not f.leader and not f.storey
    ]
    free.sort(key=lambda f: (board.distance(f.hex or engine.hexes[0], engine.hexes[0]), f.id))
    for man in free[: max(0, lacking)]:
        march.step_towards(man, frozenset(at for at in beside if plan.is_free(at)))


def _pushes(plan: Plan, engine: Engine, pace: int) -> list[PushOrder]:
    """Every turn and every straight way of one turn, the short ones first."""
    sixths = sorted(range(-pace, pace + 1), key=abs)
    turns = [PushOrder(engine.id, (), engine.facing.turned(by).value) for by in sixths if by]
    return turns + [PushOrder(engine.id, (f.value,) * n) for n in range(1, pace + 1) for f in FACINGS]


def _pushed(plan: Plan, engine: Engine, order: PushOrder) -> Engine:
    """Where an engine would look, and stand with its first hex, were nothing in its way."""
    at: Hex | None = engine.hexes[0]
    for step in order.steps:
        at = plan.battle.board.neighbour(at, Facing(step)) if at is not None else None
    facing = Facing(order.facing) if order.facing else engine.facing
    return replace(engine, hexes=(at,) if at is not None else engine.hexes[:1], facing=facing)


def _before(plan: Plan, engine: Engine) -> int:
    """How many enemies an engine could shoot at."""
    table, board = plan.rules.tables["engines"], plan.battle.board
    least, most = table.number(engine.kind, "nearest"), table.number(engine.kind, "farthest")
    there = [e.hex for e in plan.enemies() if e.active and e.hex]
    near = [at for at in there if least <= board.distance(engine.hexes[0], at) <= most]
    return sum(1 for at in near if plan.rules.engine_kinds[engine.kind].arc(plan.battle, engine, at))


def _keep_crew(plan: Plan, engine: Engine, needed: int) -> int:
    """So many stay beside it, those without bows first, unless an enemy is upon them; how many do."""
    board = plan.battle.board
    beside = [
        f
        for f in plan.free_to_move()
        if f.hex and not f.mounted and any(board.adjacent(f.hex, at) for at in engine.hexes)
    ]
    quiet = [f for f in beside if not in_contact(plan.battle, plan.rules, f)]
    quiet.sort(key=lambda f: (bool(f.weapon), f.leader, f.values.attack, f.id))
    for man in quiet[:needed]:
        plan.moved.add(man.id)
        if not man.weapon:
            plan.fighting.add(man.id)
    return len(quiet[:needed])
