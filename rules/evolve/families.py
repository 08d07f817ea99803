"""What a table remembers of the games that it has called, and what becomes of one that is called off."""

from __future__ import annotations

from rules.events.families import CalledFrom, CalledOff, GameCalled, GameCalledAgain, GameTold
from rules.evolve.registry import handles, leaves_alone
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
