"""The facts that IF, WHILE, UNLESS and UNTIL ask for, as they are at this moment."""

from __future__ import annotations

from rules.orders.records import Fact, FactKind
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.storeys import on_a_floor
from rules.tactical.ways.links import fought_over
from rules.tactical.ways.passage import can_attack, in_contact


def holds(battle: Battle, rules: Ruleset, facts: tuple[Fact, ...]) -> bool:
    """Whether all facts are true now."""
    return all(_true(battle, rules, fact) != fact.negated for fact in facts)


def _true(battle: Battle, rules: Ruleset, fact: Fact) -> bool:
    if fact.test == FactKind.FREE:
        return not battle.living_at(fact.subject) and battle.horse_at(fact.subject) is None
    figure = battle.figures[fact.subject]
    match fact.test:
        case FactKind.DOWN:
            return not figure.living or figure.stunned
        case FactKind.UP:
            return figure.living and not figure.stunned
        case FactKind.DEAD:
            return figure.dead
        case FactKind.STUNNED:
            return figure.stunned
        case FactKind.WOUNDED:
            return figure.wounded
        case FactKind.HEALTHY:
            return figure.living and not figure.wounded and not figure.stunned
        case FactKind.MOUNTED:
            return figure.mounted
        case FactKind.ON_FOOT:
            return figure.living and not figure.mounted
        case FactKind.AT:
            return fact.hex in figure.hexes
        case FactKind.FIRED_AT:
            return figure.id in battle.now.shot_at
        case FactKind.NEXT_TO:
            return _next_to(battle, rules, figure, fact.other)
        case _:
            raise ValueError(f"no such fact: {fact.test}")


def _next_to(battle: Battle, rules: Ruleset, figure: Character, other: str) -> bool:
    if not figure.living:
        return False
    if other:
        there = battle.figures[other]
        if on_a_floor(battle, figure) or on_a_floor(battle, there):
            return there.living and fought_over(battle, rules, figure, there)
        return there.living and any(battle.board.adjacent(a, b) for a in figure.hexes for b in there.hexes)
    if on_a_floor(battle, figure):
        return bool(in_contact(battle, rules, figure))
    enemies = battle.active_enemies(figure.side)
    return any(can_attack(battle, rules, enemy, at) for enemy in enemies for at in figure.hexes)
