"""Ladders, grapnels and engines that lie or stand on the board when a battle begins (GUI-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.facing import Facing
from rules.core.tables import Tables
from rules.ruleset import EngineKind
from rules.scenarios.loader import ScenarioError, ScenarioFile
from rules.scenarios.rosters import plain_name
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.structures import faults_in_body
from rules.state.works import Engine, Ladder


def ladders(scenario: ScenarioFile, board: Board, figures: Iterable[Character]) -> tuple[Ladder, ...]:
    """The ladders of a scenario and the ropes of those who begin with a grapnel. Raises ScenarioError for
    hexes that are not there, and for bearers who are not in the battle."""
    found = []
    for number, ladder in enumerate(scenario.ladders, start=1):
        hexes = _hexes(scenario, board, ladder.hexes, f"ladder {number}")
        facing = _facing(scenario, ladder.facing, f"ladder {number}") if ladder.facing else None
        if (facing is None) is not (len(hexes) == 2):
            raise ScenarioError(
                f"{scenario.slug}.toml: ladder {number} lies in two hexes or stands in one, facing"
            )
        found.append(Ladder(f"ladder-{number}", "ladder", hexes, facing))
    present = {figure.id: figure for figure in figures}
    for number, name in enumerate(scenario.ropes, start=1):
        bearer = present.get(plain_name(name))
        if bearer is None:
            raise ScenarioError(f"{scenario.slug}.toml: ropes: {name} is not in this battle")
        found.append(Ladder(f"rope-{number}", "rope", (), bearers=(bearer.id,)))
    return tuple(found)


def engines(scenario: ScenarioFile, board: Board, kinds: Mapping[str, EngineKind]) -> tuple[Engine, ...]:
    """The engines of a scenario. Raises ScenarioError for one of none of these kinds, of no side or place."""
    found = []
    for number, engine in enumerate(scenario.engines, start=1):
        if engine.kind not in kinds:
            raise ScenarioError(f"{scenario.slug}.toml: engine {number}: no such kind, {engine.kind!r}")
        if engine.side not in {side.id for side in scenario.sides}:
            raise ScenarioError(f"{scenario.slug}.toml: engine {number}: there is no side {engine.side!r}")
        hexes = _hexes(scenario, board, engine.hexes, engine.name)
        facing = _facing(scenario, engine.facing, engine.name)
        body = kinds[engine.kind].body
        faults = faults_in_body(body, len(hexes)) if body is not None else []
        if faults:
            raise ScenarioError(f"{scenario.slug}.toml: {engine.name}: {faults[0]}")
        found.append(
            Engine(f"engine-{number}", engine.kind, engine.name, engine.side, hexes, facing, body=body)
        )
    return tuple(found)


def check_links(scenario: ScenarioFile, board: Board, tables: Tables) -> None:
    """Raises ScenarioError for a link of a kind that the table of links of these rules does not have."""
    for structure in board.structures:
        for kind in ("floor", *(joint.kind for joint in structure.joints)):
            if "links" not in tables or not tables["links"].has(kind):
                raise ScenarioError(
                    f"{scenario.slug}.toml: {structure.name}: these rules know no links of the kind {kind!r}"
                )


def _hexes(scenario: ScenarioFile, board: Board, text: str, what: str) -> tuple[Hex, ...]:
    hexes = tuple(text.split("-"))
    for at in hexes:
        if at not in board:
            raise ScenarioError(f"{scenario.slug}.toml: {what}: there is no hex {at}")
    if len(hexes) == 2 and not board.adjacent(*hexes):
        raise ScenarioError(f"{scenario.slug}.toml: {what}: {hexes[0]} and {hexes[1]} do not touch")
    return hexes


def _facing(scenario: ScenarioFile, text: str, what: str) -> Facing:
    if text not in Facing.__members__:
        raise ScenarioError(f"{scenario.slug}.toml: {what}: {text!r} is no direction: N, NE, SE, S, SW or NW")
    return Facing(text)
