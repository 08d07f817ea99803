"""What a table remembers of the games that it has called, and what becomes of one that is called off."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.places import GROUND
from rules.events.families import CalledFrom, CalledOff, GameCalled, GameCalledAgain, GameTold
from rules.events.sequel import BattleFought
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle
from rules.state.families import Call
from rules.state.figure import Character, FigureId, Health, HorseId
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
    table.outcome = Outcome(winner="", reason=event.why, unfinished=event.unfinished)


@handles(Battle, BattleFought)
def _fought(battle: Battle, event: BattleFought) -> None:
    battle.fought = event.outcome


@handles(Battle, GameTold)
def _fought_on(battle: Battle, event: GameTold) -> None:
    """Men and horses have the wounds of the battle that decided it. Whoever fell there lies there: he is not
    on this board any more. (In logs without BattleFought he lies where he stood here.)"""
    told(battle, event)
    battle.decided = event.outcome
    elsewhere = battle.fought is not None
    steeds = {horse.id: horse.alive for horse in event.back.horses}
    for man in event.back.figures:
        if man.id in battle.figures:
            _came_back(battle, man, steeds)
            if man.dead and elsewhere:
                _taken_off(battle, man.id)
    for name, alive in steeds.items():
        if name in battle.horses:
            battle.horses[name] = replace(battle.horses[name], alive=alive)
            if not alive and elsewhere:
                battle.horses[name] = replace(battle.horses[name], front=None, rear=None)


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


def _taken_off(battle: Battle, name: FigureId) -> None:
    """Nothing of him is left here: neither where he stood, nor in whose hand or on whose back he was."""
    man = battle.figures[name]
    for horse in man.leads:
        battle.horses[horse] = replace(battle.horses[horse], led_by=None)
    if man.carries is not None:
        battle.figures[man.carries] = replace(battle.figures[man.carries], carried_by=None)
    if man.carried_by is not None:
        battle.figures[man.carried_by] = replace(battle.figures[man.carried_by], carries=None)
    for key, ladder in battle.ladders.items():
        if name in ladder.bearers:
            bearers = tuple(other for other in ladder.bearers if other != name)
            battle.ladders[key] = replace(ladder, bearers=bearers)
    battle.figures[name] = replace(
        man, hex=None, rear=None, storey=GROUND, atop="", leads=(), carries=None, carried_by=None
    )
