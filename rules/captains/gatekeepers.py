"""The gate: raised by whoever stands behind it for friends outside, lowered before enemies come
(GUI-9.2.3.2); and tents torn down over an enemy leader (GUI-8.5.2b)."""

from __future__ import annotations

from rules.captains.marching import FAR, March
from rules.captains.plan import Plan
from rules.captains.sallying import engine_to_raid
from rules.captains.temper import Temper, siege
from rules.captains.walls import Site, inside
from rules.orders.records import CloseOrder, OpenOrder, TearOrder
from rules.state.figure import Hex
from rules.state.terrain import terrain_at
from rules.works import gates
from rules.works.tents import cannot_tear

Gate = tuple[Hex, ...]
CANVAS = frozenset({"tent", "tent_opening"})


def guard_gates(plan: Plan, march: March, temper: Temper) -> None:
    """The gate is opened for a sally, closed before enemies come; whose men are within has it opened for the
    others."""
    march.gates_to_open = _to_be_opened(plan, march)
    work_gates(plan, march, sally=engine_to_raid(plan, march, temper) is not None)


def work_gates(plan: Plan, march: March, *, sally: bool = False) -> None:
    """Open or close what is to be; send somebody who stands inside to the chains. A sally has it opened."""
    for gate in gates.gates(plan.battle.board):
        if any(terrain_at(plan.battle, at) not in ("gate", "open_gate") for at in gate):
            continue
        is_open = terrain_at(plan.battle, gate[0]) == "open_gate"
        wanted = _wanted(plan, gate, march.garrison, sally)
        if wanted is not None and wanted != is_open:
            _to_the_chains(plan, march, gate, wanted)


def _wanted(plan: Plan, gate: Gate, garrison: bool, sally: bool) -> bool | None:
    """True to have it open, False to have it closed, None where it does not matter."""
    board, walled = plan.battle.board, inside(plan.battle.board)
    own = [f for f in plan.battle.side_figures(plan.side) if f.active and f.hex]
    outside = [f for f in own if f.hex not in walled]
    foes = [e for e in plan.enemies() if e.active and e.hex and e.hex not in walled]
    if garrison:
        near = any(board.distance(e.hex or "", gate[0]) <= siege().close_gate for e in foes)
        return False if near else True if sally else None
    return True if len(outside) >= siege().open_gate else None


def _to_the_chains(plan: Plan, march: March, gate: Gate, opening: bool) -> None:
    chains = frozenset(gates.rear_hexes(plan.battle.board, gate))
    if not chains:
        return
    word, order = ("OPEN", OpenOrder) if opening else ("CLOSE", CloseOrder)
    there = [f for f in plan.free_to_move() if f.hex in chains and not f.mounted]
    for man in there:
        if gates.cannot_work_gate(plan.battle, plan.rules, order(man.id)) is None:
            plan.attacks.append(f"{word} {man.name} gate")
            plan.stays(man.id)
            return
    if there:
        # a garrison needs one man for it; of those among enemies somebody has to live until he can open
        for man in sorted(there, key=lambda f: f.id)[: 1 if march.garrison else None]:
            plan.stays(man.id)
        return
    walled = inside(plan.battle.board)
    free = [f for f in plan.free_to_move() if f.hex in walled and not f.mounted and not f.storey]
    near = sorted((march.distances(f, chains).get(f.hex or "", FAR), f.id) for f in free)
    for far, man_id in near[:1]:
        if far < FAR:
            march.step_towards(plan.figure(man_id), chains)


def _to_be_opened(plan: Plan, march: March) -> tuple[Site, ...]:
    """The ways through closed gates that men of ours within, who hold no walls, are about to open."""
    board, walled = plan.battle.board, inside(plan.battle.board)
    within = any(f.active and f.hex in walled for f in plan.battle.side_figures(plan.side))
    if march.garrison or not within:
        return ()
    return tuple(
        Site(foot, chains)
        for gate in gates.gates(board)
        if terrain_at(plan.battle, gate[0]) == "gate"
        for chains in gates.rear_hexes(board, gate)
        for at in gate
        for foot in board.neighbours(at)
        if foot not in walled
    )


def tear_tents(plan: Plan) -> None:
    """Bring the canvas down where an enemy leader is under it."""
    board = plan.battle.board
    for leader in (e for e in plan.enemies() if e.leader and e.hex):
        assert leader.hex is not None
        if terrain_at(plan.battle, leader.hex) not in CANVAS:
            continue
        for at in (leader.hex, *board.neighbours(leader.hex)):
            free = (f for f in plan.free_to_move() if f.id not in plan.shooting)
            able = [f for f in free if cannot_tear(plan.battle, plan.rules, TearOrder(f.id, at)) is None]
            if able:
                plan.attacks.append(f"TEAR {able[0].name} {at}")
                plan.stays(able[0].id)
                break
