"""Patrols that dice bring to a fight before the walls.

Implements GUI-11.4.3c.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.deployment import PatrolAwaited, ReservesSet
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.deployment import Reserve
from rules.state.figure import FigureId, SeatId

RULE = "GUI-11.4.3c"
SLOW_TURN = 1


def player_phase_ends(journal: Journal, rules: Ruleset) -> None:
    """A die for one more patrol, once a turn: as the phase of the besieger is about to begin, so that
    its player knows whom he has when he writes (RUL-1133)."""
    battle, sortie = journal.battle, journal.battle.setup.victory.sortie
    if sortie is None or not sortie.patrols or not sortie.came_out(battle.side) or not battle.turn:
        return
    waiting = _next_patrol(battle)
    if not waiting:
        return
    at_most = sortie.patrols[min(battle.turn, len(sortie.patrols)) - 1]
    face = journal.roll(RULE, sortie.besieger)
    came = tuple(waiting) if face <= at_most else ()
    journal.record(PatrolAwaited(side=sortie.besieger, face=face, at_most=at_most, came=came))
    for seat, reserves in _by_seat(battle, waiting if came else {}).items():
        journal.record(ReservesSet(seat=seat, reserves=reserves))


def _next_patrol(battle: Battle) -> dict[FigureId, Reserve]:
    """The men of the first patrol that is not here yet, each with what was said of his coming."""
    numbers = [reserve.patrol for reserve in battle.reserves.values() if reserve.patrol]
    first = min(numbers, default=0)
    return {name: reserve for name, reserve in battle.reserves.items() if first and reserve.patrol == first}


def _by_seat(battle: Battle, waiting: dict[FigureId, Reserve]) -> dict[SeatId, dict[FigureId, Reserve]]:
    """They come in this turn; in the first one slowly (GUI-11.4.3b)."""
    found: dict[SeatId, dict[FigureId, Reserve]] = {}
    for name, reserve in waiting.items():
        due = replace(reserve, patrol=0, turn=battle.turn, slow=battle.turn == SLOW_TURN)
        found.setdefault(battle.figures[name].seat, {})[name] = due
    return found
