"""Burning arrows where each archer has so many: how many are left, and who hands some over.

Implements GUI-11.4.2c. Book silent on how many are handed over and on whose word. Ruling RUL-1131: they share
what they have together, unasked, at the end of their phase. Whoever guards the camp has as many (RUL-1151).
"""

from __future__ import annotations

from rules.events.burning import ArrowsPassed
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import BURNING_ARROWS_SHOT, Battle
from rules.state.figure import Character
from rules.state.terrain import stood_a_turn

RULE = "GUI-11.4.2c"


def left(battle: Battle, archer: Character) -> int | None:
    """How many burning arrows somebody has; None where there is no end to them."""
    sortie = battle.setup.victory.sortie
    if sortie is None or not sortie.arrows:
        return None
    return sortie.arrows - battle.marks.get(archer.id, {}).get(BURNING_ARROWS_SHOT, 0)


def player_phase_ends(journal: Journal, rules: Ruleset) -> None:
    """Two archers who have stood side by side for a whole turn, without a shot or a fight, even out what they
    have: whoever has more gives half of what he has more, rounded down."""
    battle, sortie = journal.battle, journal.battle.setup.victory.sortie
    if sortie is None or not sortie.arrows:
        return
    idle = [man for man in battle.side_figures(battle.side) if is_free(battle, man)]
    done: set[str] = set()
    for taker in sorted(idle, key=lambda man: left(battle, man) or 0):
        near = [
            man for man in idle if taker.id not in done and man.id not in done and _beside(battle, man, taker)
        ]
        giver = max(near, key=lambda man: left(battle, man) or 0, default=None)
        number = ((left(battle, giver) or 0) - (left(battle, taker) or 0)) // 2 if giver else 0
        if giver is not None and number > 0:
            journal.record(ArrowsPassed(giver=giver.id, taker=taker.id, number=number))
            done |= {giver.id, taker.id}


def is_free(battle: Battle, man: Character) -> bool:
    """Whether an archer has stood for a whole turn, has not shot, struck, been struck at or worked."""
    busy = battle.now.fired | battle.now.engaged | battle.now.attacked | battle.now.busy
    busy |= battle.last.watched | battle.last.defended
    return man.active and man.weapon.endswith("_bow") and man.id not in busy and stood_a_turn(battle, man)


def _beside(battle: Battle, one: Character, other: Character) -> bool:
    at, by = one.hex, other.hex
    return at is not None and by is not None and battle.board.adjacent(at, by)
