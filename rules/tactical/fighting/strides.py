"""Carrying out an advance after combat, stride by stride (GUI-6.6a, GUI-4.3e)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.modifier import Modifier
from rules.core.places import GROUND
from rules.core.places import Place as CorePlace
from rules.core.rejection import Rejection
from rules.events.movement import Moved, PutBack
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.state.ladders import held_by
from rules.state.storeys import on_a_floor, structures
from rules.tactical.harm import infiltration, jumping, landing
from rules.tactical.retreating.ways_back import Place
from rules.tactical.ways import links, loose_horses
from rules.tactical.ways.stacking import cannot_halt_astride, enemy_in_the_way


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
    """Whether he may stop there: nobody else alive in either hex, stunned men included (GUI-4.1a, GUI-6.6a),
    and no wall between the halves of his counter (GUI-8.4.2b). A loose horse will be pushed aside when he
    comes (GUI-4.4.3a), one that a friend leads will not."""
    if cannot_halt_astride(battle, rules, place.hexes) is not None:
        return False
    for at in place.hexes:
        horse = None if place.storey else battle.horse_at(at)
        if any(other.id != figure.id for other in battle.living_at(at, place.storey)):
            return False
        if horse is not None and horse.led_by is not None:
            return False
    return True


def stand_of(battle: Battle, figure: Character) -> Place:
    """Where an advance begins; who is up on a ladder or rope begins it in its hex."""
    assert figure.hex is not None
    return Place(figure.hex, figure.rear, figure.storey if on_a_floor(battle, figure) else GROUND)


def as_at(battle: Battle, figure: Character, at: Place) -> Character:
    """The figure as he is when he has come to a place by way of a storey."""
    if not at.storey and not on_a_floor(battle, figure):
        return figure
    return replace(figure, hex=at.hex, rear=at.rear, storey=at.storey)


def by_links(battle: Battle, rules: Ruleset, figure: Character, at: Place, left: int) -> Iterator[Stride]:
    """The steps of an advance to other storeys, by what is built there."""
    if at.rear is not None or not structures(battle):
        return
    for link in links.links_from(battle, rules, CorePlace(at.hex, at.storey)):
        end = Place(link.end.hex, None, link.end.storey)
        if not link.built or link.mp > left or not (end.storey or end.hex == at.hex):
            continue
        held = enemy_in_the_way(battle, figure.side, end.hex, end.storey) is not None
        if not held and links.cannot_use(battle, rules, figure, link) is None:
            yield Stride(end, link.mp, (links.as_cost(rules, link),))


def walk(
    journal: Journal,
    rules: Ruleset,
    figure: Character,
    path: Path,
    excluded: frozenset[FigureId] | set[FigureId],
) -> None:
    """Carry the advance out, testing on every hex but the last (GUI-4.3e). A wound halves what is left as in
    a move (GUI-4.3c); whoever is stopped on somebody's hex goes back to where he last stood free
    (GUI-4.3.1a), and the horse of a rider who is killed there leaves it too (RUL-418)."""
    assert figure.hex is not None
    stood = first = stand_of(journal.battle, figure)
    start = PutBack(
        figure=figure.id, hex=figure.hex, rear=figure.rear, storey=figure.storey
    )  # fmt: skip
    spent = 0
    for number, stride in enumerate(path, start=1):
        now = journal.battle.figures[figure.id]
        left = min(allowance(figure), allowance(now)) - spent
        if stride.mp > left:
            break
        above = stride.place.storey != GROUND
        pushed = [] if above else loose_horses.push_aside(journal.battle, rules, now, stride.place.hex)
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
                storey=stride.place.storey,
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
        if above:
            continue
        result = infiltration.test(
            journal, rules, figure.id, stride.place.hex, "advance", frozenset(excluded)
        )
        if journal.battle.figures[figure.id].dead:
            landing.let_horse_go(journal, rules, figure.mount)
            return
        if result == "stopped":
            break
    _stand(journal, figure, stood, start if stood == first else None)


def _stand(journal: Journal, figure: Character, stood: Place, start: PutBack | None) -> None:
    now = journal.battle.figures[figure.id]
    if stand_of(journal.battle, now) != stood:
        back = PutBack(figure=figure.id, hex=stood.hex, rear=stood.rear, storey=stood.storey)
        journal.record(start or back)
