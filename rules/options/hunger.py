"""Hunger in a battle of a campaign (GUC-8.4b): whoever rolls for men without supply adds to the dice of
combats and of hits. Their MP are halved on their counters already, as the battle begins."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.modules import ModuleName
from rules.ruleset import Extension, Fight, Module, Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import FigureId

MARK = "unfed"
"""The mark of a man without supply; its value is what is added to his dice."""
RULE = "GUC-8.4b"


def combat_die(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """As much as the hungriest of the attackers adds: one die is rolled for all (RUL-1264)."""
    return _modifier(max(_mark(battle, attacker.id) for attacker in fight.attackers))


def hit_die(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """The die for the effect of a missile, not that for where it falls."""
    return _modifier(_mark(battle, shot.shooter.id))


def _mark(battle: Battle, figure: FigureId) -> int:
    return battle.marks.get(figure, {}).get(MARK, 0)


def _modifier(value: int) -> Modifier | None:
    return Modifier(value, RULE, english("two days without supply")) if value else None


HUNGER = Module(
    ModuleName("hunger", RULE, english("hunger")),
    seams=(Extension(combat_modifiers=(combat_die,), damage_modifiers=(hit_die,)),),
)
