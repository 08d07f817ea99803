"""Walls as a captain sees them: who holds them, where they are weakly held, what leans on them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.captains.plan import Plan
from rules.core.facing import FACINGS
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.ladders import LADDER, wall_hex
from rules.state.terrain import hexside_between, terrain_at

WALLED = ("stockade", "wall")
DOORS = frozenset({"door", "entrance"})
LOOKOUTS = DOORS | {"slit", "window", "chapel_window"}
INDOORS = ("interior", "stairs")
CLOSED = frozenset({"stockade", "wall", "slit", "chapel_window"})
BUILT = LOOKOUTS | {"stockade", "wall", "parapet"}
NEAR_WALL = 2
BROUGHT_UP = 6
NEAR_FOOT = 4
ABREAST = 2
WAITING = 2


class Site(NamedTuple):
    """A place to get over a wall: the hex before it, and the hex behind it."""

    foot: Hex
    wall: Hex


@lru_cache(maxsize=64)
def inside(board: Board) -> frozenset[Hex]:
    """The hexes behind stockades and within the walls of houses and yards: those to which no way leads from
    the edge of the map but over walls, and through doors, gates and windows."""
    if not any(board.owners(feature) for feature in WALLED):
        return frozenset()
    outside = {at for at in board.cells if len(board.neighbours(at)) < len(FACINGS)}
    waiting = sorted(outside)
    while waiting:
        at = waiting.pop()
        for near in board.neighbours(at):
            if near not in outside and not BUILT & board.hexside(at, near):
                outside.add(near)
                waiting.append(near)
    return frozenset(board.cells) - outside


def is_garrison(plan: Plan) -> bool:
    """Whether the seat's side holds the walls: most of its men are behind them, and more than of
    the enemy's."""
    walled = inside(plan.battle.board)
    if not walled:
        return False
    own = [f for f in plan.battle.side_figures(plan.side) if f.active and f.hex]
    within = sum(1 for f in own if f.hex in walled)
    foes = sum(1 for e in plan.enemies() if e.active and e.hex in walled)
    return 2 * within > len(own) and within > foes


def guards(plan: Plan, at: Hex) -> int:
    """How many enemies could be at a hex of the wall soon: those close to it count by their nearness."""
    board = plan.battle.board
    near = (board.distance(e.hex, at) for e in plan.enemies() if e.active and e.hex and not e.storey)
    return sum(NEAR_WALL + 1 - d for d in near if d <= NEAR_WALL)


def sites(battle: Battle, feature: str) -> list[Site]:
    """Where a wall of this kind could be climbed, towers and what stands in the way aside."""
    board = battle.board
    found = []
    for wall in sorted(board.owners(feature)):
        if "tower" in board.traits(wall):
            continue
        for foot in board.neighbours(wall):
            if feature in board.hexside(foot, wall) and feature in hexside_between(battle, foot, wall):
                found.append(Site(foot, wall))
    return found


class Call(NamedTuple):
    """Where a garrison is wanted, by how many, and whether one of them is to be in that very hex."""

    hex: Hex
    men: int
    there: bool


def threatened(plan: Plan) -> bool:
    """Whether enemies are within, or ladders and ropes hang or are brought up."""
    return bool(calls(plan))


def calls(plan: Plan) -> list[Call]:
    """What a garrison runs to, the most urgent first: enemies within, ladders and ropes that hang, ladders
    that are brought up."""
    battle, board = plan.battle, plan.battle.board
    walled = inside(board)
    within = sorted(e.hex for e in plan.enemies() if e.hex in walled and not e.storey and e.hex)
    found = {at: Call(at, ABREAST, there=True) for at in within}
    ladders = sorted(battle.ladders.values(), key=lambda la: (not la.upright, la.id))
    places = sites(battle, "stockade") if ladders else []
    for ladder in ladders:
        behind = wall_hex(battle, ladder)
        if behind is not None and behind in walled:
            found.setdefault(behind, Call(behind, _wanted_against(plan, ladder.hexes[0]), there=True))
        elif ladder.kind == LADDER and ladder.bearers and plan.hostile(plan.figure(ladder.bearers[0]).side):
            foot = ladder.hexes[0]
            close = [s for s in places if board.distance(s.foot, foot) <= BROUGHT_UP]
            near = min(close, key=lambda s: (board.distance(s.foot, foot), s), default=None)
            if near is not None:
                found.setdefault(near.wall, Call(near.wall, _wanted_against(plan, near.foot), there=False))
    return list(found.values())


def behind(plan: Plan, wall: Hex) -> frozenset[Hex]:
    """The hexes near a hex of the wall where nobody outside sees whoever waits: within, and not up on it."""
    near = plan.battle.board.within(wall, WAITING)
    walled = inside(plan.battle.board)
    return frozenset(at for at in near if at in walled and terrain_at(plan.battle, at) != "platform")


def _wanted_against(plan: Plan, foot: Hex) -> int:
    """Half as many as there are enemies near the foot of a ladder: one comes up at a time."""
    distance = plan.battle.board.distance
    near = sum(1 for e in plan.enemies() if e.active and e.hex and distance(e.hex, foot) <= NEAR_FOOT)
    return max(1, min(ABREAST, (near + 1) // 2))


def is_post(plan: Plan, at: Hex, man: Character) -> bool:
    """Whether somebody behind walls does well to stand there: at windows and slits under a roof, in doorways,
    and an archer on platforms."""
    board, terrain = plan.battle.board, terrain_at(plan.battle, at)
    if terrain == "platform" and man.archer:
        return True
    openings = LOOKOUTS if terrain in INDOORS else DOORS
    return any(openings & board.hexside(at, near) for near in board.neighbours(at))
