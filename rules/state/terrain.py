"""The ground under a piece, overlays included, and what the terrain table says of it."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from rules.state.battle import Battle, Overlay
from rules.state.figure import Character, Hex
from rules.state.pieces import Pieces
from rules.state.table import Law
from rules.state.works import Engine, EngineState


class Standing(msgspec.Struct, frozen=True, cache_hash=True):
    """Everything of one kind that stands on a board now, in a form that is compared and hashed fast."""

    found: tuple[Hashable, ...]


# Overlays and engines; see works_of.
Works = tuple[Standing, Standing, Law]

WATER = frozenset({"shallow", "deep"})
# Floors that somebody built: one steps from level to level only by stairs, not down a slope.
BUILT = frozenset({"interior", "stairs", "platform", "gate", "open_gate", "destroyed_gate", "wall", "jetty"})


def terrain_at(battle: Battle, at: Hex) -> str:
    """The terrain of a hex: the last overlay that replaces it, else what the map shows."""
    if battle.overlays:
        for overlay in reversed(battle.overlays.at(at)):
            if overlay.terrain:
                return overlay.terrain
    return battle.board.cells[at].terrain


def level_at(battle: Battle, at: Hex) -> int:
    """The level on which somebody in this hex stands, works included."""
    level = battle.board.level(at)
    if not battle.overlays:
        return level
    return level + max((o.level for o in battle.overlays.at(at)), default=0)


def hexside_between(battle: Battle, a: Hex, b: Hex) -> frozenset[str]:
    """The features of the side that two neighbouring hexes share, overlays included."""
    found = battle.board.hexside(a, b)
    if not battle.overlays:
        return found
    for overlay in battle.overlays.among((a, b)):
        if overlay.feature and overlay.facing:
            for here, there in ((a, b), (b, a)):
                facing = battle.board.facing(here, there)
                if here in overlay.hexes and facing is not None and facing.value == overlay.facing:
                    found = found | {overlay.feature}
        if overlay.removes:
            found = found.difference(overlay.removes)
    return found


def engine_at(battle: Battle, at: Hex) -> Engine | None:
    """The engine that stands in a hex and closes it (GUI-10.4.3); wrecks are in nobody's way."""
    there = battle.engines.at(at)
    return next((engine for engine in there if engine.state is not EngineState.DESTROYED), None)


def works_of(battle: Battle) -> Works:
    """What was built, opened or destroyed since the map was drawn, the engines, and by which policies and
    modules the game is played: where these are equal, so is all that depends on the ground alone, and may be
    kept from one question to the next."""
    return battle.overlays.derived(_overlays), battle.engines.derived(_engines), battle.law


def _overlays(overlays: Pieces[Overlay]) -> Standing:
    return Standing(tuple(overlays.values()))


def _engines(engines: Pieces[Engine]) -> Standing:
    return Standing(
        tuple(
            (e.name, e.hexes, e.state, *((e.facing, e.body) if e.body is not None else ()))
            for e in engines.values()
        )
    )


def stood_a_turn(battle: Battle, figure: Character) -> bool:
    """Whether a figure of the side in phase has stood in his hex since the end of his own last phase, was not
    driven from it in the enemy's, and has not moved in this one: the full turn that slow works ask for.

    Book unclear on what a whole turn is. Ruling RUL-847: he arrives in one of his phases and works
    in the next."""
    at = figure.hex
    return (
        at is not None
        and battle.now.stands.get(figure.id) == at
        and battle.last.stands.get(figure.id) == at
        and not battle.now.has_moved(figure.id)
    )


def corpses_at(battle: Battle, at: Hex) -> tuple[int, int]:
    """Dead people and dead horses lying on the ground of a hex (GUI-4.2.2a). A carcass covers
    both its hexes."""
    people = sum(1 for f in battle.figures.at(at) if f.hex == at and f.dead and not f.storey)
    horses = sum(1 for h in battle.horses.at(at) if not h.alive)
    return people, horses
