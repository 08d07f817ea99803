"""Several who go as one, with a ladder, an engine or in formation: the MP that each has left.

What a shot on the way takes from one of them holds up all (GUI-5.4.3a, RUL-528).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.figure import FigureId


def mp_left(battle: Battle, figures: Iterable[FigureId]) -> int:
    """What he has left who has least: all go no farther than he."""
    return min(battle.now.left[figure] for figure in figures)


def held_up(battle: Battle, needs: Mapping[FigureId, int], rule: str) -> Rejection | None:
    """The first of them whose MP do not suffice for what the next hex takes from him: with him all stop."""
    for figure, needed in needs.items():
        left = battle.now.left[figure]
        if left < needed:
            why = english(
                "the next hex costs {needed} MP, {figure} has {left}",
                needed=needed,
                figure=battle.figures[figure].name,
                left=left,
            )
            return Rejection(rule, why)
    return None
