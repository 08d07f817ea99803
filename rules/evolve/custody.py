"""A log that moves, branches or was restored: the game goes on as it was, with other dice in a fork or where
they were renewed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.custody import AudiencesAdded, DiceRenewed, Forked, HandedOver, TakenOver
from rules.evolve.registry import handles, leaves_alone
from rules.state.table import Table

leaves_alone(Table, HandedOver, TakenOver)


@handles(Table, Forked)
def _forked(table: Table, event: Forked) -> None:
    table.setup = replace(table.setup, commitment=event.commitment, promises=event.promises)


@handles(Table, AudiencesAdded)
def _audiences_added(table: Table, event: AudiencesAdded) -> None:
    promises = table.setup.promises
    if promises is None:
        raise ValueError("a log of form 1 has no audiences")
    longer = replace(promises, audiences=promises.audiences + event.audiences)
    table.setup = replace(table.setup, promises=longer)


@handles(Table, DiceRenewed)
def _renewed(table: Table, event: DiceRenewed) -> None:
    table.setup = replace(table.setup, commitment=event.commitment, promises=event.promises)
