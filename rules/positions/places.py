"""What a hex is now: its ground, its level, what stands on its sides and what lies in it.

::

    [ask]
    hex 0404 0405
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.core.facing import Facing
from rules.positions.asked import Asked
from rules.positions.faults import PositionError
from rules.positions.findings import Finding
from rules.state.figure import Hex
from rules.state.terrain import hexside_between, level_at, terrain_at


def asked(question: Asked) -> Iterator[Finding]:
    """Everything that the rules see in each of the hexes named, works and what was destroyed included."""
    hexes = question.hexes(question.rest)
    if not hexes:
        raise PositionError(question.number, "which hex? hex 0404, for example")
    for label in hexes:
        words, data = _told(question, label.partition("/")[0])
        yield question.answer(words, "", **data)


def _told(question: Asked, at: Hex) -> tuple[str, dict[str, Any]]:
    battle = question.battle
    terrain, level = terrain_at(battle, at), level_at(battle, at)
    sides = _sides(question, at)
    lies = [what for what, _ in _lies(question, at)]
    name = question.rules.tables["terrain"].text(terrain, "name").lower()
    around = "; ".join(f"{' and '.join(features)} {Facing(side).words}" for side, features in sides.items())
    words = [f"{at}: {name}, level {level}", around, *lies]
    data = {
        "hex": at,
        "terrain": terrain,
        "level": level,
        "sides": sides,
        "works": dict(what for _, what in _lies(question, at)),
        "there": [figure.id for figure in battle.figures.at(at)],
    }
    return f"{'; '.join(filter(None, words))}.", data


def _sides(question: Asked, at: Hex) -> dict[str, list[str]]:
    """What stands on each side of a hex, by its direction."""
    board = question.battle.board
    found = {}
    for facing in Facing:
        other = board.neighbour(at, facing)
        features = sorted(hexside_between(question.battle, at, other)) if other is not None else []
        if features:
            found[facing.value] = [feature.replace("_", " ") for feature in features]
    return found


def _lies(question: Asked, at: Hex) -> Iterator[tuple[str, tuple[str, Any]]]:
    """What burns, lies or stands in a hex beside people, in words and by its name."""
    battle = question.battle
    if flame := battle.flames.get(at):
        turns = f", turns {flame.turns}" if flame.turns else ""
        greek = ", greek" if flame.greek else ""
        yield f"flame of {flame.side}{turns}{greek}", ("flame", flame)
    if side := battle.naphtha.get(at):
        yield f"naphtha of {side}", ("naphtha", side)
    for engine in battle.engines.at(at):
        wait = f", wait {engine.wait}" if engine.wait else ""
        yield f"{engine.name}, {engine.state.value}{wait}", (engine.id, engine)
    for ladder in battle.ladders.values():
        if at in ladder.hexes:
            how = f"put up towards {ladder.facing.words}" if ladder.facing else "lying"
            yield f"a {ladder.kind}, {'carried' if ladder.bearers else how}", (ladder.id, ladder)
    for structure in battle.board.structures:
        if at in structure.hexes:
            yield f"{structure.name}", (structure.id, structure.name)
