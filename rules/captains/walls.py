"""Walls as a captain sees them: who holds them, where they are weakly held, what leans on them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.captains.plan import Plan
from rules.core.facing import FACINGS
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Hex
from rules.state.ladders import wall_hex
from rules.state.terrain import hexside_between, terrain_at

WALLED = ("stockade", "wall")
LOOKOUTS = frozenset({"slit", "window", "chapel_window", "door", "entrance"})
BUILT = LOOKOUTS | {"stockade", "wall", "parapet"}
NEAR_WALL = 2
BROUGHT_UP = 6


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


def threatened(plan: Plan) -> frozenset[Hex]:
    """What a garrison runs to: enemies within, and the wall where ladders and ropes hang or
    are brought up."""
    battle, board = plan.battle, plan.battle.board
    walled = inside(board)
    found = {e.hex for e in plan.enemies() if e.hex in walled and not e.storey}
    for ladder in battle.ladders.values():
        behind = wall_hex(battle, ladder)
        if behind is not None and behind in walled:
            found.add(behind)
        elif ladder.kind == "ladder" and ladder.bearers:
            close = [at for at in board.within(ladder.hexes[0], BROUGHT_UP) if at in board.owners("stockade")]
            found.update(sorted(close, key=lambda at: (board.distance(at, ladder.hexes[0]), at))[:1])
    return frozenset(at for at in found if at)


def is_post(plan: Plan, at: Hex) -> bool:
    """Whether somebody behind walls does well to stand there: platforms, windows, slits, doorways."""
    board = plan.battle.board
    if terrain_at(plan.battle, at) == "platform":
        return True
    return any(LOOKOUTS & board.hexside(at, near) for near in board.neighbours(at))
