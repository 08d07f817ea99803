"""Prisoners who were led into a battle are freed by their friends, and find arms (GUC-14.8e)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.captives import ArmsTaken, CaptiveFreed
from rules.journal import Journal
from rules.orders.records import FreeOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.state.hexsides import STONE
from rules.state.terrain import hexside_between
from rules.works.turns import cannot_work

RULE = "GUC-14.8e"


# set free


def cannot_free(battle: Battle, rules: Ruleset, order: FreeOrder) -> Rejection | None:
    """Why somebody cannot free a prisoner in this phase; None if he can (GUC-14.8e). He has stood beside him
    for a whole turn and done nothing else (RUL-847)."""
    figure, captive = battle.figures[order.figure], battle.figures[order.captive]
    return (
        no_captive(battle, figure, captive)
        or cannot_work(battle, figure, RULE, nothing_else=True)
        or (not_beside(battle, figure, captive))
    )


def no_captive(battle: Battle, figure: Character, captive: Character) -> Rejection | None:
    """Why there is nobody to be freed."""
    if not captive.living or not captive.bound:
        return Rejection(RULE, english("{captive} is no prisoner here", captive=captive.name))
    if not battle.friendly(figure.side, captive.side):
        return Rejection(RULE, english("{captive} is a prisoner of your own side", captive=captive.name))
    return None


def not_beside(battle: Battle, figure: Character, other: Character) -> Rejection | None:
    """Why somebody cannot lay hands on another: he stands elsewhere, or a wall is between."""
    at, by = figure.hex, other.hex
    apart = at is None or by is None or not battle.board.adjacent(at, by) or figure.storey != other.storey
    if apart:
        words = english(
            "{figure} in {hex} is not next to {other}", figure=figure.name, hex=at, other=other.name
        )
        return Rejection(RULE, words)
    if at is not None and by is not None and hexside_between(battle, at, by) & STONE:
        words = english(
            "{figure} cannot reach {other}: a wall is between", figure=figure.name, other=other.name
        )
        return Rejection(RULE, words)
    return None


def free(journal: Journal, rules: Ruleset, seat: SeatId, order: FreeOrder) -> Rejection | None:
    """Carry out a FREE order: he is loose from now on, and acts from his side's next phase on."""
    refusal = cannot_free(journal.battle, rules, order)
    if refusal is None:
        journal.record(CaptiveFreed(figure=order.captive, by=order.figure))
    return refusal


def free_unasked(journal: Journal, rules: Ruleset, busy: frozenset[FigureId]) -> None:
    """A leader is freed without an order by whoever has stood idle beside him for a whole turn, if no enemy
    is next to that man (RUL-1278)."""
    battle = journal.battle
    for captive in [man for man in _bound(battle) if man.leader and battle.friendly(man.side, battle.side)]:
        for friend in battle.side_figures(battle.side):
            order = FreeOrder(friend.id, captive.id)
            if friend.id in busy or cannot_free(battle, rules, order) or _beset(battle, friend):
                continue
            free(journal, rules, friend.seat, order)
            break


def _bound(battle: Battle) -> Iterable[Character]:
    return (man for man in battle.figures.values() if man.bound and man.living)


def _beset(battle: Battle, man: Character) -> bool:
    near = {at for own in man.hexes for at in battle.board.neighbours(own)}
    return any(near & set(enemy.hexes) for enemy in battle.active_enemies(man.side))


# armed again


def arm(journal: Journal, rules: Ruleset) -> None:
    """At the end of his side's phase whoever is free and unarmed takes the arms of somebody dead or stunned
    beside whom he has stood idle for a whole turn; his counter is then as it was. One man's arms are taken
    once (RUL-1279)."""
    battle = journal.battle
    for man in battle.side_figures(battle.side):
        if man.lacks is None or man.bound or cannot_work(battle, man, RULE, nothing_else=True):
            continue
        fallen = next(_fallen(battle, man), None)
        if fallen is not None:
            journal.record(ArmsTaken(figure=man.id, of=fallen.id))


def _fallen(battle: Battle, man: Character) -> Iterator[Character]:
    """Those who lie beside somebody and have arms, who is not of his own side if he is only stunned."""
    for other in battle.figures.values():
        down = other.dead or (other.stunned and not battle.friendly(man.side, other.side))
        if down and other.lacks is None and not_beside(battle, man, other) is None:
            yield other
