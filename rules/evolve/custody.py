"""A log that moves or branches: the battle goes on as it was, in a fork with dice of its own."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.custody import Forked, HandedOver, TakenOver
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle

leaves_alone(HandedOver)
leaves_alone(TakenOver)


@handles(Forked)
def _forked(battle: Battle, event: Forked) -> None:
    battle.setup = replace(battle.setup, commitment=event.commitment)
