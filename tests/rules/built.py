"""Boards with something built on them, and phases played on them from order sheets by all modules."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.figure import Character, Horse
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.passage import barred, can_attack
from tests.rules.kit import SIEGE, battle, field

# A house of four rooms: a doorway to the south of 0304, a window to the north of 0303.
HOUSE_MAP = """
. . . . . . .
. . . . . . .
. . i i . . .
. . i i . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""
HOUSE = {
    "walls": ("wall 0303 0304 0403 0404",),
    "hexsides": (("0304", "S", "door"), ("0303", "N", "window")),
}


def house(*pieces: Character | Horse, **more: object) -> Battle:
    return battle(HOUSE_MAP, *pieces, rules=SIEGE, **{**HOUSE, **more})  # type: ignore[arg-type]


def built(board: str, *pieces: Character | Horse, **more: object) -> Battle:
    return battle(board, *pieces, rules=SIEGE, **more)  # type: ignore[arg-type]


def plain(*pieces: Character | Horse, **more: object) -> Battle:
    """Flat ground of 8 by 8 with features on hexsides."""
    return battle(field(8, 8), *pieces, rules=SIEGE, **more)  # type: ignore[arg-type]


def cost(at: Battle, figure: Character, start: str, end: str) -> int | str:
    """MP of a step, or the rule that closes it."""
    found = entry_cost(at, SIEGE, figure, start, end)
    return found.rule if isinstance(found, Rejection) else found[0]


def why(at: Battle, figure: Character, start: str, end: str) -> str:
    """The rule that bars a step; empty if nothing does."""
    found = barred(at, SIEGE, figure, start, end)
    return found.rule if found is not None else ""


def reaches(at: Battle, who: str, end: str) -> bool:
    return can_attack(at, SIEGE, at.figures[who], end)
