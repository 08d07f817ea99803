"""Ladders and ropes, and who is on them."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.places import GROUND
from rules.events.ladders import Climbed, Fell, LadderLost, LadderPlaced, LadderTried
from rules.evolve.registry import handles
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId


def off_the_ladder(battle: Battle, figure: Character) -> Character:
    """The figure on his own feet on the ground, where he lies on nobody."""
    return replace(figure, storey=GROUND, atop="") if figure.storey or figure.atop else figure


@handles(Battle, LadderPlaced)
def _placed(battle: Battle, event: LadderPlaced) -> None:
    battle.ladders[event.ladder.id] = event.ladder
    if event.work:
        battle.now.worked.update(event.by)
    for figure in event.by if event.mp else ():
        # whoever is in ``left`` has begun to move: he who has not may still do so, with so much less
        now = battle.now
        left = now.left if figure in now.left else now.reduced
        left[figure] = left.get(figure, battle.figures[figure].values.movement) - event.mp
        now.spent[figure] = now.spent.get(figure, 0) + event.mp


@handles(Battle, LadderLost)
def _lost(battle: Battle, event: LadderLost) -> None:
    del battle.ladders[event.ladder]


@handles(Battle, LadderTried)
def _tried(battle: Battle, event: LadderTried) -> None:
    if event.what != "catch":
        battle.now.busy.update(event.figures)


@handles(Battle, Climbed)
def _climbed(battle: Battle, event: Climbed) -> None:
    figure = off_the_ladder(battle, battle.figures[event.figure])
    battle.figures[event.figure] = replace(figure, hex=event.hex, storey=event.height)
    battle.now.spent[event.figure] = battle.now.spent.get(event.figure, 0) + event.mp
    battle.now.left[event.figure] = event.left


@handles(Battle, Fell)
def _fell(battle: Battle, event: Fell) -> None:
    put_on_the_ground(battle, event.figure)
    battle.figures[event.figure] = replace(
        battle.figures[event.figure], hex=event.hex, rear=None, atop=event.onto
    )


def put_on_the_ground(battle: Battle, figure: FigureId) -> None:
    battle.figures[figure] = off_the_ladder(battle, battle.figures[figure])
