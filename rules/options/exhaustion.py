"""Exhaustion, a house rule: armour wears out whoever runs in it.

Implements HSE-1a, HSE-1b, HSE-1c. Whoever gets into the saddle, or out of his armour by no rule of ours,
keeps his mark until he rests; on horseback it does not count.
"""

from __future__ import annotations

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.modules import ModuleName
from rules.core.rule_ids import RuleText
from rules.events.marks import Marked
from rules.journal import Journal
from rules.ruleset import Extension, Fight, Module, Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Character

MARK = "exhaustion"  # how many own turns at full allowance, one after another


def is_exhausted(battle: Battle, rules: Ruleset, figure: Character) -> bool:
    """Whether an armoured man on foot has used up his breath (HSE-1a)."""
    turns = battle.marks.get(figure.id, {}).get(MARK, 0)
    return not figure.mounted and turns >= rules.tables["exhaustion"].number("turns", "value")


def note_turns(journal: Journal, rules: Ruleset) -> None:
    """When a player phase ends, who of its side has moved his full allowance, and who has rested
    (HSE-1a, HSE-1c)."""
    for figure in journal.battle.side_figures(journal.battle.side):
        before = journal.battle.marks.get(figure.id, {}).get(MARK, 0)
        now = _turns(journal.battle, rules, figure, before)
        if now != before:
            words = _words(journal.battle, rules, figure, before, now)
            journal.record(Marked(figure=figure.id, mark=MARK, value=now, rule="HSE-1a", words=words))


def _turns(battle: Battle, rules: Ruleset, figure: Character, before: int) -> int:
    most = rules.tables["exhaustion"].number("turns", "value")
    if figure.armoured and not figure.mounted and _in_full(battle, figure):
        return min(before + 1, most)
    return before if before == most and not _has_rested(battle, figure) else 0


def _in_full(battle: Battle, figure: Character) -> bool:
    spent = battle.now.spent.get(figure.id, 0)
    return 0 < figure.values.movement <= spent


def _has_rested(battle: Battle, figure: Character) -> bool:
    """Neither moved, worked, shot nor fought in his own turn (HSE-1c)."""
    now = battle.now
    return not now.has_acted(figure.id) and all(
        figure.id not in done for done in (now.fired, now.attacked, now.busy)
    )


def _words(battle: Battle, rules: Ruleset, figure: Character, before: int, now: int) -> str:
    most = rules.tables["exhaustion"].number("turns", "value")
    if now == most:
        return english("{figure} is exhausted until he rests a turn", figure=figure.name)
    return english("{figure} has got his breath back", figure=figure.name) if before == most else ""


def in_combat(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """Columns against a side with an exhausted man in it, once a side; where both have one they
    cancel (HSE-1b)."""
    column = rules.tables["exhaustion"].number("column", "value")
    ours = any(is_exhausted(battle, rules, f) for f in fight.attackers)
    theirs = fight.horse is None and any(is_exhausted(battle, rules, f) for f in fight.defenders)
    if ours == theirs:
        return None
    words = english("an exhausted attacker") if ours else english("an exhausted defender")
    return Modifier(-column if ours else column, "HSE-1b", words)


def in_shooting(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """An exhausted man shoots as if his target were covered better (HSE-1b)."""
    if not is_exhausted(battle, rules, shot.shooter):
        return None
    column = rules.tables["exhaustion"].number("column", "value")
    return Modifier(column, "HSE-1b", english("exhausted shooter"))


def remark(battle: Battle, rules: Ruleset, figure: Character) -> str:
    """What the muster says of him."""
    return english("exhausted") if is_exhausted(battle, rules, figure) else ""


EXHAUSTION = Module(
    ModuleName("exhaustion", "HSE-1", english("exhaustion")),
    seams=(Extension(column_shifts=(in_combat,), shot_shifts=(in_shooting,)),),
    phase_ends=(note_turns,),
    tables=("exhaustion",),
    remarks=(remark,),
    texts=(
        RuleText(
            "HSE-1a",
            "Who is exhausted",
            "house",
            False,
            (
                "An armoured man on foot who used his whole movement allowance in each of his last two own "
                "turns is exhausted."
            ),
        ),
        RuleText(
            "HSE-1b",
            "What exhaustion does",
            "house",
            False,
            (
                "A side with an exhausted man in a combat fights it one column worse; he shoots one column "
                "worse."
            ),
        ),
        RuleText(
            "HSE-1c",
            "Getting one's breath back",
            "house",
            False,
            "It ends with an own turn in which he neither moves, works, shoots nor attacks.",
        ),
    ),
)
