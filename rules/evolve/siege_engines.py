"""Engines and the naphtha that they throw."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.places import GROUND
from rules.events.siege_engines import (
    EngineLost,
    EngineMoved,
    EngineShot,
    NaphthaSpilled,
    SiphonTested,
    StoneFell,
    WoodBattered,
)
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle
from rules.state.figure import Hex
from rules.state.structures import Body
from rules.state.works import EngineState


@handles(Battle, EngineShot)
def _shot(battle: Battle, event: EngineShot) -> None:
    battle.engines[event.engine] = replace(battle.engines[event.engine], wait=event.wait)
    battle.now.busy.update(event.crew)


@handles(Battle, EngineMoved)
def _moved(battle: Battle, event: EngineMoved) -> None:
    engine = battle.engines[event.engine]
    if engine.body is not None:
        _take_along(battle, engine.body, dict(zip(engine.hexes, event.hexes, strict=True)))
    battle.engines[event.engine] = replace(engine, hexes=event.hexes, facing=event.facing)
    battle.now.busy.update(event.by)


def _take_along(battle: Battle, body: Body, onward: dict[Hex, Hex]) -> None:
    """Who is in the places of an engine goes with it, the dead too."""
    floors = {floor.storey for floor in body.floors}
    for figure in battle.figures.among(onward):
        if figure.storey in floors and figure.hex in onward:
            battle.figures[figure.id] = replace(figure, hex=onward[figure.hex])


@handles(Battle, EngineLost)
def _lost(battle: Battle, event: EngineLost) -> None:
    engine = replace(battle.engines[event.engine], state=EngineState.DESTROYED)
    battle.engines[event.engine] = engine
    if engine.body is not None:  # the dead in it come down with it; the living fall by rules of their own
        for figure in battle.figures.among(frozenset(engine.hexes)):
            if figure.dead and figure.storey:
                battle.figures[figure.id] = replace(figure, storey=GROUND)


@handles(Battle, SiphonTested)
def _tested(battle: Battle, event: SiphonTested) -> None:
    if event.result == "jam":
        battle.engines[event.engine] = replace(battle.engines[event.engine], state=EngineState.JAMMED)


@handles(Battle, NaphthaSpilled)
def _spilled(battle: Battle, event: NaphthaSpilled) -> None:
    for at in event.hexes:
        battle.naphtha[at] = event.side


leaves_alone(Battle, StoneFell, WoodBattered)
