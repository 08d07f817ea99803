"""Prisoners let loose, and armed again."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.captives import ArmsTaken, CaptiveFreed
from rules.evolve.registry import handles
from rules.state.arms import disarmed, rearmed
from rules.state.battle import Battle


@handles(Battle, CaptiveFreed)
def _freed(battle: Battle, event: CaptiveFreed) -> None:
    """Neither does anything else in that phase."""
    battle.figures[event.figure] = replace(battle.figures[event.figure], bound=False)
    battle.now.busy |= {event.figure, event.by}


@handles(Battle, ArmsTaken)
def _armed(battle: Battle, event: ArmsTaken) -> None:
    """Whose arms they were is unarmed now, should he get up again."""
    man, fallen = battle.figures[event.figure], battle.figures[event.of]
    battle.figures[fallen.id] = disarmed(fallen, man.faces.healthy.defence)
    battle.figures[man.id] = rearmed(man)
