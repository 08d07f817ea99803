"""Down from the top of a stockade, inside it or on its platform: the die of the landing.

Implements GUI-9.2.1b, GUI-9.2.2.
"""

from __future__ import annotations

from fractions import Fraction

from rules.core.language import english
from rules.core.modifier import Modifier, total
from rules.events.structures import Jumped
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.terrain import hexside_between, terrain_at
from rules.tactical.harm import wounds
from rules.tactical.harm.weighing import weighed

SIDES_OF_THE_DIE = 6


def leads_to_a_jump(battle: Battle, start: Hex, end: Hex) -> bool:
    """Whether somebody who goes over the top between two hexes has to jump (GUI-9.2.1b, GUI-9.2.2)."""
    return "stockade" in hexside_between(battle, start, end)


def rule_of(battle: Battle, at: Hex) -> str:
    return "GUI-9.2.2" if terrain_at(battle, at) == "platform" else "GUI-9.2.1b"


def jump(journal: Journal, rules: Ruleset, figure_id: FigureId) -> None:
    """Roll for somebody who has just come over the top into his hex: he is unhurt or wounded (GUI-9.2.1b)."""
    figure = journal.battle.figures[figure_id]
    assert figure.hex is not None
    rule = rule_of(journal.battle, figure.hex)
    face = journal.roll(rule, figure_id, sides=SIDES_OF_THE_DIE)
    mods = _modifiers(rules, figure, rule)
    number = face + total(mods)
    result = _result(rules, number)
    journal.record(
        Jumped(
            figure=figure_id,
            hex=figure.hex,
            face=face,
            modifiers=mods,
            total=number,
            result=result,
            rule=rule,
        )
    )
    if result == "wounded":
        wounds.wound(journal, rules, figure_id, rule, english("by the jump"))


def chance_unhurt(rules: Ruleset, figure: Character) -> Fraction:
    """The exact chance of a good landing."""
    faces = range(1, SIDES_OF_THE_DIE + 1)
    added = total(_modifiers(rules, figure, ""))
    return Fraction(sum(_result(rules, face + added) == "safe" for face in faces), SIDES_OF_THE_DIE)


def harm_by(rules: Ruleset, figure: Character) -> Fraction:
    """The harm to be expected from a jump, in hundredths of a man."""
    none, safe = Fraction(0), chance_unhurt(rules, figure)
    return weighed(stopped=none, wounded=1 - safe, killed=none, hurt=figure.wounded)


def _modifiers(rules: Ruleset, figure: Character, rule: str) -> tuple[Modifier, ...]:
    if not figure.armoured:
        return ()
    table = rules.tables["jump"]
    return (Modifier(table.number(table.keys()[0], "armoured"), rule, english("in armour")),)


def _result(rules: Ruleset, number: int) -> str:
    table = rules.tables["jump"]
    keys = [int(row[0]) for row in table.rows]
    return table.text(min(max(number, keys[0]), keys[-1]), "result")
