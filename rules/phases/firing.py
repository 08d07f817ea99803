"""Carrying out a FIRE order: choose the target as the player said, then shoot (GUI-2.1a, GUI-5.4b)."""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.orders.records import FireOrder
from rules.ruleset import Ruleset
from rules.state.figure import Character, FigureId
from rules.tactical import weapons
from rules.tactical.shooting import missile


def carry_out_fire(
    journal: Journal, rules: Ruleset, shooter_id: FigureId, order: FireOrder
) -> Rejection | None:
    """One shooter's shot of the offensive step; the reason where he cannot."""
    battle = journal.battle
    shooter = battle.figures[shooter_id]
    if not shooter.active:
        return Rejection(
            "GUI-1.2g", english("{shooter} is {state}", shooter=shooter.name, state=_state(shooter))
        )
    weapon = weapons.chosen_weapon(battle, rules, shooter, order.weapon)
    if isinstance(weapon, Rejection):
        return weapon
    refusal = weapons.may_fire_offensively(battle, rules, shooter, weapon)
    if refusal is not None:
        return refusal
    choice = missile.choose_target(battle, rules, shooter, order.at, weapon, order.half)
    if isinstance(choice, Rejection):
        return choice
    target, aim, _ = choice
    return missile.resolve_shot(journal, rules, shooter_id, target, aim, weapon, "offensive")


def _state(figure: Character) -> str:
    return english("off the board") if figure.hex is None else figure.health.value
