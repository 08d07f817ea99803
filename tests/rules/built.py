"""Boards with something built on them, and phases played on them from order sheets by all modules."""

from __future__ import annotations

from rules.core.dice import ScriptedDice
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve
from rules.journal import Journal
from rules.phases import playing
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


def play(
    at: Battle,
    *faces: int,
    named: dict[str, int] | None = None,
    otherwise: int | None = 5,
    **sheets: tuple[str, ...],
) -> Journal:
    """Adjudicate the open phase with these order sheets."""
    at.sheets.update(sheets)
    journal = Journal(at, ScriptedDice(faces, named=named, otherwise=otherwise))
    playing.play_phase(journal, SIEGE)
    return journal


def next_phase(at: Battle) -> Battle:
    """The battle as the other side's phase opens."""
    later = at.copy()
    number = later.phase + 1
    side = "arabs" if later.side == "normans" else "normans"
    evolve(later, PhaseOpened(number=number, turn=(number + 1) // 2, side=side))
    later.sheets = {}
    return later


def a_turn_later(at: Battle) -> Battle:
    """The same side's next phase, nothing having happened."""
    return next_phase(next_phase(at))


def of_kind(journal: Journal, *kinds: str) -> list[Event]:
    return [e for e in journal.events if e.kind in kinds]
