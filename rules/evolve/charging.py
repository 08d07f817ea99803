"""Charges on their way."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.charge import (
    ChargeAnnounced,
    ChargeLost,
    ChargeRidden,
    CounterChargeAnnounced,
    CounterChargeLost,
    RodeClose,
)
from rules.evolve.registry import handles
from rules.state.battle import Battle, Charge, ChargeState


@handles(Battle, ChargeAnnounced)
def _announced(battle: Battle, event: ChargeAnnounced) -> None:
    start = battle.figures[event.figure].hexes
    battle.now.charges[event.figure] = Charge(target=event.target, start=start, route=event.route)


@handles(Battle, CounterChargeAnnounced)
def _answered(battle: Battle, event: CounterChargeAnnounced) -> None:
    charge = battle.now.charges[event.charger]
    battle.now.charges[event.charger] = replace(charge, counter=event.figure, answer=event.route)


@handles(Battle, ChargeRidden)
def _ridden(battle: Battle, event: ChargeRidden) -> None:
    charge = battle.now.charges[event.figure]
    battle.now.charges[event.figure] = replace(charge, state=ChargeState.HOME)


@handles(Battle, CounterChargeLost)
def _counter_lost(battle: Battle, event: CounterChargeLost) -> None:
    charge = battle.now.charges[event.charger]
    battle.now.charges[event.charger] = replace(charge, counter="")


@handles(Battle, ChargeLost)
def _lost(battle: Battle, event: ChargeLost) -> None:
    charge = battle.now.charges[event.figure]
    battle.now.charges[event.figure] = replace(charge, state=ChargeState.LOST)


@handles(Battle, RodeClose)
def _close(battle: Battle, event: RodeClose) -> None:
    for figure in event.figures:
        battle.now.charges[figure] = replace(battle.now.charges[figure], close=True)
