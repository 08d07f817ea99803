"""Ladders and ropes as they stand: what they lean against, who is on them and who carries them.

Implements GUI-10.1.3a, GUI-10.6.2 (positions). Looks at the state only.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.places import GROUND
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.terrain import level_at
from rules.state.works import Ladder

LADDER, ROPE = "ladder", "rope"


def wall_hex(battle: Battle, ladder: Ladder) -> Hex | None:
    """The hex behind the hexside on which an upright ladder or rope leans."""
    if ladder.facing is None:
        return None
    return battle.board.neighbour(ladder.hexes[0], ladder.facing)


def upright_at(battle: Battle, at: Hex) -> Ladder | None:
    """What one can climb from a hex: a hex holds one upright ladder or rope (RUL-1003)."""
    return next((la for la in battle.ladders.values() if la.upright and la.hexes[0] == at), None)


def against(battle: Battle, wall: Hex) -> list[Ladder]:
    """The ladders and ropes that lead up to a hex."""
    return [la for la in battle.ladders.values() if la.upright and wall_hex(battle, la) == wall]


def levels(battle: Battle, ladder: Ladder) -> int:
    """How many levels there are to climb: one on a ladder; on a rope as many as the hex behind the wall lies
    higher, at least one (RUL-1054)."""
    wall = wall_hex(battle, ladder)
    if ladder.kind == LADDER or wall is None:
        return 1
    return max(1, level_at(battle, wall) - level_at(battle, ladder.hexes[0]))


def climber(battle: Battle, ladder: Ladder) -> Character | None:
    """Who is on a ladder or rope: one man at most (GUI-10.1.3a)."""
    there = battle.figures.at(ladder.hexes[0]) if ladder.upright else ()
    return next((f for f in there if f.storey), None)


def held_by(battle: Battle, figure: Character) -> Ladder | None:
    """The ladder or rope on which somebody is."""
    return upright_at(battle, figure.hex) if figure.storey and figure.hex is not None else None


def at_top(battle: Battle, figure: Character) -> bool:
    """Whether somebody has climbed as high as his ladder or rope goes (GUI-10.6.2)."""
    ladder = held_by(battle, figure)
    return ladder is not None and figure.storey >= levels(battle, ladder)


def facing_hex(battle: Battle, figure: Character) -> Hex | None:
    """The hex into which somebody at the top of a ladder or rope looks over the wall; None below it."""
    ladder = held_by(battle, figure)
    return wall_hex(battle, ladder) if ladder is not None and at_top(battle, figure) else None


def borne_by(battle: Battle, figure: FigureId, kind: str = LADDER) -> Ladder | None:
    """The ladder that somebody helps to carry, or the coiled rope that he has with him."""
    if not battle.ladders:
        return None
    return next((la for la in battle.ladders.values() if figure in la.bearers and la.kind == kind), None)


def grounded(figure: Character) -> Character:
    """The same man at the foot of his ladder, for asking where he could go from there."""
    return replace(figure, storey=GROUND) if figure.storey else figure
