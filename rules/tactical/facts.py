"""The facts that IF, WHILE, UNLESS and UNTIL ask for, as they are at this moment."""

from __future__ import annotations

from rules.orders.records import Fact
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.passage import can_attack


def holds(battle: Battle, rules: Ruleset, facts: tuple[Fact, ...]) -> bool:
    """Whether all facts are true now."""
    return all(_true(battle, rules, fact) != fact.negated for fact in facts)


def _true(battle: Battle, rules: Ruleset, fact: Fact) -> bool:
    if fact.test == "free":
        return not battle.living_at(fact.subject) and battle.horse_at(fact.subject) is None
    figure = battle.figures[fact.subject]
    match fact.test:
        case "down":
            return not figure.living or figure.stunned
        case "up":
            return figure.living and not figure.stunned
        case "dead":
            return figure.dead
        case "stunned":
            return figure.stunned
        case "wounded":
            return figure.wounded
        case "healthy":
            return figure.living and not figure.wounded and not figure.stunned
        case "mounted":
            return figure.mounted
        case "on foot":
            return figure.living and not figure.mounted
        case "at":
            return fact.hex in figure.hexes
        case "fired at":
            return figure.id in battle.now.shot_at
        case "next to":
            return _next_to(battle, rules, figure, fact.other)
        case _:
            raise ValueError(f"no such fact: {fact.test}")


def _next_to(battle: Battle, rules: Ruleset, figure: Character, other: str) -> bool:
    if not figure.living:
        return False
    if other:
        there = battle.figures[other]
        return there.living and any(battle.board.adjacent(a, b) for a in figure.hexes for b in there.hexes)
    enemies = battle.active_enemies(figure.side)
    return any(can_attack(battle, rules, enemy, at) for enemy in enemies for at in figure.hexes)
