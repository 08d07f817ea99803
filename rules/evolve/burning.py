"""Flames and who fights them."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.burning import (
    ArrowsPassed,
    FireBurned,
    FireCaught,
    FireFought,
    FireSpreadTried,
    FireWentOut,
    FlamingArrowShot,
    NaphthaBurned,
    RousedByFire,
)
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import BURNING_ARROWS_SHOT, Battle
from rules.state.figure import FigureId
from rules.state.works import Flame


@handles(Battle, FireCaught)
def _caught(battle: Battle, event: FireCaught) -> None:
    for at in event.hexes:
        burning = battle.flames.get(at) or Flame(side=event.side, since=battle.phase)
        battle.flames[at] = replace(burning, greek=burning.greek or event.greek)
        battle.naphtha.pop(at, None)
    if event.cause == "torch":
        battle.now.busy.add(event.by)


@handles(Battle, FlamingArrowShot)
def _arrow(battle: Battle, event: FlamingArrowShot) -> None:
    battle.now.fired.add(event.shooter)
    sortie = battle.setup.victory.sortie
    if sortie is not None and sortie.arrows:
        _count_arrows(battle, event.shooter, 1)


@handles(Battle, ArrowsPassed)
def _passed(battle: Battle, event: ArrowsPassed) -> None:
    _count_arrows(battle, event.giver, event.number)
    _count_arrows(battle, event.taker, -event.number)


def _count_arrows(battle: Battle, archer: FigureId, more: int) -> None:
    marks = battle.marks.get(archer, {})
    battle.marks[archer] = marks | {BURNING_ARROWS_SHOT: marks.get(BURNING_ARROWS_SHOT, 0) + more}


@handles(Battle, FireFought)
def _fought(battle: Battle, event: FireFought) -> None:
    battle.now.busy.add(event.figure)
    if event.out:
        del battle.flames[event.hex]


@handles(Battle, FireBurned)
def _burned(battle: Battle, event: FireBurned) -> None:
    battle.flames[event.hex] = replace(battle.flames[event.hex], turns=event.turns)


@handles(Battle, FireWentOut)
def _out(battle: Battle, event: FireWentOut) -> None:
    for at in event.hexes:
        del battle.flames[at]


leaves_alone(Battle, FireSpreadTried, RousedByFire, NaphthaBurned)
