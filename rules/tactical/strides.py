"""Carrying out an advance after combat, stride by stride (GUI-6.6a, GUI-4.3e)."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.movement import Moved, PutBack
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.state.ladders import held_by
from rules.tactical import infiltration, jumping, loose_horses
from rules.tactical.retreat_ways import Place
from rules.tactical.stacking import cannot_halt_astride


class Stride(NamedTuple):
    """One hex of an advance with its cost."""

    place: Place
    mp: int
    costs: tuple[Modifier, ...]


Path = tuple[Stride, ...]


def allowance(figure: Character) -> int:
    """MP of an advance: half the movement allowance of the face in play, rounded down (GUI-6.6a)."""
    return figure.values.movement // 2


def may_end(battle: Battle, rules: Ruleset, figure: Character, place: Place) -> bool:
    """Whether he may stop there: nobody else alive in either hex, stunned men included (GUI-4.1a, GUI-6.6a), and no
    wall between the halves of his counter (GUI-8.4.2b). A loose horse will be pushed aside when he comes
    (GUI-4.4.3a), one that a friend leads will not."""
    if cannot_halt_astride(battle, rules, place.hexes) is not None:
        return False
    for at in place.hexes:
        horse = battle.horse_at(at)
        if any(other.id != figure.id for other in battle.living_at(at)):
            return False
        if horse is not None and horse.led_by is not None:
            return False
    return True


def walk(
    journal: Journal,
    rules: Ruleset,
    figure: Character,
    path: Path,
    excluded: frozenset[FigureId] | set[FigureId],
) -> None:
    """Carry the advance out, testing on every hex but the last (GUI-4.3e). A wound halves what is left as in a move
    (GUI-4.3c); whoever is stopped on somebody's hex goes back to where he last stood free (GUI-4.3.1a)."""
    assert figure.hex is not None
    stood = Place(figure.hex, figure.rear)
    start = PutBack(
        figure=figure.id, hex=figure.hex, rear=figure.rear, storey=figure.storey
    )  # fmt: skip
    spent = 0
    for number, stride in enumerate(path, start=1):
        now = journal.battle.figures[figure.id]
        left = min(allowance(figure), allowance(now)) - spent
        if stride.mp > left:
            break
        pushed = loose_horses.push_aside(journal.battle, rules, now, stride.place.hex)
        if isinstance(pushed, Rejection):
            break
        for event in pushed:
            journal.record(event)
        spent += stride.mp
        journal.record(
            Moved(
                figure=figure.id,
                hex=stride.place.hex,
                rear=stride.place.rear,
                mp=stride.mp,
                left=left - stride.mp,
                how="advance",
                costs=stride.costs,
            )
        )
        if held_by(journal.battle, now) is not None and jumping.leads_to_a_jump(
            journal.battle, figure.hex, stride.place.hex
        ):
            jumping.jump(journal, rules, figure.id)
            if not journal.battle.figures[figure.id].active:
                return
        if may_end(journal.battle, rules, figure, stride.place):
            stood = stride.place
        if number == len(path):
            return
        result = infiltration.test(
            journal, rules, figure.id, stride.place.hex, "advance", frozenset(excluded)
        )
        if journal.battle.figures[figure.id].dead:
            return
        if result == "stopped":
            break
    _stand(journal, figure, stood, start)


def _stand(journal: Journal, figure: Character, stood: Place, start: PutBack) -> None:
    now = journal.battle.figures[figure.id]
    if (now.hex, now.rear) != (stood.hex, stood.rear):
        back = PutBack(figure=figure.id, hex=stood.hex, rear=stood.rear)
        journal.record(start if stood == Place(start.hex, start.rear) else back)
