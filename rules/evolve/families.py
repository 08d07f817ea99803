"""What a table remembers of the games that it has called, and what becomes of one that is called off."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.families import CalledFrom, CalledOff, GameCalled, GameCalledAgain, GameTold
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle
from rules.state.families import Call
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
    for man in event.back.figures:
        if man.id in battle.figures:
            before = battle.figures[man.id]
            battle.figures[man.id] = replace(before, health=man.health, stunned_in=man.stunned_in)
    for horse in event.back.horses:
        if horse.id in battle.horses:
            battle.horses[horse.id] = replace(battle.horses[horse.id], alive=horse.alive)
