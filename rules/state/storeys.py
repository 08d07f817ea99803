"""The storeys of a battle as it stands: what has them, who is where, and how high that is (DESIGN, "a place
is a hex and a storey"). Looks at the state only; the links between places are told by
rules.tactical.ways.links."""

from __future__ import annotations

from rules.core.places import GROUND, Place
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.ladders import levels, upright_at
from rules.state.pieces import Pieces
from rules.state.structures import Floor, Structure, farthest_ahead, placed
from rules.state.terrain import level_at
from rules.state.works import Engine, EngineState


def structures(battle: Battle) -> tuple[Structure, ...]:
    """Everything with storeys that stands on the board: what is drawn there, and engines that
    are no wrecks."""
    drawn = battle.board.structures
    moving = battle.engines.derived(_with_storeys) if battle.engines else ()
    return (*drawn, *(structure_of(battle.board, engine) for engine in moving)) if moving else drawn


def _with_storeys(engines: Pieces[Engine]) -> tuple[Engine, ...]:
    return tuple(e for e in engines.values() if e.body is not None and e.state is not EngineState.DESTROYED)


def structure_of(board: Board, engine: Engine) -> Structure:
    """An engine with its storeys, where it is now."""
    assert engine.body is not None
    reach = farthest_ahead(engine.body)
    ahead = tuple(_ahead(board, engine, at, reach) for at in engine.hexes)
    return placed(engine.body, engine.id, engine.name, engine.hexes, ahead)


def _ahead(board: Board, engine: Engine, at: Hex, reach: int) -> tuple[Hex, ...]:
    found: list[Hex] = []
    here: Hex | None = at
    for _ in range(reach):
        here = board.neighbour(here, engine.facing) if here is not None else None
        if here is None:
            break
        found.append(here)
    return tuple(found)


def structure_at(battle: Battle, at: Hex) -> Structure | None:
    """What has storeys in a hex; None on open ground."""
    if not battle.engines and not battle.board.structures:
        return None
    return next((structure for structure in structures(battle) if at in structure.hexes), None)


def floor_at(battle: Battle, place: Place) -> Floor | None:
    """The floor of a structure in a place; None on the ground outside, and on a ladder."""
    structure = structure_at(battle, place.hex)
    return structure.floor(place) if structure is not None else None


def is_there(battle: Battle, place: Place) -> bool:
    """Whether there is anything to stand on in a place: the ground, a floor, or a rung of what
    leans there."""
    if place.hex not in battle.board:
        return False
    if place.storey == GROUND or floor_at(battle, place) is not None:
        return True
    ladder = upright_at(battle, place.hex)
    return ladder is not None and 0 < place.storey <= levels(battle, ladder)


def on_a_floor(battle: Battle, figure: Character) -> bool:
    """Whether somebody is on a storey of a structure, and not on the ground or on a ladder."""
    return bool(figure.storey) and figure.place is not None and floor_at(battle, figure.place) is not None


def where(battle: Battle, figure: Character) -> str:
    """Where somebody is, as it is told: "0714", "0714-0713" for a rider, "0714/2" on a storey. Who is up on a
    ladder is told to be in its hex."""
    return "-".join(held_places(battle, figure))


def held_places(battle: Battle, figure: Character) -> tuple[str, ...]:
    """The places that somebody holds, by their labels: his hexes, or the one on whose storey he is."""
    if on_a_floor(battle, figure) and figure.place is not None:
        return (figure.place.label,)
    return figure.hexes


def height_at(battle: Battle, place: Place) -> int:
    """How many levels above the ground of its hex a place lies: a floor as high as it was built, a rung as
    many levels as it counts."""
    if place.storey == GROUND:
        return 0
    floor = floor_at(battle, place)
    return floor.height if floor is not None else place.storey


def level_of(battle: Battle, place: Place) -> int:
    """The level on which somebody in a place stands."""
    return level_at(battle, place.hex) + height_at(battle, place)
