"""A log that moves, branches or was restored: the battle goes on as it was, with other dice in a fork or where they were
renewed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.custody import AudiencesAdded, DiceRenewed, Forked, HandedOver, TakenOver
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle

leaves_alone(HandedOver)
leaves_alone(TakenOver)


@handles(Forked)
def _forked(battle: Battle, event: Forked) -> None:
    battle.setup = replace(battle.setup, commitment=event.commitment, promises=event.promises)


@handles(AudiencesAdded)
def _audiences_added(battle: Battle, event: AudiencesAdded) -> None:
    promises = battle.setup.promises
    if promises is None:
        raise ValueError("a log of form 1 has no audiences")
    longer = replace(promises, audiences=promises.audiences + event.audiences)
    battle.setup = replace(battle.setup, promises=longer)


@handles(DiceRenewed)
def _renewed(battle: Battle, event: DiceRenewed) -> None:
    battle.setup = replace(battle.setup, commitment=event.commitment, promises=event.promises)
