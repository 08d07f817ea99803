"""What a table remembers of the games that it has called, and what becomes of one that is called off."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.families import CalledFrom, CalledOff, GameCalled, GameCalledAgain, GameTold
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle
from rules.state.families import Call
from rules.state.figure import Character, Health, HorseId
from rules.state.table import Outcome, Table

leaves_alone(Table, CalledFrom, GameCalledAgain)


@handles(Table, GameCalled)
def called(table: Table, event: GameCalled) -> None:
    """Raises ValueError for a call that is open already."""
    if event.call in table.calls:
        raise ValueError(f"{event.call} is called already")
    table.calls[event.call] = Call(table.phase, event.seats, event.known, event.openly)


@handles(Table, GameTold)
def told(table: Table, event: GameTold) -> None:
    """A field does the rest: what comes back changes it. Raises ValueError for a call that is not open."""
    if table.calls.pop(event.call, None) is None:
        raise ValueError(f"{event.call} is told, and no such call is open")


@handles(Table, CalledOff)
def _off(table: Table, event: CalledOff) -> None:
    table.outcome = Outcome(winner="", reason=event.why)


@handles(Battle, GameTold)
def _fought_on(battle: Battle, event: GameTold) -> None:
    """Men and horses lie where they fell in this battle, with the wounds of the one that decided it."""
    told(battle, event)
    battle.decided = event.outcome
    steeds = {horse.id: horse.alive for horse in event.back.horses}
    for man in event.back.figures:
        if man.id in battle.figures:
            _came_back(battle, man, steeds)
    for name, alive in steeds.items():
        if name in battle.horses:
            battle.horses[name] = replace(battle.horses[name], alive=alive)


def _came_back(battle: Battle, man: Character, steeds: dict[HorseId, bool]) -> None:
    """Whoever died, or lost his horse, is in the saddle here no more: his horse stands where he is. Who was
    stunned has come round."""
    before = battle.figures[man.id]
    health = Health.HEALTHY if man.stunned else man.health
    after = replace(before, health=health, stunned_in=0)
    mount = before.mount
    if mount is not None and before.hex is not None and (man.dead or not steeds.get(mount, True)):
        after = replace(after, mount=None, rear=None)
        stands = replace(battle.horses[mount], ridden_by=None, front=before.hex, rear=before.rear)
        battle.horses[mount] = stands
    battle.figures[man.id] = after
