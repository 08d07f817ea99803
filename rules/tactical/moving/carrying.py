"""Shouldering the stunned (GUI-4.2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.movement import AllowanceCut, PickedUp, PutDown
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.ways import structures
from rules.tactical.ways.passage import barred, threats
from rules.tactical.ways.stacking import is_free, places_beside


def pick_up(
    battle: Battle, rules: Ruleset, figure: Character, burden_id: FigureId
) -> list[Event] | Rejection:
    """A man on foot who passes through a stunned man's hex takes him on his back: half the MP that he has
    left, rounded down. Impossible next to an enemy able to attack (GUI-4.2.4).

    Book silent on whom. Ruling: friend or foe; the enemy-free hex is the one where he is picked
    up (RUL-412)."""
    burden = battle.figures[burden_id]
    if figure.mounted:
        return Rejection(
            "GUI-4.2.4", english("{figure} rides: only a man on foot can carry somebody", figure=figure.name)
        )
    if figure.carries is not None:
        return Rejection(
            "GUI-4.2.4",
            english(
                "{figure} carries {other_figure} already",
                figure=figure.name,
                other_figure=battle.figures[figure.carries].name,
            ),
        )
    if not burden.stunned or burden.carried_by is not None:
        return Rejection("GUI-4.2.4", english("{burden} is not lying stunned", burden=burden.name))
    if burden.hex != figure.hex:
        return Rejection(
            "GUI-4.2.4",
            english(
                "{figure} must pass through {hex} to pick up {burden}",
                figure=figure.name,
                hex=burden.hex,
                burden=burden.name,
            ),
        )
    assert figure.hex is not None
    near = threats(battle, rules, figure.side, figure.hex)
    if near:
        return Rejection(
            "GUI-4.2.4", english("{names} stands next to {hex}", names=near[0].name, hex=figure.hex)
        )
    left = battle.now.left[figure.id] // 2
    return [
        PickedUp(figure=figure.id, burden=burden_id),
        AllowanceCut(
            figure=figure.id,
            left=left,
            rule="GUI-4.2.4",
            words=english("carries {burden}", burden=burden.name),
        ),
    ]


def put_down(battle: Battle, rules: Ruleset, figure: Character, wanted: Hex = "") -> list[Event] | Rejection:
    """The burden is laid on a free hex beside the bearer: ``wanted``, else the one farthest from enemies
    (GUI-4.2.4)."""
    if figure.carries is None or figure.hex is None:
        return Rejection("GUI-4.2.4", english("{figure} carries nobody", figure=figure.name))
    burden = battle.figures[figure.carries]
    places = places_beside(battle, rules, burden, (figure.hex,))
    if wanted and wanted not in places:
        return Rejection(
            "GUI-4.2.4",
            english("{burden} cannot be laid down in {wanted}", burden=burden.name, wanted=wanted),
        )
    if not places:
        return Rejection(
            "GUI-4.2.4",
            english(
                "there is no free hex beside {hex} to lay {burden} down", hex=figure.hex, burden=burden.name
            ),
        )
    return [PutDown(figure=figure.id, burden=burden.id, hex=wanted or places[0])]


def put_down_anywhere(battle: Battle, rules: Ruleset, figure: Character) -> list[Event]:
    """When the bearer was stopped: beside him, else on the nearest free hex that can be entered."""
    laid = put_down(battle, rules, figure)
    if not isinstance(laid, Rejection):
        return laid
    assert figure.carries is not None and figure.hex is not None
    here = figure.hex
    free = next((at for at in _reached_on_foot(battle, rules, figure, here) if is_free(battle, at)), here)
    return [PutDown(figure=figure.id, burden=figure.carries, hex=free)]


def _reached_on_foot(battle: Battle, rules: Ruleset, figure: Character, here: Hex) -> Iterator[Hex]:
    """All other hexes, the nearest first; where something is built only those that he could walk
    to (GUI-8.4a)."""
    if not structures.is_built(battle):
        others = (at for at in battle.board.cells if at != here)
        yield from sorted(others, key=lambda at: (battle.board.distance(here, at), at))
        return
    seen, layer = {here}, [here]
    while layer:
        layer = sorted(
            {
                near
                for at in layer
                for near in battle.board.neighbours(at)
                if near not in seen and barred(battle, rules, figure, at, near) is None
            }
        )
        seen.update(layer)
        yield from layer
